// SPDX-License-Identifier: Apache-2.0
#include "graph/id_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/builder.h"
#include "support/named_users.h"

namespace hopveil {
namespace {

using ::hopveil::testing::named;
using ::testing::ElementsAre;

TEST(IdOrder, SortsNumbersByValueAndTextsByTheirBytes) {
  EXPECT_THAT(nodes_by_id(UserIds::from_numbers({10, 9, 2})), ElementsAre(2, 1, 0));
  EXPECT_THAT(nodes_by_id(named({"b", "a10", "a9", "a"})), ElementsAre(3, 1, 2, 0));
  EXPECT_TRUE(nodes_by_id(UserIds()).empty());
}

TEST(IdOrder, TheOrderOfAFileLeavesNoTrace) {
  // a-b, b-c, c-d, d-a, d-b, once with users in the order a b c d, once c a d b.
  const Graph sorted =
      build_graph({{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 1}}}, named({"a", "b", "c", "d"}), 1).graph;
  const Graph mixed =
      build_graph({{{1, 3}, {3, 0}, {0, 2}, {2, 1}, {2, 3}}}, named({"c", "a", "d", "b"}), 1).graph;
  const Graph again = renumbered(mixed, nodes_by_id(mixed.ids()));
  EXPECT_TRUE(std::ranges::equal(again.offsets(), sorted.offsets()));
  EXPECT_TRUE(std::ranges::equal(again.targets(), sorted.targets()));
  EXPECT_EQ(again.ids().blob(), sorted.ids().blob());
}

TEST(IdOrder, ANetworkThatIsInOrderIsNotCopied) {
  const Graph graph = graph_from_edges(3, {{0, 1}, {1, 2}});
  EXPECT_EQ(renumbered(graph, nodes_by_id(graph.ids())).targets().data(), graph.targets().data());
}

}  // namespace
}  // namespace hopveil
