// SPDX-License-Identifier: Apache-2.0
#pragma once

// Events that tell two networks apart: thresholds on a score.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "audit/bounds.h"
#include "audit/samples.h"

namespace hopveil::audit {

/// A number made of what one run shows, for all runs on both networks.
struct Score {
  std::string name;
  std::array<std::vector<double>, 2> values;  ///< by side and run
};

/// "The score is at least (at most, exactly) so much", said to be likelier on one of the networks.
struct Event {
  enum class Comparison { kAtLeast, kAtMost, kExactly };
  Comparison comparison = Comparison::kAtLeast;
  double value = 0;
  Side likelier_on = kWith;

  bool holds(double score) const;
  std::string text(const std::string& score_name) const;
};

/// Runs [begin, end) of a score.
struct RunRange {
  std::size_t begin;
  std::size_t end;
};

Sightings count_sightings(const Event& event, const Score& score, Side side, RunRange runs);

struct FoundEvent {
  Event event;
  double estimate = 0;  ///< of the lower bound, on the runs it was searched in; too high, since it was chosen
};

/// The event on this score with the largest (quick) lower bound on the given runs.
FoundEvent find_event(const Score& score, RunRange runs, double alpha);

}  // namespace hopveil::audit
