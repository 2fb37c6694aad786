// SPDX-License-Identifier: Apache-2.0
// Sources and rows that are not simply the public and the private users.

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "count/simple_bfs.h"
#include "graph/builder.h"
#include "graph/edge_subset.h"
#include "graph/generate_powerlaw.h"

namespace hopveil::count {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::UnorderedElementsAreArray;

std::vector<NodeId> shuffled_users(NodeId num_nodes, std::size_t wanted, SeededRng& rng) {
  std::vector<NodeId> users(num_nodes);
  std::iota(users.begin(), users.end(), NodeId{0});
  std::shuffle(users.begin(), users.end(), rng);
  users.resize(std::min<std::size_t>(wanted, num_nodes));
  return users;
}

/// A tree with a few more edges, most of whose users are dominated, and some users without an edge.
Graph random_graph(NodeId num_nodes, SeededRng& rng) {
  std::vector<Edge> edges;
  const NodeId linked = num_nodes - num_nodes / 10;
  for (NodeId v = 1; v < linked; ++v) edges.push_back({v, static_cast<NodeId>(rng() % v)});
  for (NodeId i = 0; i < num_nodes / 4; ++i)
    edges.push_back({static_cast<NodeId>(rng() % linked), static_cast<NodeId>(rng() % linked)});
  return graph_from_edges(num_nodes, std::move(edges));
}

void expect_right(const Graph& graph, const CountTask& task, unsigned hops, const CountOptions& options) {
  const ExactCounts expected = simple_bfs_counts(graph, task, hops);
  for (const CounterUse use : {CounterUse::kSubsets, CounterUse::kWholeGraph, CounterUse::kWholeGraphOnce}) {
    FingerprintCounter counter(graph, task, options, use);
    ExactCounts counts;
    counter.count(hops, counts);
    ASSERT_EQ(counts, expected) << "up to " << hops << " hops";
    std::vector<std::uint32_t> column(task.rows.size(), 77);
    counter.count_hop(hops, column);
    ASSERT_THAT(column, ElementsAreArray(expected.hop(hops))) << "at hop " << hops;
  }
}

// 0 - 1 - 2 - 3 - 4 with 1 and 3 counted, by hand.
TEST(CountTask, GivesRowsToSourcesWithoutCountingThemselves) {
  const Graph path = graph_from_edges(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  const ExactCounts counts = count_fingerprints(path, CountTask({3, 1}, {0, 1, 2, 3, 4}), 3);
  EXPECT_THAT(counts.hop(1), ElementsAre(1, 0, 2, 0, 1));
  EXPECT_THAT(counts.hop(2), ElementsAre(0, 1, 0, 1, 0));
  EXPECT_THAT(counts.hop(3), ElementsAre(1, 0, 0, 0, 1));
}

TEST(CountTask, OfPublicAndPrivateUsersIsTheUsualOne) {
  const UserRoles roles(5, {4, 2});
  const CountTask task = roles;
  EXPECT_THAT(task.sources, ElementsAre(2, 4));
  EXPECT_THAT(task.rows, ElementsAre(0, 1, 3));
}

TEST(CountTask, RowsAreInTheOrderOfTheTask) {
  const Graph star = graph_from_edges(4, {{0, 1}, {0, 2}, {0, 3}});
  const ExactCounts counts = count_fingerprints(star, CountTask({1, 2}, {3, 0, 1}), 2);
  EXPECT_THAT(counts.hop(1), ElementsAre(0, 2, 0));
  EXPECT_THAT(counts.hop(2), ElementsAre(2, 0, 1));
}

TEST(CountTask, WithoutSourcesOrRowsIsEmpty) {
  const Graph edge = graph_from_edges(2, {{0, 1}});
  EXPECT_EQ(count_fingerprints(edge, CountTask({}, {0, 1}), 2), ExactCounts(2, 2));
  EXPECT_EQ(count_fingerprints(edge, CountTask({0, 1}, {}), 2), ExactCounts(0, 2));
}

TEST(CountTask, IsRightForAnySourcesAndRows) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SeededRng rng(seed);
    const auto n = static_cast<NodeId>(2 + rng() % 150);
    const Graph graph = random_graph(n, rng);
    const std::vector<NodeId> sources = shuffled_users(n, rng() % (n + 1), rng);
    const std::vector<NodeId> rows = shuffled_users(n, seed % 2 == 0 ? n : rng() % (n + 1), rng);
    SCOPED_TRACE(fmt::format("seed {}", seed));
    expect_right(graph, CountTask(sources, rows), static_cast<unsigned>(1 + rng() % 9),
                 {.threads = 1, .row_words = seed % 3 == 0 ? 1u : 0u});
    if (HasFatalFailure()) return;
  }
}

// As workers do it who share the batches: each has a counter of its own.
TEST(CountTask, BatchesDealtToCountersAddUp) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SeededRng rng(seed);
    const auto n = static_cast<NodeId>(2 + rng() % 150);
    const Graph graph = random_graph(n, rng);
    const CountTask task(shuffled_users(n, 1 + rng() % n, rng), shuffled_users(n, n, rng));
    const auto hops = static_cast<unsigned>(1 + rng() % 9);
    const CountOptions options{.threads = 1,
                               .row_words = seed % 3 == 0 ? 1u : 0u,
                               .fewest_batches = rng() % 9,
                               .edges = seed % 2 == 0 ? EdgeAccess::kInMemory : EdgeAccess::kStreamed};
    FingerprintCounter counters[] = {{graph, task, options, CounterUse::kWholeGraphOnce},
                                     {graph, task, options, CounterUse::kWholeGraphOnce}};
    const std::size_t batches = counters[0].plan().batches;
    EXPECT_GE(batches, std::min(options.fewest_batches, task.sources.size()));
    EXPECT_EQ(counters[0].sources_in_order(), counters[1].sources_in_order());
    EXPECT_THAT(counters[0].sources_in_order(), UnorderedElementsAreArray(task.sources));
    ExactCounts sum(task.rows.size(), hops), part;
    for (std::size_t first = 0; first < batches;) {
      const std::size_t last = std::min(batches, first + 1 + rng() % 3);
      counters[rng() % 2].count_batches(first, last, hops, part);
      for (unsigned hop = 1; hop <= hops; ++hop)
        std::ranges::transform(sum.hop(hop), part.hop(hop), sum.hop(hop).begin(), std::plus());
      first = last;
    }
    ASSERT_EQ(sum, simple_bfs_counts(graph, task, hops)) << "seed " << seed;
  }
}

TEST(CountTask, BatchesThatAreNotThereAreRefused) {
  const Graph edge = graph_from_edges(2, {{0, 1}});
  FingerprintCounter counter(edge, CountTask({0}, {1}));
  ExactCounts counts;
  EXPECT_THROW(counter.count_batches(0, 2, 1, counts), InputError);
  EXPECT_THROW(counter.count_batches(1, 0, 1, counts), InputError);
  counter.count_batches(1, 1, 1, counts);
  EXPECT_EQ(counts, ExactCounts(1, 1));
}

TEST(CountTask, IsRightOnSubsetsOfTheEdges) {
  SeededRng rng(7);
  for (int i = 0; i < 200; ++i) {
    const Graph graph = random_graph(100, rng);
    EdgeSubset kept(graph.num_edges());
    for (std::uint64_t edge = 0; edge < graph.num_edges(); ++edge) {
      if (rng() % 3 != 0) kept.insert(edge);
    }
    const CountTask task(shuffled_users(100, 40, rng), shuffled_users(100, 100, rng));
    FingerprintCounter counter(graph, task, {.threads = 1});
    ExactCounts counts;
    counter.count(kept, 5, counts);
    ASSERT_EQ(counts, simple_bfs_counts(graph, task, 5, &kept));
  }
}

// Beyond the cache, where the second hop is done from pairs.
TEST(CountTask, IsRightOnALargeGraph) {
  const Graph graph = generate_powerlaw({.nodes = 150'000, .edges = 600'000, .seed = 3});
  SeededRng rng(3);
  const CountTask task(shuffled_users(graph.num_nodes(), 500, rng),
                       shuffled_users(graph.num_nodes(), graph.num_nodes(), rng));
  const ExactCounts wide = count_fingerprints(graph, task, 5, {.row_words = 32});
  const ExactCounts narrow = count_fingerprints(graph, task, 5, {.threads = 1, .row_words = 1});
  EXPECT_EQ(wide, narrow);
}

}  // namespace
}  // namespace hopveil::count
