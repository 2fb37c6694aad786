// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far one published table is from the truth.

#include <cstdint>
#include <string>
#include <vector>

#include <hopveil/count.h>
#include <hopveil/users.h>

#include "dp/preference_levels.h"
#include "mechanism/noisy_table.h"

namespace hopveil::evaluation {

/// Mean errors of one table: |published - true|, and that divided by max(true, 1) (E10).
struct ErrorsOfRun {
  std::vector<double> mae_by_hop, mre_by_hop;
  std::vector<double> mae_by_level, mre_by_level;
  std::vector<bool> published;  ///< by hop; a null hop repeats an earlier one
  std::vector<double> covered;  ///< by hop: the share of intervals that hold the true count; empty without
  std::vector<double> covered_by_level;  ///< the same by hop and level: all levels of the first hop, ..

  /// The mean absolute errors that the table itself expects; empty without.
  std::vector<double> expected_by_hop, expected_by_level;

  double mae() const;
  double mre() const;
};

/// Clamps every value into [0, max_count] on the way when `clamp` says so; the first `hops` hops count.
ErrorsOfRun errors_of_table(const mechanism::NoisyTable& table, const ExactCounts& truth, unsigned hops,
                            const dp::PreferenceLevels& levels, bool clamp, std::uint32_t max_count);

/// The same number for everybody at each hop.
ErrorsOfRun errors_of_constants(const std::vector<std::uint32_t>& by_hop, const ExactCounts& truth,
                                const dp::PreferenceLevels& levels);

/// The median of the true counts at hops 1 .. hops.
std::vector<std::uint32_t> hop_medians(const ExactCounts& truth, unsigned hops);

}  // namespace hopveil::evaluation
