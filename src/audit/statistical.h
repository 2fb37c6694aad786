// SPDX-License-Identifier: Apache-2.0
#pragma once

// The statistical audit: many runs on both networks of a pair, an event searched for on one half of them, its
// two probabilities bounded on the other half. docs/audit.md has the mathematics.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "audit/bounds.h"
#include "audit/events.h"
#include "audit/neighbouring_pair.h"
#include "audit/noise_tally.h"
#include "mechanism/mechanism.h"

namespace hopveil::audit {

struct StatisticalOptions {
  std::uint64_t runs = 20000;  ///< on each network; half to search, half to bound
  std::uint64_t seed = 1;
  double confidence = 0.99;  ///< that the bound holds
  unsigned threads = 1;
  std::function<void(std::uint64_t runs)> done = {};
};

/// How a score is distributed on the two networks, for a picture: shares by bin.
struct ScoreHistogram {
  std::vector<double> edges;
  std::array<std::vector<double>, 2> shares;
};

struct StatisticalResult {
  /// With `confidence`, the mechanism's epsilon on this pair is at least this. 0: nothing was found.
  double bound = 0;
  double confidence = 0.99;
  std::uint64_t runs = 0;
  /// The largest bound that could have come out with this many runs.
  double largest_possible = 0;
  /// What gave the bound; empty when nothing did.
  std::string event;
  Side likelier_on = kWith;
  Sightings likely;    ///< on the network where the event is likelier
  Sightings unlikely;  ///< on the other
  std::string score;
  ScoreHistogram histogram;
  /// The bound comes from what the mechanism asks before it infers what it publishes.
  bool from_answers = false;
  /// Where the answers are watched: the noise that is widest of the mark, too narrow or not. Holds together
  /// with the bound.
  std::optional<NoiseBound> noise = {};
};

/// How many runs on each network give tables, and how many only the answers to noisy questions.
struct PlannedRuns {
  std::uint64_t tables = 0;
  std::uint64_t answers = 0;
};
/// `infers`: see publishes_inferences.
PlannedRuns plan_runs(bool infers, std::uint64_t runs);

StatisticalResult audit_statistically(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair,
                                      const StatisticalOptions& options);

}  // namespace hopveil::audit
