#pragma once

#include <cstdint>

#include <hopveil/count.h>

#include "count/pull_graph.h"

namespace hopveil {

/// The public ranks that one pass over the graph counts: [first, last), bit i of a row being first + i.
struct SourceBatch {
  Rank first;
  Rank last;
  bool holds(Rank rank) const { return first <= rank && rank < last; }
};

/// Batch `index` of the plan's batches, which are of equal size but for rounding.
SourceBatch source_batch(const CountPlan& plan, Rank num_public, std::size_t index);

}  // namespace hopveil
