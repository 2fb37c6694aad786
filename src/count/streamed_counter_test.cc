// SPDX-License-Identifier: Apache-2.0
#include "count/streamed_counter.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "count/simple_bfs.h"
#include "graph/builder.h"
#include "graph/edge_subset.h"

namespace hopveil::count {
namespace {

Graph random_graph(NodeId num_nodes, std::size_t num_edges, SeededRng& rng) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < num_edges; ++i)
    edges.push_back({static_cast<NodeId>(rng() % num_nodes), static_cast<NodeId>(rng() % num_nodes)});
  return graph_from_edges(num_nodes, std::move(edges));
}

std::vector<NodeId> random_users(NodeId num_nodes, std::size_t wanted, SeededRng& rng) {
  std::vector<NodeId> users(num_nodes);
  std::iota(users.begin(), users.end(), NodeId{0});
  std::shuffle(users.begin(), users.end(), rng);
  users.resize(std::min<std::size_t>(wanted, num_nodes));
  return users;
}

TEST(StreamedCounter, OfThousandsOfRandomGraphsIsRight) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SeededRng rng(seed);
    const auto n = static_cast<NodeId>(1 + rng() % 150);
    const Graph graph = random_graph(n, rng() % (4 * n), rng);
    const CountTask task(random_users(n, rng() % (n + 1), rng), random_users(n, rng() % (n + 1), rng));
    const auto hops = static_cast<unsigned>(1 + rng() % 12);
    FingerprintCounter counter(graph, task,
                               {.threads = 1 + static_cast<unsigned>(seed % 2),
                                .row_words = seed % 3 == 0 ? 1u : 0u,
                                .edges = EdgeAccess::kStreamed},
                               CounterUse::kWholeGraph);
    ASSERT_TRUE(counter.plan().streams_edges);
    const ExactCounts expected = simple_bfs_counts(graph, task, hops);
    ExactCounts counts;
    for (int time = 0; time < 2; ++time) {
      counter.count(hops, counts);
      ASSERT_EQ(counts, expected) << "seed " << seed;
    }
    std::vector<std::uint32_t> column(task.rows.size(), 77);
    counter.count_hop(hops, column);
    ASSERT_THAT(column, ::testing::ElementsAreArray(expected.hop(hops))) << "seed " << seed;
  }
}

TEST(StreamedCounter, IsTakenWhereTheGraphDoesNotFit) {
  SeededRng rng(5);
  const Graph graph = random_graph(5000, 100'000, rng);
  const UserRoles roles(5000, random_users(5000, 300, rng));
  const std::uint64_t for_copy = plan_count(graph, roles).bytes_for_graph;
  const CountOptions tight = {.memory_limit = for_copy / 3};
  EXPECT_THROW(plan_count(graph, roles, {.memory_limit = for_copy / 3, .edges = EdgeAccess::kInMemory}),
               InputError);
  const CountPlan plan = plan_count(graph, roles, tight);
  EXPECT_TRUE(plan.streams_edges);
  EXPECT_LE(plan.bytes(), tight.memory_limit);
  EXPECT_EQ(count_fingerprints(graph, roles, 5, tight), simple_bfs_counts(graph, roles, 5));
}

TEST(StreamedCounter, IsNotTakenWhereTheGraphFits) {
  SeededRng rng(5);
  const Graph graph = random_graph(1000, 5000, rng);
  EXPECT_FALSE(plan_count(graph, UserRoles(1000, {1, 2, 3})).streams_edges);
}

TEST(StreamedCounter, DoesNotCountOnSubsets) {
  const Graph path = graph_from_edges(3, {{0, 1}, {1, 2}});
  const UserRoles roles(3, {0});
  FingerprintCounter streamed(path, roles, {.edges = EdgeAccess::kStreamed}, CounterUse::kWholeGraph);
  ExactCounts counts;
  EXPECT_THROW(streamed.count(EdgeSubset(2), 2, counts), BugError);
  EXPECT_FALSE(FingerprintCounter(path, roles, {}, CounterUse::kSubsets).plan().streams_edges);
}

}  // namespace
}  // namespace hopveil::count
