// SPDX-License-Identifier: Apache-2.0
#include "graph/distinct_edges.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

namespace hopveil {
namespace {

std::set<std::pair<NodeId, NodeId>> taken(DistinctEdges& edges) {
  std::set<std::pair<NodeId, NodeId>> result;
  for (const auto& piece : edges.take())
    for (const Edge edge : piece)
      EXPECT_TRUE(result.emplace(edge.from, edge.to).second) << "an edge came twice";
  return result;
}

TEST(DistinctEdgesTest, DropsRepeatsDirectionsAndSelfLoops) {
  DistinctEdges edges(5, 1);
  edges.add({{0, 1}, {1, 0}, {2, 2}, {4, 3}, {0, 1}});
  EXPECT_EQ(edges.size(), 2u);
  edges.add({{3, 4}, {2, 0}});
  EXPECT_EQ(edges.size(), 3u);
  EXPECT_EQ(taken(edges), (std::set<std::pair<NodeId, NodeId>>{{0, 1}, {0, 2}, {3, 4}}));
  EXPECT_EQ(edges.size(), 0u);
}

TEST(DistinctEdgesTest, AgreesWithASetOnManyEdges) {
  SeededRng rng(3);
  std::set<std::pair<NodeId, NodeId>> expected;
  DistinctEdges edges(5000, 3);
  for (int round = 0; round < 3; ++round) {
    std::vector<Edge> candidates(300'000);
    for (Edge& edge : candidates) {
      const std::uint64_t draw = rng.next_u64();
      edge = {static_cast<NodeId>(draw % 5000), static_cast<NodeId>((draw >> 32) % 300)};
      if (edge.from != edge.to) expected.emplace(std::minmax(edge.from, edge.to));
    }
    edges.add(candidates);
    EXPECT_EQ(edges.size(), expected.size());
  }
  EXPECT_EQ(taken(edges), expected);
}

TEST(DistinctEdgesTest, FillsUpToTheCompleteGraph) {
  DistinctEdges edges(50, 2);
  edges.add({{0, 1}, {7, 9}});
  edges.add_uniform(50 * 49 / 2 - 2, SeededRng(1));
  EXPECT_EQ(edges.size(), 50u * 49 / 2);
  EXPECT_THROW(edges.add_uniform(1, SeededRng(1)), BugError);
}

// Every absent pair is chosen equally often: 9 of the 10 pairs of 5 nodes are absent, `count` are chosen,
// 20000 times. Chi-square with 8 degrees of freedom and choices without repeats, so conservative; beyond 45
// in 4e-7.
void expect_uniform(NodeId nodes, std::uint64_t count) {
  std::map<std::pair<NodeId, NodeId>, double> chosen;
  constexpr std::uint64_t kRuns = 20'000;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    DistinctEdges edges(nodes, 1);
    edges.add({{0, 1}});
    edges.add_uniform(count, SeededRng(run));
    for (const auto& pair : taken(edges)) ++chosen[pair];
  }
  EXPECT_EQ(chosen.at({0, 1}), kRuns);
  chosen.erase({0, 1});
  const double pairs = nodes * (nodes - 1) / 2.0 - 1;
  EXPECT_EQ(static_cast<double>(chosen.size()), pairs);
  const double expected = kRuns * static_cast<double>(count) / pairs;
  double statistic = 0;
  for (const auto& [pair, times] : chosen) statistic += (times - expected) * (times - expected) / expected;
  EXPECT_LT(statistic, 45);
}

TEST(DistinctEdgesTest, FillsUniformlyBySelectionWhenDense) {
  expect_uniform(5, 4);
}

TEST(DistinctEdgesTest, FillsUniformlyByDrawingWhenSparse) {
  expect_uniform(5, 1);
}

}  // namespace
}  // namespace hopveil
