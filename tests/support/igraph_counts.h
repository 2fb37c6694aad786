// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fingerprint counts by igraph, a library that shares nothing with ours. GPL: for tests and benchmarks only.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <igraph/igraph.h>

#include <hopveil/count.h>

namespace hopveil::testing {

/// The counts that igraph_distances gives for every private user; memory is one distance per user and public
/// user of a batch. `reach`, if wanted, gets those of every public user.
inline ExactCounts igraph_counts(const Graph& graph, const UserRoles& roles, unsigned hops,
                                 ExactCounts* reach = nullptr) {
  if (reach != nullptr) reach->reset(roles.public_users().size(), hops);
  igraph_vector_int_t ends;
  igraph_vector_int_init(&ends, 0);
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u > v) continue;
      igraph_vector_int_push_back(&ends, u);
      igraph_vector_int_push_back(&ends, v);
    }
  }
  igraph_t peer;
  igraph_create(&peer, &ends, graph.num_nodes(), IGRAPH_UNDIRECTED);

  ExactCounts counts(roles.private_users().size(), hops);
  igraph_matrix_t distances;
  igraph_matrix_init(&distances, 0, 0);
  igraph_vector_int_t sources;
  igraph_vector_int_init(&sources, 0);
  constexpr std::size_t kBatch = 64;
  const auto public_users = roles.public_users();
  for (std::size_t begin = 0; begin < public_users.size(); begin += kBatch) {
    igraph_vector_int_clear(&sources);
    for (const NodeId node : public_users.subspan(begin, std::min(kBatch, public_users.size() - begin))) {
      igraph_vector_int_push_back(&sources, node);
    }
    igraph_vs_t from;
    igraph_vs_vector(&from, &sources);
    igraph_distances(&peer, &distances, from, igraph_vss_all(), IGRAPH_ALL);
    for (igraph_integer_t row = 0; row < igraph_vector_int_size(&sources); ++row) {
      for (const NodeId user : roles.private_users()) {
        const double distance = MATRIX(distances, row, user);
        if (std::isfinite(distance) && distance <= hops) {
          ++counts.hop(static_cast<unsigned>(distance))[roles.row(user)];
          if (reach != nullptr)
            ++reach->hop(static_cast<unsigned>(distance))[begin + static_cast<std::size_t>(row)];
        }
      }
    }
  }
  igraph_vector_int_destroy(&sources);
  igraph_matrix_destroy(&distances);
  igraph_destroy(&peer);
  igraph_vector_int_destroy(&ends);
  return counts;
}

}  // namespace hopveil::testing
