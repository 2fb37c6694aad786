// SPDX-License-Identifier: Apache-2.0
#include "cli/value_lists.h"

namespace hopveil::cli {

std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> values;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::size_t first = text.find_first_not_of(" \t", begin);
    if (first >= comma) {
      throw InputError("\"" + text + "\" has an empty value", "values are separated by single commas: 4,7");
    }
    const std::size_t last = text.find_last_not_of(" \t", comma - 1);
    values.push_back(text.substr(first, last - first + 1));
    if (comma == text.size()) return values;
    begin = comma + 1;
  }
}

}  // namespace hopveil::cli
