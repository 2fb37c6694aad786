// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which numbers to look at. Each family gives the one score of its kind that separates the networks best on
// the runs that are for searching; any function of what is published is a fair score, so none of these has to
// be right, only strong.

#include <optional>
#include <vector>

#include "audit/events.h"
#include "audit/samples.h"

namespace hopveil::audit {

struct ScoredEvent {
  Score score;
  FoundEvent found;
};

/// One published number.
std::optional<ScoredEvent> best_entry(const std::vector<Column>& columns, RunRange search, double alpha);

/// The sum of those of a hop that the edge moves (all hops, and each hop), as the exact counts of both
/// networks tell: E1 in one number.
std::optional<ScoredEvent> best_sum(const std::vector<Column>& columns, const NeighbouringPair& pair,
                                    RunRange search, double alpha);

/// The difference of two published numbers: noise that is used twice cancels out.
std::optional<ScoredEvent> best_difference(const std::vector<Column>& columns, RunRange search, double alpha);

/// The log-likelihood ratio as if published numbers were independent (naive Bayes), from histograms of the
/// search runs.
std::optional<ScoredEvent> learned_ratio(const std::vector<Column>& columns, RunRange search, double alpha);

/// The same with one histogram for all numbers that the edge moves alike (the same hop, the same change),
/// each seen from its exact value: fewer numbers to learn, so that many small moves add up.
std::optional<ScoredEvent> pooled_ratio(const std::vector<Column>& columns, const NeighbouringPair& pair,
                                        RunRange search, double alpha);

}  // namespace hopveil::audit
