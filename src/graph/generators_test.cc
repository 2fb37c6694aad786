// SPDX-License-Identifier: Apache-2.0
#include "graph/generators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "graph/components.h"
#include "graph/degree_summary.h"
#include "graph/diameter.h"

namespace hopveil {
namespace {

using ::testing::HasSubstr;

bool same(const Graph& a, const Graph& b) {
  return std::ranges::equal(a.offsets(), b.offsets()) && std::ranges::equal(a.targets(), b.targets());
}

/// The mean over all nodes of the share of pairs of neighbours that know each other (Watts and Strogatz).
double average_clustering(const Graph& graph) {
  double total = 0;
  std::vector<bool> is_neighbour(graph.num_nodes(), false);
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    const auto neighbours = graph.neighbours(node);
    if (neighbours.size() < 2) continue;
    for (const NodeId v : neighbours) is_neighbour[v] = true;
    double ends = 0;
    for (const NodeId v : neighbours)
      for (const NodeId w : graph.neighbours(v)) ends += is_neighbour[w] ? 1 : 0;
    for (const NodeId v : neighbours) is_neighbour[v] = false;
    const auto degree = static_cast<double>(neighbours.size());
    total += ends / (degree * (degree - 1));
  }
  return total / graph.num_nodes();
}

/// Pearson's correlation of a node's number and the logarithm of its degree.
double correlation_of_number_and_degree(const Graph& graph) {
  const double n = graph.num_nodes();
  double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    const double x = node / n;
    const double y = std::log1p(static_cast<double>(graph.degree(node)));
    sx += x, sy += y, sxx += x * x, syy += y * y, sxy += x * y;
  }
  return (n * sxy - sx * sy) / std::sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
}

class EveryGenerator : public ::testing::TestWithParam<GeneratorInfo> {};

INSTANTIATE_TEST_SUITE_P(Generators, EveryGenerator, ::testing::ValuesIn(generators()),
                         [](const auto& generator) { return std::string(generator.param.name); });

TEST_P(EveryGenerator, GivesExactlyTheNodesAndEdgesAskedFor) {
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> sizes{
      {1, 0},     {2, 0},      {2, 1},       {3, 3},       {15, 105},      {16, 0},        {16, 5},
      {16, 120},  {17, 40},    {100, 1},     {100, 99},    {100, 2475},    {100, 4900},    {100, 4950},
      {1000, 10}, {1000, 999}, {1000, 2000}, {1000, 5000}, {1025, 50'000}, {3000, 40'000}, {20'000, 200'000}};
  for (const auto& [nodes, edges] : sizes) {
    const Graph graph = GetParam().make({.nodes = nodes, .edges = edges, .seed = 3, .threads = 2});
    EXPECT_EQ(graph.num_nodes(), nodes);
    EXPECT_EQ(graph.num_edges(), edges) << nodes << " nodes";
    for (NodeId node = 0; node < graph.num_nodes(); ++node) {
      const auto row = graph.neighbours(node);
      ASSERT_EQ(std::ranges::adjacent_find(row, std::ranges::greater_equal()), row.end());
      ASSERT_FALSE(std::ranges::binary_search(row, node));
    }
  }
}

TEST_P(EveryGenerator, NamesUsersByNumber) {
  const Graph graph = GetParam().make({.nodes = 20, .edges = 30, .seed = 1, .threads = 1});
  for (NodeId node = 0; node < 20; ++node) EXPECT_EQ(graph.ids().text(node), std::to_string(node));
}

TEST_P(EveryGenerator, RepeatsBySeedOnAnyNumberOfThreads) {
  const auto make = [](std::uint64_t seed, unsigned threads) {
    return GetParam().make({.nodes = 30'000, .edges = 400'000, .seed = seed, .threads = threads});
  };
  const Graph graph = make(1, 1);
  EXPECT_TRUE(same(graph, make(1, 2)));
  EXPECT_TRUE(same(graph, make(1, 7)));
  EXPECT_FALSE(same(graph, make(2, 1)));
}

// By chance the correlation has a standard deviation of 1/sqrt(20000) = 0.007: 0.035 is five of them.
TEST_P(EveryGenerator, NumbersSayNothingAboutDegrees) {
  const Graph graph = GetParam().make({.nodes = 20'000, .edges = 200'000, .seed = 4, .threads = 2});
  EXPECT_LT(std::abs(correlation_of_number_and_degree(graph)), 0.035);
}

TEST_P(EveryGenerator, HasHeavyTailedDegrees) {
  const Graph graph = GetParam().make({.nodes = 20'000, .edges = 200'000, .seed = 4, .threads = 2});
  const DegreeSummary degrees = summarize_degrees(graph);
  EXPECT_GT(static_cast<double>(degrees.max), 10 * degrees.mean);
  EXPECT_LT(degrees.median, degrees.mean);
}

TEST_P(EveryGenerator, DefaultEdgesCanBeGenerated) {
  for (const std::uint64_t nodes : {1u, 2u, 3u, 10u, 50u, 500u, 5000u}) {
    const std::uint64_t edges = GetParam().default_edges(nodes);
    EXPECT_EQ(GetParam().make({.nodes = nodes, .edges = edges, .seed = 1, .threads = 1}).num_edges(), edges);
  }
  EXPECT_EQ(GetParam().default_edges(0), 0u);
}

TEST_P(EveryGenerator, RefusesSizesThatNoGraphHas) {
  const auto complaint = [](std::uint64_t nodes, std::uint64_t edges) -> std::string {
    try {
      GetParam().make({.nodes = nodes, .edges = edges, .seed = 1, .threads = 1});
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(complaint(0, 0),
            "a network of 0 nodes cannot be generated; the number of nodes must be from 1 to 4294967295.");
  EXPECT_THAT(complaint(std::uint64_t{1} << 32, 5), HasSubstr("from 1 to 4294967295"));
  EXPECT_THAT(complaint(~std::uint64_t{0}, 5), HasSubstr("from 1 to 4294967295"));
  EXPECT_EQ(complaint(4, 7),
            "a network of 4 nodes cannot have 7 edges; without repeats and self-loops there are at most 6.");
  EXPECT_THAT(complaint(1, 1), HasSubstr("at most 0"));
}

TEST(GeneratorsTest, AreFoundByName) {
  EXPECT_EQ(find_generator("powerlaw").name, "powerlaw");
  try {
    find_generator("rmatt");
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "\"rmatt\" is not a kind of network; choose one of community, powerlaw, rmat.");
  }
}

// A random graph of this size has a clustering coefficient of 0.002 (its density).
TEST(PowerlawTest, IsClusteredAndConnected) {
  const Graph graph = find_generator("powerlaw").make({.nodes = 10'000, .edges = 100'000, .seed = 1});
  EXPECT_GT(average_clustering(graph), 0.1);
  EXPECT_EQ(find_components(graph).count(), 1u);
}

TEST(PowerlawTest, IsConnectedFromTreesOn) {
  for (const std::uint64_t edges : {499u, 500u, 501u, 900u, 3000u}) {
    const Graph graph = find_generator("powerlaw").make({.nodes = 500, .edges = edges, .seed = 9});
    EXPECT_EQ(find_components(graph).count(), 1u) << edges;
  }
}

// Hill's estimate over the 1% highest degrees. The model's exponent is 3, that is, a tail index of 2.
TEST(PowerlawTest, DegreesFallWithAnExponentOfAboutThree) {
  const Graph graph = find_generator("powerlaw").make({.nodes = 100'000, .edges = 1'000'000, .seed = 1});
  std::vector<double> degrees;
  for (NodeId node = 0; node < graph.num_nodes(); ++node)
    degrees.push_back(static_cast<double>(graph.degree(node)));
  std::ranges::sort(degrees, std::greater());
  constexpr std::size_t kTop = 1000;
  double logs = 0;
  for (std::size_t i = 0; i < kTop; ++i) logs += std::log(degrees[i] / degrees[kTop]);
  EXPECT_NEAR(1 + kTop / logs, 3, 0.4);
  EXPECT_LT(degrees[0], 0.05 * graph.num_nodes()) << "no single node knows everybody";
}

// ego-Facebook (SNAP), whose size this is: clustering 0.61, diameter 8, largest degree 1045, median 25,
// connected.
TEST(CommunityTest, TheDemoNetworkLooksLikeASocialNetwork) {
  const Graph graph = find_generator("community").make(kDemoNetwork);
  EXPECT_EQ(find_components(graph).count(), 1u);
  EXPECT_EQ(largest_component_diameter(graph), 8u);
  EXPECT_NEAR(average_clustering(graph), 0.6, 0.05);
  const DegreeSummary degrees = summarize_degrees(graph);
  EXPECT_GT(degrees.max, 600u);
  EXPECT_LT(degrees.median, 0.8 * degrees.mean);
}

TEST(CommunityTest, OtherSeedsLookAlike) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    NetworkSpec spec = kDemoNetwork;
    spec.seed = seed;
    const Graph graph = find_generator("community").make(spec);
    EXPECT_EQ(find_components(graph).count(), 1u);
    EXPECT_GE(largest_component_diameter(graph), 7u) << seed;
    EXPECT_LE(largest_component_diameter(graph), 9u) << seed;
    EXPECT_GT(average_clustering(graph), 0.4) << seed;
  }
}

TEST(RmatTest, HasLittleStructureButHubs) {
  const Graph graph = find_generator("rmat").make({.nodes = 50'000, .edges = 500'000, .seed = 1});
  const DegreeSummary degrees = summarize_degrees(graph);
  EXPECT_GT(static_cast<double>(degrees.max), 50 * degrees.mean);
  EXPECT_GT(degrees.isolated, 0u);
}

TEST(NetworkSpecTest, CountsPairs) {
  EXPECT_EQ(num_pairs(0), 0u);
  EXPECT_EQ(num_pairs(1), 0u);
  EXPECT_EQ(num_pairs(2), 1u);
  EXPECT_EQ(num_pairs(5), 10u);
  EXPECT_EQ(num_pairs(4'294'967'295), 9'223'372'030'412'324'865u);
}

TEST(NetworkSpecTest, ShuffledNodesAreAPermutation) {
  auto order = shuffled_nodes(1000, SeededRng(1).stream("test"));
  EXPECT_FALSE(std::ranges::is_sorted(order));
  std::ranges::sort(order);
  for (NodeId i = 0; i < 1000; ++i) ASSERT_EQ(order[i], i);
}

// Three cells of 100000 draws each; beyond 20 (chi-square, 2 degrees of freedom) once in 22000 seeds.
TEST(NetworkSpecTest, RandomBelowIsUniform) {
  SeededRng rng(5);
  std::array<double, 3> counts{};
  for (int i = 0; i < 300'000; ++i) ++counts[random_below(rng, 3)];
  double statistic = 0;
  for (const double count : counts) statistic += (count - 1e5) * (count - 1e5) / 1e5;
  EXPECT_LT(statistic, 20);
  EXPECT_EQ(random_below(rng, 1), 0u);
}

}  // namespace
}  // namespace hopveil
