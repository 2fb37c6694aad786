// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>
#include <hopveil/graph.h>

#include "graph/builder.h"
#include "graph/edge_subset.h"
#include "support/small_graphs.h"

namespace hopveil {
namespace {

using ::testing::ElementsAre;

TEST(UserIdsTest, KeepsNumbersAsGiven) {
  const UserIds ids = UserIds::from_numbers({7, 0, ~std::uint64_t{0}});
  EXPECT_EQ(ids.size(), 3u);
  EXPECT_TRUE(ids.numeric());
  EXPECT_EQ(ids.text(0), "7");
  EXPECT_EQ(ids.text(1), "0");
  EXPECT_EQ(ids.text(2), "18446744073709551615");
}

TEST(UserIdsTest, KeepsTextAsGiven) {
  const UserIds ids = UserIds::from_text("07Zoë", {2, 2, 6});
  EXPECT_EQ(ids.size(), 3u);
  EXPECT_FALSE(ids.numeric());
  EXPECT_EQ(ids.text(0), "07");
  EXPECT_EQ(ids.text(1), "");
  EXPECT_EQ(ids.text(2), "Zoë");
  std::string out = "user ";
  ids.append_text(2, out);
  EXPECT_EQ(out, "user Zoë");
}

TEST(UserIdsTest, CopiesOutliveTheOriginal) {
  std::optional<UserIds> original = UserIds::from_text("ab", {1, 2});
  const UserIds copy = *original;
  original.reset();
  EXPECT_EQ(copy.text(1), "b");
}

TEST(GraphTest, TheEmptyGraphHasNothing) {
  const Graph graph;
  EXPECT_EQ(graph.num_nodes(), 0u);
  EXPECT_EQ(graph.num_edges(), 0u);
  EXPECT_EQ(graph.ids().size(), 0u);
}

TEST(GraphTest, EachEdgeStandsInBothRows) {
  const Graph graph = testing::two_triangles_with_a_bridge();
  EXPECT_EQ(graph.num_nodes(), 6u);
  EXPECT_EQ(graph.num_edges(), 7u);
  EXPECT_THAT(graph.neighbours(2), ElementsAre(0, 1, 3));
  EXPECT_THAT(graph.neighbours(3), ElementsAre(2, 4, 5));
  EXPECT_EQ(graph.degree(5), 2u);
}

TEST(GraphTest, CopiesShareAndOutliveTheOriginal) {
  std::optional<Graph> original = testing::path(3);
  const Graph copy = *original;
  EXPECT_EQ(copy.targets().data(), original->targets().data());
  original.reset();
  EXPECT_THAT(copy.neighbours(1), ElementsAre(0, 2));
}

TEST(GraphTest, ArraysThatDoNotFitTogetherAreRefused) {
  const UserIds two = UserIds::from_numbers({0, 1});
  EXPECT_THROW(Graph(std::vector<std::uint64_t>{}, {}, UserIds()), InputError);
  EXPECT_THROW(Graph({0, 1, 3}, {1, 0}, two), InputError);
  EXPECT_THROW(Graph({0, 1, 2}, {1, 0}, UserIds::from_numbers({0})), InputError);
  EXPECT_NO_THROW(Graph({0, 1, 2}, {1, 0}, two));
}

TEST(GraphTest, SmallGraphsAreSimpleAndUndirected) {
  for (const auto& [name, graph] : testing::small_graphs()) {
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      const auto row = graph.neighbours(u);
      EXPECT_TRUE(std::is_sorted(row.begin(), row.end())) << name;
      EXPECT_EQ(std::adjacent_find(row.begin(), row.end()), row.end()) << name;
      for (const NodeId v : row) {
        EXPECT_NE(u, v) << name;
        const auto back = graph.neighbours(v);
        EXPECT_TRUE(std::binary_search(back.begin(), back.end(), u)) << name;
      }
    }
  }
}

TEST(EdgeSubsetTest, HoldsWhatIsInserted) {
  EdgeSubset subset(130);
  EXPECT_EQ(subset.size(), 130u);
  for (const std::uint64_t edge : {0u, 63u, 64u, 129u}) {
    EXPECT_FALSE(subset.contains(edge));
    subset.insert(edge);
    EXPECT_TRUE(subset.contains(edge));
  }
  subset.erase(63);
  EXPECT_FALSE(subset.contains(63));
  EXPECT_TRUE(subset.contains(64));
  subset.clear();
  EXPECT_FALSE(subset.contains(129));
}

TEST(EdgeSubsetTest, FillingLeavesTheBitsBehindTheEndAlone) {
  for (const std::uint64_t size : {0u, 1u, 63u, 64u, 65u, 128u}) {
    EdgeSubset subset(size);
    subset.fill();
    std::uint64_t bits = 0;
    for (const std::uint64_t word : subset.words())
      bits += static_cast<std::uint64_t>(__builtin_popcountll(word));
    EXPECT_EQ(bits, size);
  }
}

TEST(EdgeSubsetTest, ResizingEmptiesIt) {
  EdgeSubset subset(10);
  subset.fill();
  subset.resize(20);
  for (std::uint64_t edge = 0; edge < 20; ++edge) EXPECT_FALSE(subset.contains(edge));
}

}  // namespace
}  // namespace hopveil
