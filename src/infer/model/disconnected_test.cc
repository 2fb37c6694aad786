// SPDX-License-Identifier: Apache-2.0
#include "infer/model/disconnected.h"

#include <gtest/gtest.h>

#include "graph/builder.h"

namespace hopveil::infer {
namespace {

using Parts = std::vector<std::vector<NodeId>>;

TEST(Disconnected, NoUserInAnEmptyNetwork) {
  EXPECT_TRUE(find_disconnected(Graph(), {}, {}).parts.empty());
}

// 0 (public) - 1 - 2     3 - 4     5     6 (not asked about) - 7
TEST(Disconnected, PartsAreComponentsWithoutAPublicUser) {
  const Graph known = graph_from_edges(8, {{0, 1}, {1, 2}, {3, 4}, {6, 7}});
  const std::vector<bool> is_public{true, false, false, false, false, false, false, false};
  const std::vector<NodeId> users{1, 2, 3, 4, 5, 7};
  const Disconnected disconnected = find_disconnected(known, is_public, users);
  EXPECT_EQ(disconnected.parts, (Parts{{3, 4}, {5}, {7}}));
  EXPECT_EQ(disconnected.is_member, (std::vector<bool>{false, false, false, true, true, true, false, true}));
}

TEST(Disconnected, FewerAreInTruthTheMoreUsersAreUnobserved) {
  EXPECT_DOUBLE_EQ(truly_disconnected_share(0), 1);
  EXPECT_DOUBLE_EQ(truly_disconnected_share(1.0 / 3), 0.55);
  EXPECT_DOUBLE_EQ(truly_disconnected_share(2.0 / 3), 1 - 0.9);
  EXPECT_DOUBLE_EQ(truly_disconnected_share(1), 1 - 0.9);
}

}  // namespace
}  // namespace hopveil::infer
