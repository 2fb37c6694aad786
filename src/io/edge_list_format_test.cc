// SPDX-License-Identifier: Apache-2.0
#include "io/edge_list_format.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/test_input.h"

namespace hopveil::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(EdgeList, NumbersUsersByFirstAppearance) {
  const auto read = read_text("7 3\n3 5\n7 5\n");
  EXPECT_THAT(names(read.graph), ElementsAre("7", "3", "5"));
  EXPECT_THAT(named_edges(read.graph), ElementsAre(Pair("7", "3"), Pair("7", "5"), Pair("3", "5")));
  EXPECT_TRUE(read.graph.ids().numeric());
  EXPECT_EQ(read.summary.format, "edges");
}

TEST(EdgeList, EverySeparatorGivesTheSameGraph) {
  for (const std::string text :
       {"1 2\n2 3\n", "1\t2\n2\t3\n", "1,2\n2,3\n", "1;2\n2;3\n", "1, 2\n2 ,3\n", " 1  2 \n\t2\t 3\n",
        "1\t\t2\n2 \t3\n", "1 2\r\n2 3\r\n",
        "\xEF\xBB\xBF"
        "1 2\n2 3",
        "\"1\",\"2\"\n2,3\n", "1 2 0.5\n2 3 1\n", "1,2,\n2,3,\n", "# c\n\n1 2\n% d\n  # e\n2 3\n"}) {
    EXPECT_THAT(named_edges(read_text(text).graph), ElementsAre(Pair("1", "2"), Pair("2", "3"))) << text;
  }
}

TEST(EdgeList, CountsRepeatsInBothDirectionsAndSelfLoops) {
  const auto read = read_text("1 2\n2 1\n1 2\n3 3\n");
  EXPECT_EQ(read.graph.num_edges(), 1U);
  EXPECT_EQ(read.summary.repeated_edges, 2U);
  EXPECT_EQ(read.summary.self_loops, 1U);
  EXPECT_THAT(names(read.graph), ElementsAre("1", "2", "3"));
}

TEST(EdgeList, KeepsIdsExactlyAsGiven) {
  const std::string huge = "123456789012345678901234567890";
  const auto read = read_text("7 007\n+7 -7\n" + huge + " 18446744073709551615\nZoë 18446744073709551616\n");
  EXPECT_THAT(names(read.graph), ElementsAre("7", "007", "+7", "-7", huge, "18446744073709551615", "Zoë",
                                             "18446744073709551616"));
  EXPECT_FALSE(read.graph.ids().numeric());
}

TEST(EdgeList, IdsMayHoldSeparatorsInQuotesAndBlanksBetweenOtherSeparators) {
  EXPECT_THAT(named_edges(read_text("\"Smith, J\",\"the \"\"Doe\"\"\"\n").graph),
              ElementsAre(Pair("Smith, J", "the \"Doe\"")));
  EXPECT_THAT(named_edges(read_text("John Smith\tDoe, Jane\n").graph),
              ElementsAre(Pair("John Smith", "Doe, Jane")));
  EXPECT_THAT(named_edges(read_text("a,b\nJohn Smith,a\n").graph),
              ElementsAre(Pair("a", "b"), Pair("a", "John Smith")));
}

TEST(EdgeList, LinesThatCouldBeReadTwoWaysAreRefused) {
  EXPECT_EQ(
      read_error("1 2\nJ, Doe\n"),
      "test:2:2: the id \"J,\" holds a separator; columns are separated by a blank, as on the first data "
      "line. Put ids that hold separators in double quotes.");
  EXPECT_EQ(read_error("Smith J, Doe K\n"),
            "test:1: the lines have 4 columns and no header, so which two are the users' ids is not certain; "
            "give their "
            "numbers, such as --columns 1,2.");
}

}  // namespace
}  // namespace hopveil::testing
