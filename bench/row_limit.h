// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hopveil/count.h>

namespace hopveil::bench {

/// Seconds merely to OR every neighbour's row into its reader's, once, in the kernel's order and with its
/// prefetching: what a hop costs at least on this machine as long as every row has to be read.
double seconds_to_unite_all_rows(const Graph& graph, const UserRoles& roles, unsigned row_words,
                                 unsigned threads);

}  // namespace hopveil::bench
