#pragma once

#include "count/count_plan.h"
#include "count/row_kernel.h"

namespace hopveil {

/// The first hop for the ranks [first, last): it needs no rows, since S_1 is the user itself and its public
/// neighbours. Writes step.after (unless null) and does not look at step.before.
void pull_first_hop(const HopStep& step, unsigned row_words, Rank num_public, SourceBatch batch, Rank first,
                    Rank last);

}  // namespace hopveil
