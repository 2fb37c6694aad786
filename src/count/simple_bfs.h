// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hopveil/count.h>

namespace hopveil::count {

/// The oracle: what FingerprintCounter computes, by one queue BFS per source, written so that it is
/// obviously right. `kept` null means all edges. Time: sources times edges.
ExactCounts simple_bfs_counts(const Graph& graph, const CountTask& task, unsigned hops,
                              const EdgeSubset* kept = nullptr);

/// The oracle of reach: for every source, how many of the task's rows are at 1 .. hops hops.
ExactCounts simple_bfs_reach(const Graph& graph, const CountTask& task, unsigned hops);

}  // namespace hopveil::count
