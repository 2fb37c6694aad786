// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace hopveil {

/// The git commit that the program was built from, with "-changed" when files differed from it; "unknown"
/// outside of a repository.
std::string_view build_commit();

}  // namespace hopveil
