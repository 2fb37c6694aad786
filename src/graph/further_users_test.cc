// SPDX-License-Identifier: Apache-2.0
#include "graph/further_users.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/builder.h"

namespace hopveil {
namespace {

using ::testing::ElementsAre;

TEST(FurtherUsers, StandBehindTheOthersWithoutConnections) {
  Graph longer;
  {
    const Graph path = graph_from_edges(3, {{0, 1}, {1, 2}});
    longer = with_further_users(path, std::vector<std::string>{"17", "12"});
  }
  ASSERT_EQ(longer.num_nodes(), 5U);
  EXPECT_EQ(longer.num_edges(), 2U);
  EXPECT_TRUE(longer.ids().numeric());
  EXPECT_THAT(longer.neighbours(1), ElementsAre(0, 2));
  EXPECT_EQ(longer.degree(3), 0U);
  EXPECT_EQ(longer.degree(4), 0U);
  EXPECT_EQ(longer.ids().text(2), "2");
  EXPECT_EQ(longer.ids().text(4), "12");
}

TEST(FurtherUsers, ANameThatIsNoNumberMakesAllNamesText) {
  const Graph longer = with_further_users(graph_from_edges(2, {{0, 1}}), std::vector<std::string>{"Zoë"});
  EXPECT_FALSE(longer.ids().numeric());
  EXPECT_EQ(longer.ids().text(1), "1");
  EXPECT_EQ(longer.ids().text(2), "Zoë");
}

TEST(FurtherUsers, OfAnEmptyNetworkAreTheNetwork) {
  const Graph only = with_further_users(Graph(), std::vector<std::string>{"a", "b"});
  EXPECT_EQ(only.num_nodes(), 2U);
  EXPECT_EQ(only.num_edges(), 0U);
}

}  // namespace
}  // namespace hopveil
