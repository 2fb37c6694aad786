// SPDX-License-Identifier: Apache-2.0
#include "query/public_knowledge.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "graph/builder.h"
#include "support/named_users.h"

namespace hopveil::query {
namespace {

using ::hopveil::testing::named;
using ::testing::ElementsAre;
using ::testing::Pair;

Preferences everybody(std::size_t rows, const char* epsilon) {
  return Preferences(std::vector<Epsilon>(rows, Epsilon::from_text(epsilon)));
}

TEST(PublicKnowledge, HoldsOnlyEdgesBetweenPublicUsers) {
  const Graph graph = graph_from_edges(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}});
  const PublicKnowledge knowledge(graph, UserRoles(5, {0, 1, 4}), everybody(2, "1"));
  EXPECT_THAT(knowledge.public_edges(), ElementsAre(Pair(0, 1), Pair(0, 4)));
}

TEST(PublicKnowledge, IsTheSameOnNeighbouringNetworks) {
  const UserRoles roles(4, {0, 1});
  const PublicKnowledge without(graph_from_edges(4, {{0, 1}}), roles, everybody(2, "1"));
  const PublicKnowledge with(graph_from_edges(4, {{0, 1}, {2, 3}, {0, 2}}), roles, everybody(2, "1"));
  EXPECT_TRUE(std::ranges::equal(without.public_edges(), with.public_edges()));
  EXPECT_EQ(without.owner(2, 3), with.owner(2, 3));
}

TEST(PublicKnowledge, APairBelongsToItsStrictestPrivateUser) {
  const PublicKnowledge knowledge(graph_from_edges(3, {}), UserRoles(3, {0}),
                                  Preferences({Epsilon::from_text("2"), Epsilon::from_text("1.999999999")}));
  EXPECT_EQ(knowledge.owner(1, 2), 2U);
  EXPECT_EQ(knowledge.owner(2, 1), 2U);
  EXPECT_EQ(knowledge.owner(0, 1), 1U);
  EXPECT_EQ(knowledge.owner(1, 0), 1U);
  const PublicKnowledge two_public(graph_from_edges(2, {}), UserRoles(2, {0, 1}), Preferences());
  EXPECT_THROW(two_public.owner(0, 1), BugError);
}

TEST(PublicKnowledge, TiesDependOnNamesAndNotOnTheOrderOfAFile) {
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("user" + std::to_string(i * i));
  std::vector<std::string> reversed(names.rbegin(), names.rend());
  const auto knowledge_of = [](const std::vector<std::string>& ids) {
    const auto n = static_cast<NodeId>(ids.size());
    return PublicKnowledge(build_graph({}, named(ids), 1).graph, UserRoles(n, {}), everybody(n, "1"));
  };
  const PublicKnowledge one = knowledge_of(names);
  const PublicKnowledge other = knowledge_of(reversed);
  for (NodeId a = 0; a < 40; ++a) {
    for (NodeId b = 0; b < 40; ++b) {
      if (a == b) continue;
      EXPECT_EQ(one.owner(a, b), one.owner(b, a));
      EXPECT_EQ(names[one.owner(a, b)], reversed[other.owner(39 - a, 39 - b)]);
    }
  }
}

// Each of 400 users shares 399 pairs with others: a fair owner gives it 199.5 of them with a standard
// deviation of 10. Beyond 6.5 of those a fair coin comes once in 1e8 users.
TEST(PublicKnowledge, TiesAreFairToEveryUser) {
  constexpr NodeId kUsers = 400;
  const PublicKnowledge knowledge(graph_from_edges(kUsers, {}), UserRoles(kUsers, {}),
                                  everybody(kUsers, "1"));
  for (NodeId user = 0; user < kUsers; ++user) {
    int owned = 0;
    for (NodeId other = 0; other < kUsers; ++other) {
      if (other != user && knowledge.owner(user, other) == user) ++owned;
    }
    EXPECT_NEAR(owned, 199.5, 65) << user;
  }
}

TEST(PublicKnowledge, OfAMadeUpNetworkKeepsNamesButNoEdges) {
  const Graph graph = graph_from_edges(6, {{0, 1}, {1, 2}});
  const PublicKnowledge all(graph, UserRoles(6, {0, 1}), everybody(4, "1"));
  const std::vector<NodeId> users{1, 3, 4, 5};
  const PublicKnowledge some = all.made_up(users, UserRoles(4, {0}), everybody(3, "4"));
  EXPECT_EQ(some.num_users(), 4U);
  EXPECT_TRUE(some.public_edges().empty());
  EXPECT_EQ(some.preference(1), Epsilon::from_text("4"));
  for (NodeId a = 1; a < 4; ++a) {
    for (NodeId b = 1; b < a; ++b) EXPECT_EQ(users[some.owner(a, b)], all.owner(users[a], users[b]));
  }
  EXPECT_THROW(all.made_up(users, UserRoles(4, {0}), everybody(4, "4")), BugError);
}

}  // namespace
}  // namespace hopveil::query
