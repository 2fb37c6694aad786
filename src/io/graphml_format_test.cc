// SPDX-License-Identifier: Apache-2.0
#include "io/graphml_format.h"

#include <ctime>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/test_input.h"

namespace hopveil::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Graphml, ReadsNodesAndEdgesOfAnyNamespacePrefix) {
  const auto read = read_text(R"(<?xml version="1.0" encoding="UTF-8"?>
<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">
  <g:key id="d0" for="node" attr.name="color"/>
  <g:graph id="G" edgedefault="directed">
    <g:node id="a&amp;b"><g:data key="d0">red</g:data></g:node>
    <g:node id="n1"/>
    <g:node id="alone"/>
    <g:edge source="n1" target="a&amp;b"/>
    <g:edge source="n1" target="n1"/>
  </g:graph>
</g:graphml>)");
  EXPECT_EQ(read.summary.format, "graphml");
  EXPECT_THAT(names(read.graph), ElementsAre("a&b", "n1", "alone"));
  EXPECT_THAT(named_edges(read.graph), ElementsAre(Pair("a&b", "n1")));
  EXPECT_EQ(read.summary.self_loops, 1U);
}

TEST(Graphml, NodesMayFollowTheirEdges) {
  const auto read = read_text(
      "<graphml><graph><edge source='2' target='1'/><node id='1'/><node id='2'/></graph></graphml>");
  EXPECT_THAT(names(read.graph), ElementsAre("2", "1"));
  EXPECT_TRUE(read.graph.ids().numeric());
}

constexpr std::string_view kIgraph =
    "<graphml><key id='v_name' for='node' attr.name='name'/><key id='e_w' for='edge' attr.name='weight'/>"
    "<graph edgedefault='directed'><node id='n0'><data key='v_name'>ann</data></node>"
    "<node id='n1'><data key='v_name'>b&amp;b</data></node>"
    "<edge source='n0' target='n1'><data key='e_w'>7</data></edge></graph></graphml>";

io::ParseSettings named_by(const std::string& attribute) {
  io::ParseSettings settings;
  settings.threads = 1;
  settings.id_attribute = attribute;
  return settings;
}

TEST(Graphml, UsersCanBeNamedByAnAttribute) {
  const ReadGraph plain = read_text(kIgraph);
  EXPECT_THAT(plain.summary.hint, ::testing::HasSubstr("--id-attribute name"));
  EXPECT_TRUE(plain.summary.drops_directions);
  const ReadGraph named = read_text(kIgraph, "", named_by("name"));
  EXPECT_THAT(names(named.graph), ::testing::ElementsAre("ann", "b&b"));
  EXPECT_EQ(named.graph.num_edges(), 1U);
  EXPECT_EQ(named.summary.hint, "");
  EXPECT_THAT(read_error(kIgraph, "", named_by("label")),
              ::testing::HasSubstr("nodes have no attribute \"label\"; its attributes are name"));
  std::string twice(kIgraph);
  twice.replace(twice.find("b&amp;b"), 7, "ann");
  EXPECT_THAT(read_error(twice, "", named_by("name")),
              ::testing::HasSubstr("the name \"ann\" is here a second time"));
  EXPECT_THAT(read_error("1 2\n", "", named_by("name")),
              ::testing::HasSubstr("--id-attribute is for GraphML"));
}

TEST(Graphml, LongAttributesTakeTimeInProportion) {
  // 16 MiB took 2 s of processor time when a tag was scanned again with every chunk; now about as long as
  // reading them.
  const std::string text =
      "<graphml><graph><node id='a' x='" + std::string(std::size_t{16} << 20, 'x') + "'/></graph></graphml>";
  const std::clock_t start = std::clock();
  EXPECT_EQ(read_text(text).graph.num_nodes(), 1U);
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace hopveil::testing
