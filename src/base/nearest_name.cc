// SPDX-License-Identifier: Apache-2.0
#include "base/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace hopveil {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::move(last);
    last = std::move(row);
  }
  return last.back();
}

std::optional<std::string> nearest_name(std::string_view text, std::span<const std::string> names) {
  if (names.empty() || text.empty()) return std::nullopt;
  const auto distance = [text](const std::string& name) { return edit_distance(text, name); };
  const auto nearest = std::ranges::min_element(names, {}, distance);
  if (3 * distance(*nearest) <= text.size()) return *nearest;
  std::optional<std::string> shortest;
  for (const std::string& name : names) {
    if (name.starts_with(text) && (!shortest || name.size() < shortest->size())) shortest = name;
  }
  return shortest;
}

}  // namespace hopveil
