// SPDX-License-Identifier: Apache-2.0
#include "io/gml_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/test_input.h"

namespace hopveil::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Gml, ReadsNodesAndEdgesAndSkipsTheRest) {
  const auto read = read_text(R"(Creator "me"
Version 1
graph [ # a comment
  directed 1
  node [ id 5 graphics [ x 1.5e-3 nested [ deep [ ] ] ] ]
  node [ id 3 ]  node [ id 9 value -7 ]
  edge [ source 3 target 5 weight 2.5 ]
  edge [ source 5 target 3 ]
])");
  EXPECT_EQ(read.summary.format, "gml");
  EXPECT_THAT(names(read.graph), ElementsAre("5", "3", "9"));
  EXPECT_THAT(named_edges(read.graph), ElementsAre(Pair("5", "3")));
  EXPECT_EQ(read.summary.repeated_edges, 1U);
  EXPECT_TRUE(read.graph.ids().numeric());
}

TEST(Gml, NamesUsersByLabelsOnlyWhenAllHaveOneAndAllDiffer) {
  const auto graph_of = [](const std::string& a, const std::string& b) {
    return "graph [ node [ id 1 " + a + " ] node [ id 2 " + b + " ] edge [ source 1 target 2 ] ]";
  };
  EXPECT_THAT(names(read_text(graph_of("label \"a b\"", "label \"&quot;c&amp;d&#233;\"")).graph),
              ElementsAre("a b", "\"c&dé"));
  EXPECT_THAT(names(read_text(graph_of("label \"a\"", "label \"a\"")).graph), ElementsAre("1", "2"));
  EXPECT_THAT(names(read_text(graph_of("label \"a\"", "")).graph), ElementsAre("1", "2"));
  EXPECT_THAT(names(read_text(graph_of("label \"\"", "label \"x\"")).graph), ElementsAre("1", "2"));
}

TEST(Gml, NodesMayFollowTheirEdges) {
  const auto read = read_text("graph [ edge [ source 1 target 2 ] node [ id 2 ] node [ id 1 ] ]");
  EXPECT_THAT(named_edges(read.graph), ElementsAre(Pair("2", "1")));
}

TEST(Gml, AGraphWithoutEdgesHasUsers) {
  EXPECT_THAT(names(read_text("graph [ node [ id 4 ] ]").graph), ElementsAre("4"));
  EXPECT_EQ(read_text("graph [ ]").graph.num_nodes(), 0U);
}

TEST(Gml, DeepNestingIsNoProblem) {
  std::string text = "graph [ x ";
  for (int i = 0; i < 1000000; ++i) text += "[ y ";
  text += "1 ";
  for (int i = 0; i < 1000000; ++i) text += "] ";
  EXPECT_EQ(read_text(text + "node [ id 1 ] ]", "gml").graph.num_nodes(), 1U);
}

TEST(Gml, EntitiesCannotNameControlCharacters) {
  EXPECT_THAT(read_error("graph [ node [ id 1 label \"a&#155;31m\" ] ]"),
              ::testing::HasSubstr("the control character U+009B stands in an id"));
}

}  // namespace
}  // namespace hopveil::testing
