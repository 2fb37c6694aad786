// SPDX-License-Identifier: Apache-2.0
#pragma once

// Options that hold several values, separated by commas: `--hops 4,7`.

#include <string>
#include <vector>

#include <hopveil/errors.h>

namespace hopveil::cli {

/// The values of "4,7", blanks around them removed. Throws InputError when one is empty.
std::vector<std::string> split_values(const std::string& text);

/// Reads each value with `parse`; a mistake is reported as one of `option`.
template <class Parse>
auto parse_values(const std::string& option, const std::string& text, Parse&& parse) {
  try {
    std::vector<decltype(parse(text))> values;
    for (const std::string& value : split_values(text)) values.push_back(parse(value));
    return values;
  } catch (InputError& error) {
    error.in_file(option);
    throw;
  }
}

}  // namespace hopveil::cli
