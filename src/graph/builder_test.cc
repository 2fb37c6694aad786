// SPDX-License-Identifier: Apache-2.0
#include "graph/builder.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/seeded_rng.h"

namespace hopveil {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

UserIds numbered(NodeId num_nodes) {
  std::vector<std::uint64_t> numbers(num_nodes);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  return UserIds::from_numbers(std::move(numbers));
}

TEST(Builder, NoNodesAndNoEdges) {
  const BuiltGraph built = build_graph({}, numbered(0), 2);
  EXPECT_EQ(built.graph.num_nodes(), 0U);
  EXPECT_EQ(built.graph.num_edges(), 0U);
}

TEST(Builder, NodesWithoutEdgesHaveEmptyRows) {
  const BuiltGraph built = build_graph({{}, {}}, numbered(3), 2);
  EXPECT_THAT(built.graph.offsets(), ElementsAre(0, 0, 0, 0));
}

TEST(Builder, RowsAreSortedAndSimple) {
  //  0 - 1 - 2   with 0-1 three times, a loop at 2, and 3 alone
  const BuiltGraph built = build_graph({{{1, 2}, {0, 1}}, {{1, 0}, {2, 2}, {0, 1}}}, numbered(4), 2);
  EXPECT_THAT(built.graph.offsets(), ElementsAre(0, 1, 3, 4, 4));
  EXPECT_THAT(built.graph.targets(), ElementsAre(1, 0, 2, 1));
  EXPECT_EQ(built.removed.repeated_edges, 2U);
  EXPECT_EQ(built.removed.self_loops, 1U);
}

struct Expected {
  std::set<std::pair<NodeId, NodeId>> edges;
  std::uint64_t self_loops = 0;
  std::uint64_t repeated = 0;
};

/// The obvious way.
Expected expect_of(const std::vector<Edge>& edges) {
  Expected expected;
  for (const Edge edge : edges) {
    if (edge.from == edge.to) {
      ++expected.self_loops;
    } else if (!expected.edges.insert(std::minmax(edge.from, edge.to)).second) {
      ++expected.repeated;
    }
  }
  return expected;
}

void expect_built(const std::vector<Edge>& edges, NodeId num_nodes, std::size_t piece_size,
                  unsigned threads) {
  const Expected expected = expect_of(edges);
  EdgePieces pieces;
  for (std::size_t begin = 0; begin < edges.size(); begin += piece_size) {
    const auto end = std::min(edges.size(), begin + piece_size);
    pieces.emplace_back(edges.begin() + static_cast<std::ptrdiff_t>(begin),
                        edges.begin() + static_cast<std::ptrdiff_t>(end));
  }
  const BuiltGraph built = build_graph(std::move(pieces), numbered(num_nodes), threads);
  std::vector<std::pair<NodeId, NodeId>> found;
  for (NodeId node = 0; node < num_nodes; ++node) {
    const auto row = built.graph.neighbours(node);
    ASSERT_TRUE(std::is_sorted(row.begin(), row.end()));
    for (const NodeId other : row)
      if (node < other) found.emplace_back(node, other);
  }
  EXPECT_EQ(built.graph.targets().size(), 2 * expected.edges.size());
  EXPECT_THAT(found, ElementsAreArray(expected.edges));
  EXPECT_EQ(built.removed.self_loops, expected.self_loops);
  EXPECT_EQ(built.removed.repeated_edges, expected.repeated);
}

RC_GTEST_PROP(Builder, EqualsTheObviousWayHoweverTheEdgesAreCut, ()) {
  const auto num_nodes = *rc::gen::inRange<NodeId>(1, 60);
  const auto ends = *rc::gen::container<std::vector<std::pair<NodeId, NodeId>>>(
      rc::gen::pair(rc::gen::inRange<NodeId>(0, num_nodes), rc::gen::inRange<NodeId>(0, num_nodes)));
  std::vector<Edge> edges;
  for (const auto& [from, to] : ends) edges.push_back({from, to});
  const auto piece_size = *rc::gen::inRange<std::size_t>(1, 20);
  expect_built(edges, num_nodes, piece_size, *rc::gen::element(1U, 2U, 7U));
}

TEST(Builder, EqualsTheObviousWayWithManyBuckets) {
  SeededRng random(1);
  for (const NodeId num_nodes : {300U, 70000U}) {  // crowded: many repeats; sparse: few
    std::vector<Edge> edges;
    for (int i = 0; i < 400000; ++i) {
      // A few nodes with very many edges, as in real networks.
      const auto from = static_cast<NodeId>(random.next_u64() % (random.next_u64() % num_nodes + 1));
      edges.push_back({from, static_cast<NodeId>(random.next_u64() % num_nodes)});
    }
    expect_built(edges, num_nodes, 100000, 3);
    expect_built(edges, num_nodes, edges.size(), 1);
  }
}

TEST(Builder, EqualsTheObviousWayWhereKeysNeedMoreThan32Bits) {
  constexpr NodeId kNodes = 6'000'000;  // 23 bits, and 1024 buckets of 2^13 nodes
  SeededRng random(2);
  std::vector<Edge> edges;
  for (int i = 0; i < 300000; ++i) {
    const auto from =
        static_cast<NodeId>(random.next_u64() % 3 == 0 ? kNodes - 1 : random.next_u64() % kNodes);
    edges.push_back({from, static_cast<NodeId>(random.next_u64() % kNodes)});
  }
  edges.insert(edges.end(), edges.begin(), edges.begin() + 1000);
  expect_built(edges, kNodes, 100000, 2);
}

}  // namespace
}  // namespace hopveil
