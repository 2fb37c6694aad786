// SPDX-License-Identifier: Apache-2.0
#pragma once

// One run of a mechanism on a network that is no secret, and its errors by level and hop.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <hopveil/count.h>

#include "mechanism/mechanism.h"
#include "plan/stand_in.h"

namespace hopveil::plan {

/// Means over the users of a level at a hop.
struct MeanErrors {
  double users = 0;
  double mae = 0, mre = 0, zeros = 0, width = 0;  ///< zeros: the mean count, which is the error of zeros
};

/// By level, then by hop; level 0 is everybody.
using ErrorGrid = std::vector<std::vector<MeanErrors>>;

/// Preferences of a stand-in, and the level of the preference that each row took over.
struct DealtPreferences {
  Preferences preferences;
  std::vector<std::uint32_t> level_of_row;
};

/// As many preferences as there are rows, spread evenly over the real ones in ascending order, and shuffled
/// by `seed`.
DealtPreferences deal_preferences(const Preferences& real, std::span<const std::uint32_t> level_of_real_row,
                                  std::size_t rows, std::uint64_t seed);

struct Simulation {
  std::string mechanism;
  mechanism::MechanismOptions options;
  std::size_t levels = 0;
  std::uint64_t seed = 1;
};

ErrorGrid simulate(const Simulation& simulation, const StandInNetwork& network, const DealtPreferences& dealt,
                   unsigned threads);

}  // namespace hopveil::plan
