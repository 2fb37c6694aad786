#pragma once

#include <hopveil/count.h>

namespace hopveil {

/// The oracle: what FingerprintCounter computes, by one queue BFS per public user, written so that it is
/// obviously right. `kept` null means all edges. Time: public users times edges.
ExactCounts simple_bfs_counts(const Graph& graph, const UserRoles& roles, unsigned hops,
                              const EdgeSubset* kept = nullptr);

}  // namespace hopveil
