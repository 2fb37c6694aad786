// SPDX-License-Identifier: Apache-2.0
// What the first lines of an edge list are taken for; docs/formats/edge-list.md states the rules.

#include "io/edge_list_layout.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/test_input.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

ReadGraph read_with(std::string_view text, const EdgeListOptions& options) {
  return read_text(text, "edges", {.threads = 1, .edge_list = options});
}

std::string error_with(std::string_view text, const EdgeListOptions& options) {
  return read_error(text, "edges", {.threads = 1, .edge_list = options});
}

constexpr std::string_view kFollowers = "id,follower,followee\n1,7,3\n2,3,5\n";

TEST(EdgeListLayout, TakesColumnsByTheirNames) {
  const ReadGraph read = read_text(kFollowers);
  EXPECT_THAT(named_edges(read.graph), ElementsAre(Pair("7", "3"), Pair("3", "5")));
  EXPECT_EQ(
      describe(read.summary),
      "comma-separated, header `id,follower,followee`, 3 columns; took `follower`, `followee`, dropped `id`; "
      "directions are dropped: a connection counts once, whoever began it");
}

TEST(EdgeListLayout, DropsWeightsAndTimesByName) {
  const ReadGraph read = read_text("source\ttarget\tweight\n1\t2\t17\n2\t3\t4\n");
  EXPECT_THAT(named_edges(read.graph), ElementsAre(Pair("1", "2"), Pair("2", "3")));
  EXPECT_THAT(read.summary.columns.dropped, ElementsAre("weight"));
  EXPECT_TRUE(read.summary.drops_directions);
}

TEST(EdgeListLayout, ATableOfCountsOrPreferencesIsNoNetwork) {
  EXPECT_THAT(error_with("user,hop_1\n7,3\n8,0\n", {}), HasSubstr("hopveil verify"));
  EXPECT_THAT(error_with("user,hop_1,hop_2\n7,3,1\n", {}), HasSubstr("a table of counts"));
  EXPECT_THAT(error_with("user,epsilon\n7,3\n8,1\n", {}), HasSubstr("--prefs"));
  EXPECT_EQ(read_with("user,hop_1\n7,3\n", {.columns = "1,2"}).graph.num_nodes(), 2U) << "if that is meant";
}

TEST(EdgeListLayout, KnowsAHeaderOverAnyIds) {
  const ReadGraph read = read_text(
      "user_id,friend_id\n6f1c2b1e-0000-4a5b-8c9d-0123456789ab,7a1c2b1e-0000-4a5b-8c9d-0123456789ab\n");
  EXPECT_EQ(read.graph.num_nodes(), 2U);
  EXPECT_EQ(read.summary.columns.header, "user_id,friend_id");
  EXPECT_EQ(read_text("fan,star\n1,2\n").summary.columns.header, "fan,star") << "text over numbers";
}

TEST(EdgeListLayout, KnowsFirstLinesThatAreEdges) {
  for (const char* text :
       {"ann bob\nbob cat\n", "ann bob\n", "u1 u2\nu7 u9\n", "ann@x.org bob@x.org\ncat@x.org dan@y.org\n",
        "1 2\nann bob\n", "a1b2 c3d4\n0f9e 77aa\n"}) {
    EXPECT_EQ(read_text(text).summary.columns.header, "") << text;
  }
}

TEST(EdgeListLayout, AFirstLineThatMayBeEitherIsRefusedUntilSomebodySays) {
  for (const char* text : {"ann,bob\ncat,dan\n", "user1 user2\nuser7 user9\n"}) {
    EXPECT_THAT(read_error(text), AllOf(HasSubstr("test:1: the first line, "), HasSubstr("--no-header")))
        << text;
    EXPECT_EQ(read_with(text, {.header = HeaderChoice::kNoHeader}).graph.num_edges(), 2U);
    EXPECT_EQ(read_with(text, {.header = HeaderChoice::kHeader}).graph.num_edges(), 1U);
  }
}

TEST(EdgeListLayout, ManyColumnsWithoutKnownNamesAreRefusedUntilSomebodySays) {
  EXPECT_THAT(read_error("17 4 9\n18 9 3\n"),
              AllOf(HasSubstr("3 columns and no header"), HasSubstr("--columns 1,2")));
  EXPECT_THAT(read_error("row,fan,star\n1,2,3\n"),
              AllOf(HasSubstr("row,fan,star"), HasSubstr("--columns A,B")));
  EXPECT_THAT(read_error("a,b,c\nb,c,d\n"), HasSubstr("--columns 1,2"));
  EXPECT_THAT(named_edges(read_with("17 4 9\n18 9 3\n", {.columns = "2,3"}).graph),
              ElementsAre(Pair("4", "9"), Pair("9", "3")));
  EXPECT_THAT(named_edges(read_with("row,fan,star\n1,2,3\n", {.columns = "star,Fan"}).graph),
              ElementsAre(Pair("2", "3")));
  EXPECT_THAT(error_with("row,fan,star\n1,2,3\n", {.columns = "row,moon"}),
              HasSubstr("no column is named \"moon\""));
  EXPECT_THAT(error_with("1,2\n", {.columns = "1"}), HasSubstr("does not name two columns"));
  EXPECT_THAT(error_with("1,2\n", {.columns = "1,7"}), HasSubstr("test:1:3: the line has fewer columns"));
}

TEST(EdgeListLayout, FurtherColumnsThatCannotBeIdsAreDropped) {
  for (const char* text :
       {"1 2 0.5\n2 3 1\n", "1,2,2024-11-03\n2,3,2024-11-04\n", "ann bob 3\nbob cat 4\n", "1 2 {}\n2 3 {}\n",
        "1 2 {'weight': 3}\n2 3 {'weight': 3, 'since': 7}\n", "1,2,\n2,3,\n"}) {
    const ReadGraph read = read_text(text);
    EXPECT_EQ(read.graph.num_edges(), 2U) << text;
    EXPECT_EQ(read.graph.num_nodes(), 3U) << text;
    EXPECT_FALSE(read.summary.columns.dropped.empty()) << text;
  }
}

TEST(EdgeListLayout, LinesOfDifferentLengthsAreRefused) {
  EXPECT_THAT(read_error("1 2\n2 3 4 5\n3 1\n"),
              AllOf(HasSubstr("test:2: the line has 4 columns, and line 1 has 2"), HasSubstr("awk 'NF==1"),
                    HasSubstr("--columns 1,2")));
  EXPECT_THAT(read_error("source,target\n1,2\n2,3,4\n"), HasSubstr("test:3: the line has 3 columns"));
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "1 2\n";
  EXPECT_THAT(read_error(text + "3 4 5\n"),
              HasSubstr("test:1001:5: the line has more columns than the first"));
  EXPECT_EQ(read_with(text + "3 4 5\n", {.columns = "1,2"}).graph.num_edges(), 2U);
}

TEST(EdgeListLayout, ALineForEachUserWithItsNeighboursIsRefused) {
  for (const char* text : {"1 2 3\n2 3\n", "4\n1 2 3\n2 1 3\n", "1 2 3\n4\n2 1 3\n"})
    EXPECT_THAT(read_error(text), HasSubstr("awk 'NF==1")) << text;
  for (const char* text : {"1: 2\n2: 1\n", "ann: bob\ncat: dan\n", "1: 2\n2: 1\n3:\n", "1: 2 3\n2: 1\n"})
    EXPECT_THAT(read_error(text), HasSubstr("awk '{sub(/:$/,\"\",$1)} NF==1")) << text;
  for (const char* text : {"a: b:\nb: c:\n", "a: b\nb a\n", "x,y:z\ny:z,w\n"})
    EXPECT_EQ(read_error(text), "") << text;
  EXPECT_THAT(read_error("1 2\n3\n"), HasSubstr("test:2:1: the line has one column"));
}

TEST(EdgeListLayout, SpreadsheetsWriteIt) {
  const ReadGraph read = read_text(
      "\xEF\xBB\xBF"
      "sep=;\r\n\"Follower\";\"Followee\";\"Since\"\r\n\"1\";\"2\";\"a;b\"\r\n"
      "\"2\";\"3\";\"\"\r\n");
  EXPECT_THAT(named_edges(read.graph), ElementsAre(Pair("1", "2"), Pair("2", "3")));
  EXPECT_EQ(read.summary.columns.separator, "semicolon");
}

TEST(EdgeListLayout, AnyCharacterMaySeparate) {
  EXPECT_THAT(named_edges(read_text("1|2\n2|3\n").graph), ElementsAre(Pair("1", "2"), Pair("2", "3")));
  EXPECT_THAT(named_edges(read_with("1^2\n2^3\n", {.delimiter = '^'}).graph),
              ElementsAre(Pair("1", "2"), Pair("2", "3")));
  EXPECT_THAT(named_edges(read_with("a,b c\nc d\n", {.delimiter = ' '}).graph),
              ElementsAre(Pair("a,b", "c"), Pair("c", "d")));
  EXPECT_EQ(read_error("a|b c\nc e\n"), "") << "a bar in an id, where lines do not have it";
}

TEST(EdgeListLayout, NumbersAndTextAgreeWhateverTheColumns) {
  std::string numbers;
  std::string quoted;
  for (int i = 0; i < 3000; ++i) {
    numbers += fmt::format("{};x{};{};{};\n", i, i, i % 71, i * 37 % 1009);
    quoted += fmt::format("\"{}\";x{};\"{}\";{};\n", i, i, i % 71, i * 37 % 1009);
  }
  const EdgeListOptions options{.columns = "3,4", .header = HeaderChoice::kNoHeader};
  for (const std::size_t block_size : {7U, 1000U, 1U << 20}) {
    const io::ParseSettings settings{.threads = 2, .block_size = block_size, .edge_list = options};
    EXPECT_EQ(named_edges(read_text(numbers, "edges", settings).graph),
              named_edges(read_text(quoted, "edges", settings).graph));
  }
}

TEST(EdgeListLayout, ItsOptionsAreForEdgeListsOnly) {
  EXPECT_THAT(read_error("graph [ node [ id 1 ] ]", "", {.threads = 1, .edge_list = {.columns = "1,2"}}),
              HasSubstr("--columns, --header, --no-header and --delimiter are for edge lists"));
}

}  // namespace
}  // namespace hopveil::testing
