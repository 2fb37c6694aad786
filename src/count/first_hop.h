// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "count/count_plan.h"
#include "count/row_kernel.h"
#include "count/second_hop.h"

namespace hopveil::count {

/// The first hop for the ranks [first, last): it needs no rows, since S_1 is the user itself and its public
/// neighbours. Writes step.after (unless null) and does not look at step.before. If there are `pairs`, they
/// say what the next hop needs, and step.after only gets the rows that do not fit them.
void pull_first_hop(const HopStep& step, unsigned row_words, Rank num_public, SourceBatch batch, Rank first,
                    Rank last, SeenPair* pairs = nullptr);

/// Whether the second hop is faster from pairs: rows are too many for the cache, and few neighbours need one.
bool pairs_pay(const PullView& graph, unsigned row_words, Rank num_public, Rank num_linked,
               SourceBatch batch);

}  // namespace hopveil::count
