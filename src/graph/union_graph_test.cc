// SPDX-License-Identifier: Apache-2.0
#include "graph/union_graph.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "graph/network_spec.h"

namespace hopveil {
namespace {

TEST(UnionGraph, HasTheEdgesOfBothOnce) {
  constexpr NodeId kNodes = 50;
  SeededRng rng(1);
  std::vector<Edge> first, second;
  for (int i = 0; i < 200; ++i) {
    auto& edges = i < 120 ? first : second;
    edges.push_back(
        {static_cast<NodeId>(random_below(rng, kNodes)), static_cast<NodeId>(random_below(rng, kNodes))});
  }
  second.insert(second.end(), first.begin(), first.begin() + 10);  // some are in both
  std::vector<Edge> all = first;
  all.insert(all.end(), second.begin(), second.end());
  const Graph merged = union_graph(graph_from_edges(kNodes, first), graph_from_edges(kNodes, second));
  const Graph built = graph_from_edges(kNodes, all);
  ASSERT_EQ(merged.num_edges(), built.num_edges());
  for (NodeId node = 0; node < kNodes; ++node) {
    EXPECT_TRUE(std::ranges::equal(merged.neighbours(node), built.neighbours(node))) << node;
  }
  EXPECT_EQ(merged.ids().text(7), "7");
}

TEST(UnionGraph, WithAnEmptyGraphIsTheSame) {
  const Graph graph = graph_from_edges(3, {{0, 1}});
  const Graph merged = union_graph(graph, graph_from_edges(3, {}));
  EXPECT_EQ(merged.num_edges(), 1U);
  EXPECT_EQ(merged.degree(2), 0U);
}

}  // namespace
}  // namespace hopveil
