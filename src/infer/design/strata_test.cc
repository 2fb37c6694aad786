// SPDX-License-Identifier: Apache-2.0
#include "infer/design/strata.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "graph/builder.h"
#include "hopveil/count.h"
#include "infer/basics/count_everyone.h"
#include "support/small_graphs.h"

namespace hopveil::infer {
namespace {

TEST(CountEveryone, CountsLikeTheCounterAndGivesRowsToPublicUsersToo) {
  const Graph graph = testing::path(6);
  const std::vector<NodeId> counted{0, 3};
  const HopRows rows = count_everyone(graph, counted, 1, 4, {.threads = 1});
  const UserRoles roles(6, {0, 3});
  const ExactCounts truth = count_fingerprints(graph, roles, 4, {.threads = 1});
  for (const NodeId user : roles.private_users()) {
    for (unsigned hop = 1; hop <= 4; ++hop) {
      EXPECT_EQ(rows.of(user)[hop - 1], static_cast<float>(truth.hop(hop)[roles.row(user)]));
    }
  }
  EXPECT_EQ(rows.of(0)[2], 1);  // user 3
  EXPECT_EQ(rows.of(3)[2], 1);  // user 0
}

TEST(CountedPublic, TakesEverybodyOrAnEvenChoiceByDegree) {
  const Graph few = testing::star(5);
  EXPECT_EQ(counted_public(few, std::vector<NodeId>{2, 4}, 2), (std::vector<NodeId>{2, 4}));
  const Graph many = testing::star(NodeId{600});
  std::vector<NodeId> all(many.num_nodes());
  for (NodeId user = 0; user < all.size(); ++user) all[user] = user;
  const auto counted = counted_public(many, all, 200);
  EXPECT_EQ(counted.size(), 200U);
  EXPECT_TRUE(std::is_sorted(counted.begin(), counted.end()));  // of equal degree: in order
  EXPECT_EQ(std::adjacent_find(counted.begin(), counted.end()), counted.end());
}

HopRows two_kinds(std::size_t users) {
  HopRows rows(users, 2);
  for (std::size_t user = 0; user < users; ++user) {
    rows.of(user)[0] = user % 2 == 0 ? 0.0F : 50.0F + static_cast<float>(user % 5);
    rows.of(user)[1] = user % 2 == 0 ? 9.0F : 1.0F;
  }
  return rows;
}

TEST(Strata, PutUsersTogetherWhoseCountsAreAlikeTheClosestFirst) {
  const HopRows rows = two_kinds(40);
  std::vector<NodeId> users(40);
  for (NodeId user = 0; user < 40; ++user) users[user] = user;
  const Strata strata(users, rows, std::vector<float>(40, 1.0F), 2);
  EXPECT_EQ(strata.size(), 2U);
  for (NodeId user = 0; user < 40; ++user) EXPECT_EQ(strata.of(rows.of(user)), user % 2 == 0 ? 1U : 0U);
}

TEST(Strata, AreFewerThanWantedWhenThereAreFewKindsOfUsers) {
  const HopRows rows(5, 3);  // all zero
  const Strata strata(std::vector<NodeId>{0, 1, 2, 3, 4}, rows, std::vector<float>(5, 1.0F), 8);
  EXPECT_GE(strata.size(), 1U);
  EXPECT_LE(strata.size(), 5U);
  EXPECT_LT(strata.of(rows.of(0)), strata.size());
}

TEST(Strata, OfNobodyAreNone) {
  EXPECT_EQ(Strata({}, HopRows(3, 2), std::vector<float>(3, 1.0F), 4).size(), 0U);
}

}  // namespace
}  // namespace hopveil::infer
