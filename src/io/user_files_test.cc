// SPDX-License-Identifier: Apache-2.0
#include "io/user_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "graph/user_index.h"
#include "io/test_input.h"

namespace hopveil::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// ann - bob - cat - "x,y" - 7
const Graph& users() {
  static const Graph graph = read_text("ann,bob\nbob,cat\ncat,\"x,y\"\n\"x,y\",7\n").graph;
  return graph;
}

std::vector<NodeId> parse_public_users(const std::string& text, const Graph& graph) {
  return io::public_users_of({"test", text}, graph);
}

Preferences parse_preferences(const std::string& text, const Graph& graph, const UserRoles& roles,
                              std::optional<Epsilon> default_epsilon = std::nullopt) {
  return io::preferences_of({"test", text}, graph, roles, default_epsilon);
}

std::vector<std::string> epsilons(const Preferences& preferences) {
  std::vector<std::string> out;
  for (const Epsilon epsilon : preferences.by_row()) out.push_back(epsilon.text());
  return out;
}

TEST(UserIndex, FindsExactlyTheNamesOfTheGraph) {
  const UserIndex named(users().ids());
  EXPECT_EQ(named.find("cat"), 2U);
  EXPECT_EQ(named.find("x,y"), 3U);
  EXPECT_EQ(named.find("7"), 4U);
  EXPECT_EQ(named.find("Cat"), kNoNode);
  EXPECT_EQ(named.find(""), kNoNode);
  const UserIndex numbered(read_text("5 900000000000\n").graph.ids());
  EXPECT_EQ(numbered.find("900000000000"), 1U);
  EXPECT_EQ(numbered.find("05"), kNoNode);
  EXPECT_EQ(numbered.find("x"), kNoNode);
}

TEST(PublicUsers, OneIdALineWithCommentsMarkAndAnyLineEnds) {
  EXPECT_THAT(parse_public_users("\xEF\xBB\xBF# public\r\n  bob \r\n\r\n\"x,y\"\r\n7", users()),
              ElementsAre(1, 3, 4));
  EXPECT_THAT(parse_public_users("x,y\n", users()), ElementsAre(3));
  EXPECT_THAT(parse_public_users("", users()), ElementsAre());
}

TEST(PublicUsers, AFirstLineThatNamesTheColumnIsNoUser) {
  EXPECT_THAT(parse_public_users("user_id\nbob\n", users()), ElementsAre(1));
  EXPECT_THROW(parse_public_users("\"user_id\"\nbob\n", users()), InputError);
  EXPECT_THROW(parse_public_users("bob\nuser_id\n", users()), InputError);
  const Graph odd = read_text("\"user\" x\nx y\n").graph;
  EXPECT_THAT(parse_public_users("user\nx\n", odd), ElementsAre(0, 1));
}

TEST(PublicUsers, SpreadsheetsMayQuoteEverythingAndNameTheColumnAsTheyLike) {
  EXPECT_THAT(parse_public_users("\"User\"\r\n\"bob\"\r\n\"x,y\"\r\n", users()), ElementsAre(1, 3));
  EXPECT_THAT(parse_public_users("Public account\nbob\n", users()), ElementsAre(1));
}

TEST(PublicUsers, ATableOfSeveralColumnsIsNoList) {
  for (const std::string text :
       {"Company;Kind\nbob;media\n", "account,kind\nbob,media\n", "\"id\",\"kind\"\n\"bob\",\"media\"\n"}) {
    try {
      parse_public_users(text, users());
      FAIL() << text;
    } catch (const InputError& error) {
      EXPECT_EQ(error.line(), 1U);
      EXPECT_THAT(error.what(), HasSubstr("the lines have 2 columns")) << text;
    }
  }
  EXPECT_THAT(parse_public_users("x,y\nbob\n", users()), ElementsAre(3, 1));
}

TEST(Preferences, ACommaInANumberIsNamed) {
  const UserRoles roles(users().num_nodes(), {1});
  try {
    io::preferences_of({"test", "user;epsilon\nann;1,5\n"}, users(), roles);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("numbers are written with a point: 1.5"));
  }
}

TEST(Preferences, StandInTheOrderOfRows) {
  const UserRoles roles(users().num_nodes(), {1});
  for (const std::string text :
       {"user,epsilon\n7,4\n\"x,y\",0.3\nann,0.1\ncat,2e-1\n", "ann;0.1\ncat;0.2\nx,y;0.3\n7;4\n",
        "\xEF\xBB\xBF# c\r\nann\t0.1\r\ncat\t0.2\r\nx,y\t0.3\r\n7\t4",
        "id eps\nann 0.1\ncat 0.2\n\"x,y\" 0.3\n7 4\n"}) {
    EXPECT_THAT(epsilons(parse_preferences(text, users(), roles)), ElementsAre("0.1", "0.2", "0.3", "4"))
        << text;
  }
}

TEST(Preferences, TheDefaultIsForUsersThatAreNotListed) {
  const UserRoles roles(users().num_nodes(), {1});
  const auto all = parse_preferences("cat,2\n", users(), roles, Epsilon::from_text("0.5"));
  EXPECT_THAT(epsilons(all), ElementsAre("0.5", "2", "0.5", "0.5"));
  EXPECT_THROW(parse_preferences("cat,2\n", users(), roles), InputError);
}

TEST(Preferences, AUserNamedLikeAColumnIsNoHeader) {
  const Graph graph = read_text("user,id\n5,6\n", "edges").graph;  // a header: 5 and 6 are the users
  ASSERT_THAT(names(graph), ElementsAre("5", "6"));
  const Graph odd = read_text("\"user\" x\nx y\n").graph;
  const UserRoles roles(odd.num_nodes(), {});
  EXPECT_THAT(epsilons(parse_preferences("user,1\nx,2\ny,3\n", odd, roles)), ElementsAre("1", "2", "3"));
}

}  // namespace
}  // namespace hopveil::testing
