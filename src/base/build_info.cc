// SPDX-License-Identifier: Apache-2.0
#include "base/build_info.h"

#include "base/commit.h"

namespace hopveil {

std::string_view build_commit() {
  return kCommit;
}

}  // namespace hopveil
