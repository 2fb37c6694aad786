// SPDX-License-Identifier: Apache-2.0
// The facts that `hopveil info` prints about the data sets of the paper (Table I) and others.

#include <gtest/gtest.h>

#include <hopveil/read_graph.h>
#include <hopveil/users.h>

#include "graph/components.h"
#include "graph/degree_summary.h"
#include "graph/diameter.h"
#include "support/data_files.h"

namespace hopveil {
namespace {

struct Facts {
  std::uint64_t nodes;
  std::uint64_t edges;
  std::uint32_t diameter;
  std::uint64_t public_users;  // floor(5%)
};

void expect_facts(const Graph& graph, const Facts& facts) {
  EXPECT_EQ(graph.num_nodes(), facts.nodes);
  EXPECT_EQ(graph.num_edges(), facts.edges);
  EXPECT_EQ(largest_component_diameter(graph), facts.diameter);
  EXPECT_EQ(highest_degree_users(graph, TopShare::from_text("5%")).size(), facts.public_users);
}

TEST(RealDataInfo, Polblogs) {
  HOPVEIL_NEED_DATA(path, "polblogs.gml");
  const Graph graph = read_graph(path).graph;
  EXPECT_EQ(graph.num_nodes(), 1490u);
  EXPECT_EQ(graph.num_edges(), 16715u);
  EXPECT_EQ(summarize_degrees(graph).isolated, 266u);
  const Graph largest = largest_component(graph);
  expect_facts(largest, {1222, 16714, 8, 61});
  EXPECT_NEAR(100 * density(largest), 2.24, 0.005);
}

TEST(RealDataInfo, Facebook) {
  HOPVEIL_NEED_DATA(path, "facebook_combined.txt.gz");
  const Graph graph = read_graph(path).graph;
  expect_facts(graph, {4039, 88234, 8, 201});
  EXPECT_EQ(find_components(graph).count(), 1u);
  EXPECT_EQ(summarize_degrees(graph).max, 1045u);
  EXPECT_NEAR(100 * density(graph), 1.08, 0.005);
}

TEST(RealDataInfo, CondMat) {
  HOPVEIL_NEED_DATA(path, "ca-CondMat.txt.gz");
  const Graph graph = read_graph(path).graph;
  expect_facts(graph, {23133, 93439, 15, 1156});
  EXPECT_NEAR(100 * density(graph), 0.0349, 0.00005);
  const Graph largest = largest_component(graph);
  EXPECT_EQ(largest.num_nodes(), 21363u);
  EXPECT_EQ(largest.num_edges(), 91286u);
}

TEST(RealDataInfo, Karate) {
  HOPVEIL_NEED_DATA(path, "karate.gml");
  expect_facts(read_graph(path).graph, {34, 78, 5, 1});
}

TEST(RealDataInfo, FacebookPages) {
  HOPVEIL_NEED_DATA(path, "musae_facebook_pages_edges.csv");
  expect_facts(read_graph(path).graph, {22470, 170823, 15, 1123});
}

TEST(RealDataInfo, Epinions) {
  HOPVEIL_NEED_DATA(path, "soc-Epinions1.txt.gz");
  const Graph graph = read_graph(path).graph;
  expect_facts(graph, {75879, 405740, 15, 3793});
  EXPECT_EQ(largest_component(graph).num_nodes(), 75877u);
}

TEST(RealDataInfo, Twitter) {
  HOPVEIL_NEED_DATA(path, "ego-Twitter.txt.gz");
  expect_facts(read_graph(path).graph, {81306, 1342296, 7, 4065});
}

}  // namespace
}  // namespace hopveil
