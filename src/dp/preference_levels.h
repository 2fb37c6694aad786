// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dp/preferences.h"

namespace hopveil::dp {

/// Users whose errors are reported together: those of one preference, or, where more than kMaxLevels
/// preferences occur, of one of kMaxLevels ranges with about equally many users.
struct PreferenceLevels {
  std::vector<std::string> names;           ///< "4", or "0.5..0.8"
  std::vector<std::uint32_t> level_of_row;  ///< a place in names
  std::vector<std::uint64_t> users;         ///< by level
};
inline constexpr std::size_t kMaxLevels = 12;
PreferenceLevels preference_levels(const Preferences& preferences);

/// The mean of the rows of each level.
std::vector<double> means_by_level(std::span<const float> by_row, const PreferenceLevels& levels);

}  // namespace hopveil::dp
