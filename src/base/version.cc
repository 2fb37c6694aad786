// SPDX-License-Identifier: Apache-2.0
#include "base/version.h"

#include <hopveil/version.h>

namespace hopveil {

const char* version() {
  return kVersion;
}

}  // namespace hopveil
