// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hopveil::cli {

/// `text` in lines of at most `width` columns (longer words stand alone), broken at blanks; every line but
/// the first begins with `indent` blanks, which count. `used` columns of the first line are taken already. No
/// line break at the end.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0, std::size_t used = 0);

}  // namespace hopveil::cli
