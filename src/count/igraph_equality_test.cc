// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <gtest/gtest.h>

#include <hopveil/count.h>

#include "base/seeded_rng.h"
#include "count/simple_bfs.h"
#include "graph/builder.h"
#include "support/igraph_counts.h"

namespace hopveil::count {
namespace {

using testing::igraph_counts;

// The oracle is ours too; igraph says that it is right.
TEST(CountAndIgraph, AgreeOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SeededRng rng(seed);
    const auto n = static_cast<NodeId>(1 + rng() % 200);
    std::vector<Edge> edges(rng() % (3 * n));
    for (Edge& edge : edges) edge = {static_cast<NodeId>(rng() % n), static_cast<NodeId>(rng() % n)};
    std::vector<NodeId> public_users;
    const std::uint64_t one_in = 1 + rng() % 8;
    for (NodeId v = 0; v < n; ++v) {
      if (rng() % one_in == 0) public_users.push_back(v);
    }
    const Graph graph = graph_from_edges(n, edges);
    const UserRoles roles(n, public_users);
    const auto hops = static_cast<unsigned>(1 + rng() % 10);
    const ExactCounts expected = igraph_counts(graph, roles, hops);
    ASSERT_EQ(count_fingerprints(graph, roles, hops), expected) << "seed " << seed;
    ASSERT_EQ(simple_bfs_counts(graph, roles, hops), expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace hopveil::count
