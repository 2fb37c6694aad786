// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <hopveil/count.h>

#include "count/pull_graph.h"

namespace hopveil::count {

/// The sources' ranks that one pass over the graph counts: [first, last), bit i of a row being first + i.
struct SourceBatch {
  Rank first;
  Rank last;
  bool holds(Rank rank) const { return first <= rank && rank < last; }
};

inline constexpr SourceBatch kNoSources = {0, 0};

/// Batch `index` of the plan's batches, which are of equal size but for rounding.
SourceBatch source_batch(const CountPlan& plan, Rank num_sources, std::size_t index);

/// How many threads a count by this plan is worth, when none were asked for (`requested` is 0): one where it
/// takes a few milliseconds at most. Threads gain little there, and on a machine with other work a count with
/// two waits for whichever of them does not get a processor.
unsigned useful_threads(const Graph& graph, const CountPlan& plan, unsigned requested);

}  // namespace hopveil::count
