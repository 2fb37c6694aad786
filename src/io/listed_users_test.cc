// SPDX-License-Identifier: Apache-2.0
#include "io/listed_users.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "io/test_input.h"

namespace hopveil::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kGml =
    "graph [ node [ id 1 label \"ann\" ] node [ id 2 label \"bob\" ] edge [ source 1 target 2 ] ]";

std::string refusal(const std::string& network, const io::UserLists& lists) {
  ReadGraph read = read_text(network);
  try {
    io::add_listed_users(read, lists);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ListedUsers, AnEdgeListGetsTheUsersOfEveryList) {
  const io::UserFile users{"users.txt", "ann\nbob\ncat\n"};
  const io::UserFile public_users{"public.txt", "cnn\nbob\n"};
  const io::UserFile preferences{"prefs.csv", "user,epsilon\nann,1\ndan,2\ncat,1\n"};
  ReadGraph read = read_text("bob ann\nann bob\n");
  EXPECT_FALSE(read.summary.lists_everybody);
  io::add_listed_users(read, {nullptr, &public_users, &preferences});
  EXPECT_THAT(names(read.graph), ElementsAre("bob", "ann", "cnn", "dan", "cat"));
  EXPECT_EQ(read.graph.num_edges(), 1U);
  EXPECT_EQ(read.summary.users_added, 3U);
  EXPECT_FALSE(read.summary.lists_everybody) << "an edge to another user would still be read";

  read = read_text("bob ann\nann bob\n");
  io::add_listed_users(read, {&users, &public_users, nullptr});
  EXPECT_THAT(names(read.graph), ElementsAre("bob", "ann", "cat", "cnn"));
  EXPECT_TRUE(read.summary.lists_everybody);
}

TEST(ListedUsers, WithAListOfEverybodyAnEdgeToSomebodyElseIsRefused) {
  const io::UserFile users{"users.txt", "ann\nbob\n"};
  const io::UserFile public_users{"public.txt", "cnn\n"};
  EXPECT_EQ(refusal("ann bob\nbob cnn\n", {&users, &public_users, nullptr}), "");
  EXPECT_THAT(refusal("ann bob\nbob zed\nbob cnn\n", {&users, &public_users, nullptr}),
              HasSubstr("1 user of the network is not listed: \"zed\""));
}

TEST(ListedUsers, AFormatThatListsUsersGetsThoseOfTheUsersFileOnly) {
  const io::UserFile users{"users.txt", "user\ncat\n"};
  const io::UserFile public_users{"public.txt", "bbo\n"};
  ReadGraph read = read_text(kGml);
  EXPECT_TRUE(read.summary.lists_everybody);
  io::add_listed_users(read, {nullptr, &public_users, nullptr});
  EXPECT_THAT(names(read.graph), ElementsAre("ann", "bob")) << "a typo does not become a user";
  io::add_listed_users(read, {&users, &public_users, nullptr});
  EXPECT_THAT(names(read.graph), ElementsAre("ann", "bob", "cat"));
}

TEST(ListedUsers, WhereUsersAreNumbersAnotherNameIsAMistake) {
  const io::UserFile public_users{"public.txt", "7\n8\n1O\n"};
  EXPECT_EQ(
      refusal("7 3\n3 5\n", {nullptr, &public_users, nullptr}),
      "public.txt:3:1: the user \"1O\" is not in the network, whose users are all numbers; a user without "
      "connections is named like the others. If it is no mistake, list everybody in a file for --users.");
  const io::UserFile users{"users.txt", "3\n5\n7\n8\n1O\n"};
  EXPECT_EQ(refusal("7 3\n3 5\n", {&users, &public_users, nullptr}), "");
}

TEST(ListedUsers, ALibrarysListIsOfNames) {
  ReadGraph read = read_text("1 2\n2 3\n");
  list_users(read, std::vector<std::string>{"1", "2", "3", "eve"});
  EXPECT_EQ(read.graph.num_nodes(), 4u);
  EXPECT_EQ(read.graph.ids().text(3), "eve");
  EXPECT_TRUE(read.summary.lists_everybody);
  EXPECT_EQ(read.summary.users_added, 1u);
  const auto complaint = [&](const std::vector<std::string>& names) -> std::string {
    ReadGraph fresh = read_text("1 2\n2 3\n");
    try {
      list_users(fresh, names);
    } catch (const InputError& error) {
      EXPECT_FALSE(fresh.summary.lists_everybody);
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(complaint({"1", "2"}), HasSubstr("1 user of the network is not listed: \"3\""));
  EXPECT_THAT(complaint({"1", "2", "3", ""}), HasSubstr("empty"));
  EXPECT_THAT(complaint({"1", "2", "3", "e\x1bve"}), HasSubstr("cannot be used"));
}

TEST(ListedUsers, RowsFollowFromListsWhateverTheEdgesAre) {
  EXPECT_TRUE(io::rows_follow_from_lists(true, false, true)) << "everybody is listed";
  EXPECT_TRUE(io::rows_follow_from_lists(false, true, false)) << "whoever has no preference is refused";
  EXPECT_FALSE(io::rows_follow_from_lists(false, true, true))
      << "an edge can bring a user who gets the default";
  EXPECT_FALSE(io::rows_follow_from_lists(false, false, true));
}

}  // namespace
}  // namespace hopveil::testing
