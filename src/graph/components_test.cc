// SPDX-License-Identifier: Apache-2.0
#include "graph/components.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "graph/degree_summary.h"
#include "support/small_graphs.h"

namespace hopveil {
namespace {

using ::testing::ElementsAre;

TEST(ComponentsTest, TheEmptyGraphHasNone) {
  const Components components = find_components(testing::empty_graph());
  EXPECT_EQ(components.count(), 0u);
  EXPECT_THROW(components.largest(), BugError);
  EXPECT_EQ(largest_component(testing::empty_graph()).num_nodes(), 0u);
}

TEST(ComponentsTest, AreNumberedByFirstAppearance) {
  const Components components = find_components(testing::several_components());
  EXPECT_THAT(components.of_node, ElementsAre(0, 1, 0, 1, 2, 3, 0, 2));
  EXPECT_THAT(components.sizes, ElementsAre(3, 2, 2, 1));
  EXPECT_THAT(components.first, ElementsAre(0, 1, 4, 5));
  EXPECT_EQ(components.largest(), 0u);
}

TEST(ComponentsTest, IsolatedUsersAreComponentsOfTheirOwn) {
  EXPECT_THAT(find_components(testing::isolated_nodes(3)).sizes, ElementsAre(1, 1, 1));
}

TEST(LargestComponentTest, KeepsNamesAndOrder) {
  // 5 has no neighbour; b-d, and c-a-e, a numbered before c.
  const Graph five = graph_from_edges(5, {{1, 3}, {2, 0}, {0, 4}});
  const Graph graph({five.offsets().begin(), five.offsets().end()},
                    {five.targets().begin(), five.targets().end()},
                    UserIds::from_text("abcdee", {1, 2, 3, 4, 6}));
  const Graph largest = largest_component(graph);
  ASSERT_EQ(largest.num_nodes(), 3u);
  EXPECT_EQ(largest.num_edges(), 2u);
  EXPECT_EQ(largest.ids().text(0), "a");
  EXPECT_EQ(largest.ids().text(1), "c");
  EXPECT_EQ(largest.ids().text(2), "ee");
  EXPECT_THAT(largest.neighbours(0), ElementsAre(1, 2));
  EXPECT_THAT(largest.neighbours(2), ElementsAre(0));
}

TEST(LargestComponentTest, KeepsNumbersAsNames) {
  const Graph largest = largest_component(graph_from_edges(6, {{0, 1}, {2, 4}, {4, 5}}));
  EXPECT_THAT(largest.ids().numbers(), ElementsAre(2, 4, 5));
  EXPECT_THAT(largest.neighbours(1), ElementsAre(0, 2));
}

TEST(LargestComponentTest, TiesGoToTheFirstToAppear) {
  EXPECT_THAT(largest_component(graph_from_edges(5, {{1, 4}, {2, 3}})).ids().numbers(), ElementsAre(1, 4));
  EXPECT_THAT(largest_component(testing::isolated_nodes(3)).ids().numbers(), ElementsAre(0));
}

TEST(LargestComponentTest, IsConnectedAndAsLargeAsItsComponent) {
  for (const auto& [name, graph] : testing::small_graphs()) {
    const Graph largest = largest_component(graph);
    const Components components = find_components(graph);
    if (graph.num_nodes() == 0) continue;
    EXPECT_EQ(find_components(largest).count(), 1u) << name;
    EXPECT_EQ(largest.num_nodes(), *std::max_element(components.sizes.begin(), components.sizes.end()))
        << name;
  }
}

TEST(DegreeSummaryTest, TheEmptyGraphIsAllZero) {
  const DegreeSummary summary = summarize_degrees(testing::empty_graph());
  EXPECT_EQ(summary.max, 0u);
  EXPECT_EQ(summary.mean, 0);
  EXPECT_EQ(summary.median, 0);
  EXPECT_EQ(density(testing::empty_graph()), 0);
  EXPECT_EQ(density(testing::single_node()), 0);
}

TEST(DegreeSummaryTest, OfAStarAndOfSeveralComponents) {
  const DegreeSummary star = summarize_degrees(testing::star(5));  // 4 1 1 1 1
  EXPECT_EQ(star.min, 1u);
  EXPECT_EQ(star.max, 4u);
  EXPECT_DOUBLE_EQ(star.median, 1);
  EXPECT_DOUBLE_EQ(star.mean, 1.6);
  EXPECT_EQ(star.isolated, 0u);

  const DegreeSummary several = summarize_degrees(testing::several_components());  // 0 1 1 1 1 2 2 2
  EXPECT_EQ(several.isolated, 1u);
  EXPECT_EQ(several.min, 0u);
  EXPECT_DOUBLE_EQ(several.median, 1);
  EXPECT_DOUBLE_EQ(several.mean, 1.25);
}

TEST(DegreeSummaryTest, TheMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  EXPECT_DOUBLE_EQ(summarize_degrees(testing::path(4)).median, 1.5);  // 1 1 2 2
}

TEST(DensityTest, IsTheShareOfPairs) {
  EXPECT_DOUBLE_EQ(density(testing::clique(5)), 1);
  EXPECT_DOUBLE_EQ(density(testing::path(4)), 0.5);
}

}  // namespace
}  // namespace hopveil
