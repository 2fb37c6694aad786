// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "count/simple_bfs.h"
#include "graph/builder.h"
#include "graph/generate_powerlaw.h"

namespace hopveil::count {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

Graph random_graph(NodeId num_nodes, std::size_t num_edges, SeededRng& rng) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < num_edges; ++i)
    edges.push_back({static_cast<NodeId>(rng() % num_nodes), static_cast<NodeId>(rng() % num_nodes)});
  return graph_from_edges(num_nodes, std::move(edges));
}

UserRoles random_roles(NodeId num_nodes, std::size_t num_public, SeededRng& rng) {
  std::vector<NodeId> users(num_nodes);
  std::iota(users.begin(), users.end(), NodeId{0});
  std::shuffle(users.begin(), users.end(), rng);
  users.resize(std::min<std::size_t>(num_public, num_nodes));
  return {num_nodes, users};
}

/// Both tables, every way to count, against the oracle.
void expect_right(const Graph& graph, const UserRoles& roles, unsigned hops, CountOptions options) {
  const ExactCounts expected = simple_bfs_counts(graph, roles, hops);
  const ExactCounts expected_reach = simple_bfs_reach(graph, roles, hops);
  for (const EdgeAccess edges : {EdgeAccess::kInMemory, EdgeAccess::kStreamed}) {
    options.edges = edges;
    FingerprintCounter counter(graph, roles, options, CounterUse::kWholeGraph);
    ExactCounts counts;
    ExactCounts reach;
    counter.count_with_reach(hops, counts, reach);
    ASSERT_EQ(counts, expected);
    ASSERT_EQ(reach, expected_reach);
    counter.count(hops, counts);
    ASSERT_EQ(counts, expected) << "without reach, after it";
  }
}

// 0 - 1 - 2 - 3 - 4 with 0 and 3 public: by hand.
TEST(Reach, OfASmallPathIsWhatADrawingShows) {
  const Graph path = graph_from_edges(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  FingerprintCounter counter(path, UserRoles(5, {0, 3}));
  ExactCounts counts;
  ExactCounts reach;
  counter.count_with_reach(4, counts, reach);
  EXPECT_THAT(reach.hop(1), ElementsAre(1, 2));
  EXPECT_THAT(reach.hop(2), ElementsAre(1, 1));
  EXPECT_THAT(reach.hop(3), ElementsAre(0, 0));  // user 3, who is public
  EXPECT_THAT(reach.hop(4), ElementsAre(1, 0));
}

TEST(Reach, IsInTheOrderOfTheSources) {
  const Graph star = graph_from_edges(4, {{0, 1}, {0, 2}, {0, 3}});
  FingerprintCounter counter(star, CountTask({3, 0}, {1, 2}));
  ExactCounts counts;
  ExactCounts reach;
  counter.count_with_reach(2, counts, reach);
  EXPECT_THAT(reach.hop(1), ElementsAre(0, 2));
  EXPECT_THAT(reach.hop(2), ElementsAre(2, 0));
}

TEST(Reach, OfThousandsOfRandomGraphsIsRight) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SeededRng rng(seed);
    const auto n = static_cast<NodeId>(1 + rng() % 150);
    const Graph graph = random_graph(n, rng() % (3 * n), rng);
    const UserRoles roles = random_roles(n, rng() % (n + 1), rng);
    SCOPED_TRACE(fmt::format("seed {}", seed));
    expect_right(graph, roles, static_cast<unsigned>(1 + rng() % 10),
                 {.threads = 1, .row_words = seed % 3 == 0 ? 1u : 0u});
    if (HasFatalFailure()) return;
  }
}

TEST(Reach, DoesNotDependOnThreadsOrWidth) {
  SeededRng rng(1);
  const Graph graph = random_graph(3000, 7000, rng);
  const UserRoles roles = random_roles(3000, 700, rng);
  for (const unsigned width : {1u, 2u, 12u, 32u}) {
    for (const unsigned threads : {1u, 3u}) {
      SCOPED_TRACE(fmt::format("{} words, {} threads", width, threads));
      expect_right(graph, roles, 6, {.threads = threads, .row_words = width});
    }
  }
}

// More users than the sums of a worker have room for, and a second hop in which all of them saturate.
TEST(Reach, OfAStarWithManyUsersIsRight) {
  constexpr NodeId kUsers = 200'000;
  std::vector<Edge> edges;
  for (NodeId v = 1; v < kUsers; ++v) edges.push_back({0, v});
  const Graph star = graph_from_edges(kUsers, std::move(edges));
  for (const EdgeAccess access : {EdgeAccess::kInMemory, EdgeAccess::kStreamed}) {
    FingerprintCounter counter(star, UserRoles(kUsers, {1, 2, 3}), {.threads = 1, .edges = access});
    ExactCounts counts;
    ExactCounts reach;
    counter.count_with_reach(3, counts, reach);
    EXPECT_THAT(reach.hop(1), Each(1));
    EXPECT_THAT(reach.hop(2), Each(kUsers - 4));
    EXPECT_THAT(reach.hop(3), Each(0));
  }
}

// Beyond the cache, where the second hop is done from pairs: the sum over the sources is the sum over the
// rows.
TEST(Reach, OfALargeGraphAgreesWithItsCounts) {
  const Graph graph = generate_powerlaw({.nodes = 150'000, .edges = 600'000, .seed = 3});
  SeededRng rng(3);
  const UserRoles roles = random_roles(graph.num_nodes(), 500, rng);
  ExactCounts counts;
  ExactCounts from_pairs;
  FingerprintCounter(graph, roles, {.row_words = 32}).count_with_reach(5, counts, from_pairs);
  ExactCounts from_rows;
  FingerprintCounter(graph, roles, {.threads = 1, .row_words = 1}).count_with_reach(5, counts, from_rows);
  EXPECT_EQ(from_pairs, from_rows);
  for (unsigned hop = 1; hop <= 5; ++hop) {
    const auto rows = counts.hop(hop);
    const auto sources = from_rows.hop(hop);
    EXPECT_EQ(std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}),
              std::accumulate(sources.begin(), sources.end(), std::uint64_t{0}));
  }
}

TEST(Reach, IsRefusedWhereSomeUsersHaveNoRow) {
  const Graph path = graph_from_edges(3, {{0, 1}, {1, 2}});
  ExactCounts counts;
  ExactCounts reach;
  for (const EdgeAccess access : {EdgeAccess::kInMemory, EdgeAccess::kStreamed}) {
    FingerprintCounter some(path, CountTask({0}, {1}), {.edges = access}, CounterUse::kWholeGraph);
    EXPECT_THROW(some.count_with_reach(2, counts, reach), InputError);
    FingerprintCounter all(path, CountTask({0}, {0, 1, 2}), {.edges = access}, CounterUse::kWholeGraph);
    EXPECT_THROW(all.count_with_reach(2, counts, reach), InputError);
  }
}

}  // namespace
}  // namespace hopveil::count
