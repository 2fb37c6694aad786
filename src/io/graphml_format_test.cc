#include "io/graphml_format.h"

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

}  // namespace
}  // namespace hopveil::testing
