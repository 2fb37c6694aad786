// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>
#include <hopveil/users.h>

#include "support/property.h"
#include "support/small_graphs.h"

namespace hopveil {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(UserRolesTest, SplitsNodesInOrderOfAppearance) {
  const UserRoles roles(6, {4, 1});
  EXPECT_THAT(roles.public_users(), ElementsAre(1, 4));
  EXPECT_THAT(roles.private_users(), ElementsAre(0, 2, 3, 5));
  EXPECT_TRUE(roles.is_public(4));
  EXPECT_FALSE(roles.is_public(5));
  EXPECT_EQ(roles.row(5), 3u);
  EXPECT_EQ(roles.row(1), kNoNode);
}

TEST(UserRolesTest, KnowsNobodyEverybodyAndTheEmptyGraph) {
  EXPECT_THAT(UserRoles(2, {}).private_users(), ElementsAre(0, 1));
  EXPECT_THAT(UserRoles(2, {0, 1}).private_users(), IsEmpty());
  EXPECT_THAT(UserRoles(0, {}).public_users(), IsEmpty());
}

TEST(UserRolesTest, RepeatedOrUnknownPublicUsersAreOurOwnMistake) {
  EXPECT_THROW(UserRoles(3, {1, 2, 1}), InputError);
  EXPECT_THROW(UserRoles(3, {3}), InputError);
  EXPECT_THROW(UserRoles(0, {0}), InputError);
}

RC_GTEST_PROP(UserRolesProperties, RowsNumberThePrivateUsers, (const std::vector<bool>& is_public)) {
  std::vector<NodeId> public_users;
  for (std::size_t i = is_public.size(); i-- > 0;)
    if (is_public[i]) public_users.push_back(static_cast<NodeId>(i));
  const UserRoles roles(static_cast<NodeId>(is_public.size()), public_users);
  RC_ASSERT(roles.public_users().size() + roles.private_users().size() == is_public.size());
  for (NodeId row = 0; row < roles.private_users().size(); ++row) {
    const NodeId node = roles.private_users()[row];
    RC_ASSERT(!is_public[node] && roles.row(node) == row);
  }
}

std::uint64_t users_of(std::string_view share, std::uint64_t nodes) {
  return TopShare::from_text(share).of(nodes);
}

TEST(TopShareTest, PercentagesRoundDown) {
  EXPECT_EQ(users_of("5%", 1222), 61u);
  EXPECT_EQ(users_of("5%", 4039), 201u);
  EXPECT_EQ(users_of("5%", 23133), 1156u);
  EXPECT_EQ(users_of("2.5%", 200), 5u);
  EXPECT_EQ(users_of("100%", 7), 7u);
  EXPECT_EQ(users_of("99.999999%", 100), 99u);
  EXPECT_EQ(users_of("5%", 19), 0u);
  EXPECT_EQ(users_of("0.000001%", 100'000'000), 1u);
  EXPECT_EQ(users_of("100%", kNoNode), kNoNode);
}

TEST(TopShareTest, NumbersAreNumbers) {
  EXPECT_EQ(users_of("61", 1222), 61u);
  EXPECT_EQ(users_of("1e2", 5), 100u);
}

TEST(TopShareTest, RefusesEverythingElse) {
  for (const char* text : {"", "%", "0", "0%", "-1", "-5%", "101%", "100.000001%", "1.5", "x", "5 %", "5%%",
                           "nan", "inf%", "0.0000001%", "99999999999"}) {
    EXPECT_THROW(TopShare::from_text(text), InputError) << '"' << text << '"';
  }
}

TEST(HighestDegreeUsersTest, TakesTheHighestAndBreaksTiesByFirstAppearance) {
  const Graph graph = testing::two_triangles_with_a_bridge();
  EXPECT_THAT(highest_degree_users(graph, TopShare{false, 2}), ElementsAre(2, 3));
  EXPECT_THAT(highest_degree_users(graph, TopShare{false, 4}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(highest_degree_users(graph, TopShare{false, 6}), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(highest_degree_users(testing::star(5), TopShare{false, 2}), ElementsAre(0, 1));
}

TEST(HighestDegreeUsersTest, MayBeNobody) {
  EXPECT_THAT(highest_degree_users(testing::path(7), TopShare::from_text("5%")), IsEmpty());
  EXPECT_THAT(highest_degree_users(testing::empty_graph(), TopShare::from_text("100%")), IsEmpty());
}

TEST(HighestDegreeUsersTest, MoreThanThereAreIsAnInputError) {
  try {
    highest_degree_users(testing::path(3), TopShare{false, 4});
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "4 public users are asked for, but the graph has 3 users.");
  }
}

}  // namespace
}  // namespace hopveil
