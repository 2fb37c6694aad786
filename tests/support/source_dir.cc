// SPDX-License-Identifier: Apache-2.0
#include "support/source_dir.h"

namespace hopveil::testing {

std::filesystem::path source_dir() {
  return HOPVEIL_SOURCE_DIR;
}

}  // namespace hopveil::testing
