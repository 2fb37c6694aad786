// SPDX-License-Identifier: Apache-2.0
#include "count/gains.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hopveil/count.h>

#include "base/seeded_rng.h"
#include "count/simple_bfs.h"
#include "graph/builder.h"

namespace hopveil::count {
namespace {

/// A long chain of users, each with friends who know it, its successor, or both: most users are dominated, of
/// whom many read the same rows, or one only.
Graph chain_with_friends(NodeId links, SeededRng& rng) {
  std::vector<Edge> edges;
  NodeId next = links;
  for (NodeId v = 0; v + 1 < links; ++v) {
    edges.push_back({v, v + 1});
    for (std::uint64_t friends = rng() % 5; friends > 0; --friends) {
      const std::uint64_t knows = rng() % 3;
      if (knows != 0) edges.push_back({v, next});
      if (knows != 1) edges.push_back({v + 1, next});
      ++next;
    }
  }
  return graph_from_edges(next + 2, std::move(edges));  // two have no neighbour
}

// Gains are told every seventh hop; what a follower sees then was seen by its leader before.
TEST(Gains, AreToldRightOverManyHops) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SeededRng rng(seed);
    const Graph graph = chain_with_friends(40, rng);
    std::vector<NodeId> public_users;
    for (NodeId v = 0; v < graph.num_nodes(); ++v) {
      if (rng() % 2 == 0) public_users.push_back(v);
    }
    const UserRoles roles(graph.num_nodes(), public_users);
    FingerprintCounter counter(graph, roles, {.threads = 2}, CounterUse::kWholeGraph);
    FingerprintCounter in_batches(graph, roles, {.threads = 1, .row_words = 1}, CounterUse::kWholeGraph);
    ExactCounts counts(3, 90);  // what it held before does not matter
    for (const unsigned hops : {50U, 15U, 14U, 8U, 7U, 2U, 1U, 100U}) {
      const ExactCounts expected = simple_bfs_counts(graph, roles, hops);
      counter.count(hops, counts);
      ASSERT_EQ(counts, expected) << hops << " hops, seed " << seed;
      in_batches.count(hops, counts);
      ASSERT_EQ(counts, expected) << hops << " hops in batches, seed " << seed;
      std::vector<std::uint32_t> column(counts.rows(), 7);
      counter.count_hop(hops, column);
      ASSERT_TRUE(std::equal(column.begin(), column.end(), expected.hop(hops).begin())) << hops << " hops";
    }
  }
}

}  // namespace
}  // namespace hopveil::count
