// SPDX-License-Identifier: Apache-2.0
#include "count/dominated.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/count.h>

#include "base/seeded_rng.h"
#include "count/simple_bfs.h"
#include "graph/builder.h"
#include "graph/generate_rmat.h"
#include "support/small_graphs.h"

namespace hopveil::count {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

bool knows_or_is(const Graph& graph, NodeId u, NodeId w) {
  const auto known = graph.neighbours(u);
  return u == w || std::find(known.begin(), known.end(), w) != known.end();
}

/// u knows v and everybody that v knows.
bool covers(const Graph& graph, NodeId u, NodeId v) {
  const auto known = graph.neighbours(v);
  return u != v && knows_or_is(graph, u, v) &&
         std::all_of(known.begin(), known.end(), [&](NodeId w) { return knows_or_is(graph, u, w); });
}

std::vector<std::uint8_t> dominated_by_definition(const Graph& graph) {
  std::vector<std::uint8_t> dominated(graph.num_nodes());
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      if (covers(graph, u, v) && (!covers(graph, v, u) || u < v)) dominated[v] = 1;
    }
  }
  return dominated;
}

/// Cliques of friends, some of whom are in several.
Graph cliques_of_friends(NodeId users, std::size_t cliques, SeededRng& rng) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < cliques; ++i) {
    std::vector<NodeId> members(2 + rng() % 5);
    for (NodeId& member : members) member = static_cast<NodeId>(rng() % users);
    for (const NodeId a : members)
      for (const NodeId b : members) edges.push_back({a, b});
  }
  return graph_from_edges(users, std::move(edges));
}

TEST(Dominated, IsWhatADrawingShows) {
  EXPECT_THAT(find_dominated(testing::star(5), 1), ElementsAre(0, 1, 1, 1, 1));
  EXPECT_THAT(find_dominated(testing::path(5), 1), ElementsAre(1, 0, 0, 0, 1));
  EXPECT_THAT(find_dominated(testing::cycle(5), 1), Each(0));
  EXPECT_THAT(find_dominated(testing::single_edge(), 1), ElementsAre(0, 1)) << "one of two equals stays";
  EXPECT_THAT(find_dominated(testing::isolated_nodes(3), 1), Each(0));
  EXPECT_TRUE(find_dominated(testing::empty_graph(), 1).empty());
}

TEST(Dominated, IsWhatTheDefinitionSaysOnManyGraphs) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SeededRng rng(seed);
    const auto users = static_cast<NodeId>(1 + rng() % 40);
    const Graph graph = cliques_of_friends(users, rng() % users, rng);
    ASSERT_EQ(find_dominated(graph, 1), dominated_by_definition(graph)) << "seed " << seed;
  }
}

TEST(Dominated, DoesNotDependOnThreads) {
  SeededRng rng(1);
  const Graph graph = cliques_of_friends(20'000, 9'000, rng);
  const auto alone = find_dominated(graph, 1);
  EXPECT_EQ(find_dominated(graph, 2), alone);
  EXPECT_EQ(find_dominated(graph, 7), alone);
}

TEST(Dominated, UsersAreNotNeededToCount) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SeededRng rng(seed);
    const auto users = static_cast<NodeId>(2 + rng() % 200);
    const Graph graph = cliques_of_friends(users, users / 2, rng);
    std::vector<NodeId> public_users;
    for (NodeId v = 0; v < users; ++v) {
      if (rng() % 4 == 0) public_users.push_back(v);
    }
    const UserRoles roles(users, public_users);
    FingerprintCounter counter(graph, roles, {.threads = 2, .row_words = 1}, CounterUse::kWholeGraph);
    ExactCounts counts;
    counter.count(6, counts);
    ASSERT_EQ(counts, simple_bfs_counts(graph, roles, 6)) << "seed " << seed;
  }
}

TEST(Dominated, UsersAreLookedForWhereThereAreMany) {
  SeededRng rng(2);
  EXPECT_TRUE(domination_pays(cliques_of_friends(5'000, 2'000, rng)));
  EXPECT_FALSE(domination_pays(generate_rmat({.nodes = 5'000, .edges = 50'000, .seed = 1})));
  EXPECT_FALSE(domination_pays(testing::cycle(100)));
  EXPECT_FALSE(domination_pays(testing::empty_graph()));
}

}  // namespace
}  // namespace hopveil::count
