// SPDX-License-Identifier: Apache-2.0
#include "graph/diameter.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "graph/components.h"
#include "graph/eccentricities.h"
#include "graph/generators.h"
#include "support/small_graphs.h"

namespace hopveil {
namespace {

/// The obvious way: a breadth-first search from every node.
std::vector<std::uint32_t> all_eccentricities(const Graph& graph) {
  std::vector<std::uint32_t> result;
  for (NodeId start = 0; start < graph.num_nodes(); ++start) {
    std::vector<std::uint32_t> distance(graph.num_nodes(), kNoNode);
    std::vector<NodeId> queue{start};
    distance[start] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (const NodeId next : graph.neighbours(queue[head])) {
        if (distance[next] != kNoNode) continue;
        distance[next] = distance[queue[head]] + 1;
        queue.push_back(next);
      }
    }
    result.push_back(distance[queue.back()]);
  }
  return result;
}

std::uint32_t simple_diameter(const Graph& graph) {
  const auto all = all_eccentricities(largest_component(graph));
  return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
}

TEST(DiameterTest, OfSmallGraphsIsKnown) {
  EXPECT_EQ(largest_component_diameter(testing::empty_graph()), 0u);
  EXPECT_EQ(largest_component_diameter(testing::single_node()), 0u);
  EXPECT_EQ(largest_component_diameter(testing::isolated_nodes(3)), 0u);
  EXPECT_EQ(largest_component_diameter(testing::single_edge()), 1u);
  EXPECT_EQ(largest_component_diameter(testing::path(130)), 129u);
  EXPECT_EQ(largest_component_diameter(testing::cycle(7)), 3u);
  EXPECT_EQ(largest_component_diameter(testing::star(6)), 2u);
  EXPECT_EQ(largest_component_diameter(testing::clique(5)), 1u);
  EXPECT_EQ(largest_component_diameter(testing::two_triangles_with_a_bridge()), 3u);
}

TEST(DiameterTest, IsThatOfTheLargestComponentAndNotTheLongest) {
  // A clique of five, and a path of four that is longer but smaller.
  std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}};
  for (NodeId u = 4; u < 9; ++u)
    for (NodeId v = u + 1; v < 9; ++v) edges.push_back({u, v});
  const Graph graph = graph_from_edges(9, edges);
  EXPECT_EQ(largest_component_diameter(graph), 1u);
  EXPECT_EQ(component_diameter(graph, 2), 3u);
}

TEST(DiameterTest, AgreesWithAllSearchesOnSmallGraphs) {
  for (const auto& [name, graph] : testing::small_graphs())
    EXPECT_EQ(largest_component_diameter(graph), simple_diameter(graph)) << name;
}

TEST(DiameterTest, AgreesWithAllSearchesOnThousandsOfRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SeededRng rng(seed);
    const auto nodes = static_cast<NodeId>(1 + random_below(rng, 60));
    std::vector<Edge> edges(random_below(rng, 2 * nodes));
    for (Edge& edge : edges)
      edge = {static_cast<NodeId>(random_below(rng, nodes)), static_cast<NodeId>(random_below(rng, nodes))};
    const Graph graph = graph_from_edges(nodes, edges);
    ASSERT_EQ(largest_component_diameter(graph, seed % 8 == 0 ? 2 : 1), simple_diameter(graph))
        << "seed " << seed;
  }
}

TEST(DiameterTest, AgreesWithAllSearchesOnGeneratedNetworks) {
  for (const GeneratorInfo& generator : generators()) {
    for (const std::uint64_t edges : {1500u, 3000u, 12000u}) {
      const Graph graph = generator.make({.nodes = 1500, .edges = edges, .seed = 5, .threads = 2});
      EXPECT_EQ(largest_component_diameter(graph), simple_diameter(graph)) << generator.name << ' ' << edges;
    }
  }
}

// All nodes look alike, so bounds never settle anybody: the batches have to.
TEST(DiameterTest, AgreesWhereBoundsDoNotHelp) {
  EXPECT_EQ(largest_component_diameter(testing::cycle(2001)), 1000u);
  EXPECT_EQ(largest_component_diameter(testing::complete_bipartite(30, 40)), 2u);
}

TEST(DiameterTest, ProgressGrowsToTheWholeComponent) {
  std::uint64_t last = 0;
  std::uint64_t total = 0;
  largest_component_diameter(testing::path(300), 1, [&](std::uint64_t done, std::uint64_t all) {
    EXPECT_GE(done, last);
    last = done;
    total = all;
  });
  EXPECT_EQ(total, 300U);
  EXPECT_EQ(last, 300U);
}

TEST(EccentricitiesTest, AgreeWithAllSearches) {
  const Graph graph =
      largest_component(find_generator("rmat").make({.nodes = 3000, .edges = 9000, .seed = 2, .threads = 1}));
  std::vector<NodeId> all(graph.num_nodes());
  std::iota(all.begin(), all.end(), NodeId{0});
  const auto expected = all_eccentricities(graph);
  for (const unsigned threads : {1u, 3u}) {
    for (std::size_t begin = 0; begin < all.size(); begin += kEccentricityBatch) {
      const auto batch = std::span(all).subspan(begin, std::min(kEccentricityBatch, all.size() - begin));
      const auto found = eccentricities(graph, all, batch, threads);
      ASSERT_TRUE(
          std::equal(found.begin(), found.end(), expected.begin() + static_cast<std::ptrdiff_t>(begin)));
    }
  }
}

TEST(EccentricitiesTest, OfASingleNodeIsZero) {
  const std::vector<NodeId> only{0};
  EXPECT_EQ(eccentricities(testing::single_node(), only, only, 1), std::vector<std::uint32_t>{0});
}

}  // namespace
}  // namespace hopveil
