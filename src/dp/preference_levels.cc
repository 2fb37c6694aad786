// SPDX-License-Identifier: Apache-2.0
#include "dp/preference_levels.h"

#include <algorithm>

#include <fmt/format.h>

namespace hopveil::dp {

PreferenceLevels preference_levels(const Preferences& preferences) {
  PreferenceLevels levels;
  const std::vector<Epsilon> distinct = distinct_preferences(preferences);
  std::vector<Epsilon> first_of_level;  // ascending
  if (distinct.size() <= kMaxLevels) {
    first_of_level = distinct;
  } else {
    std::vector<Epsilon> sorted(preferences.by_row().begin(), preferences.by_row().end());
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < kMaxLevels; ++i)
      first_of_level.push_back(sorted[i * sorted.size() / kMaxLevels]);
    first_of_level.erase(std::unique(first_of_level.begin(), first_of_level.end()), first_of_level.end());
  }
  levels.users.assign(first_of_level.size(), 0);
  std::vector<Epsilon> last_of_level = first_of_level;
  for (const Epsilon epsilon : preferences.by_row()) {
    const auto after = std::upper_bound(first_of_level.begin(), first_of_level.end(), epsilon);
    const auto level = static_cast<std::uint32_t>(after - first_of_level.begin() - 1);
    levels.level_of_row.push_back(level);
    ++levels.users[level];
    last_of_level[level] = std::max(last_of_level[level], epsilon);
  }
  for (std::size_t i = 0; i < first_of_level.size(); ++i) {
    levels.names.push_back(first_of_level[i] == last_of_level[i]
                               ? first_of_level[i].text()
                               : fmt::format("{}..{}", first_of_level[i].text(), last_of_level[i].text()));
  }
  return levels;
}

std::vector<double> means_by_level(std::span<const float> by_row, const PreferenceLevels& levels) {
  std::vector<double> means(levels.names.size(), 0);
  for (std::size_t row = 0; row < by_row.size(); ++row) means[levels.level_of_row[row]] += by_row[row];
  for (std::size_t level = 0; level < means.size(); ++level)
    means[level] /= static_cast<double>(levels.users[level]);
  return means;
}

}  // namespace hopveil::dp
