// SPDX-License-Identifier: Apache-2.0
#include "infer/reach/reach.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graph/builder.h"
#include "graph/generators.h"
#include "infer/reach/released_reach.h"

namespace hopveil::infer {
namespace {

InferredCounts table_with_totals(std::size_t rows, std::uint32_t first_hop, std::uint32_t second_hop,
                                 bool intervals = false) {
  InferredCounts table(rows, 2, intervals);
  table.hop(1)[0] = first_hop;
  table.hop(2)[0] = second_hop;
  return table;
}

HopRows rows_of(const std::vector<std::vector<float>>& rows) {
  HopRows result(rows.size(), static_cast<unsigned>(rows.front().size()));
  for (std::size_t row = 0; row < rows.size(); ++row) std::ranges::copy(rows[row], result.of(row).begin());
  return result;
}

TEST(Reach, EachHopIsScaledToTheTablesTotal) {
  InferredCounts table = table_with_totals(100, 10, 30);
  add_reach(rows_of({{4, 10}, {1, 5}}), ReachMargins{}, table);
  EXPECT_EQ(table.reach()->hop(1)[0], 8U);
  EXPECT_EQ(table.reach()->hop(1)[1], 2U);
  EXPECT_EQ(table.reach()->hop(2)[0], 20U);
  EXPECT_EQ(table.reach()->hop(2)[1], 10U);
}

TEST(Reach, IsLeftAsItIsWhereTheTableCountsNobody) {
  InferredCounts table = table_with_totals(100, 0, 0);
  add_reach(rows_of({{4, 0}}), ReachMargins{}, table);
  EXPECT_EQ(table.reach()->hop(1)[0], 4U);
  EXPECT_EQ(table.reach()->hop(2)[0], 0U);
}

TEST(Reach, StaysWithinAllPrivateUsers) {
  InferredCounts table = table_with_totals(10, 20, 20, true);
  add_reach(rows_of({{4, 4}}), ReachMargins{{1, 1}, {0, 0.5}}, table);
  EXPECT_LE(table.reach()->hop(1)[0] + table.reach()->hop(2)[0], 10U);
  EXPECT_LE(table.reach()->high(1)[0], 10U);
}

TEST(Reach, OfNetworksIsTheirUpperMedian) {
  InferredCounts table = table_with_totals(100, 10, 0);
  add_reach(std::vector{rows_of({{2, 0}, {1, 0}}), rows_of({{4, 0}, {1, 0}})}, {.hops = 2}, table);
  EXPECT_EQ(table.reach()->hop(1)[0], 8U);
  EXPECT_EQ(table.reach()->hop(1)[1], 2U);
}

TEST(UnseenShare, IsThatOfOneBetweenWhereNobodyHasMore) {
  BetweenHistogram seen{};
  seen[1] = 1000;
  EXPECT_NEAR(unseen_share(seen, 0.5), 0.5, 0.01);
  EXPECT_NEAR(unseen_share(seen, 1.0 / 3), 2.0 / 3, 0.01);
  EXPECT_EQ(unseen_share(seen, 1), 0);
  EXPECT_EQ(unseen_share({}, 0.5), 0);
}

// Everybody has four users between, each seen with probability 1/3: 16/81 are not seen at all.
TEST(UnseenShare, FindsHowManyAreBetween) {
  BetweenHistogram seen{};
  const double p = 1.0 / 3;
  const double chances[] = {0, 4 * p * std::pow(1 - p, 3), 6 * p * p * (1 - p) * (1 - p),
                            4 * std::pow(p, 3) * (1 - p), std::pow(p, 4)};
  for (std::size_t number = 1; number <= 4; ++number)
    seen[number] = static_cast<std::uint64_t>(1e6 * chances[number]);
  EXPECT_NEAR(unseen_share(seen, p), 16.0 / 81, 0.02);
}

/// A network whose edges between public and every third private user are released.
struct Released {
  Released() {
    graph = find_generator("community").make({.nodes = 3000, .edges = 24000, .seed = 3, .threads = 1});
    roles = UserRoles(graph.num_nodes(), highest_degree_users(graph, {false, 100}));
    std::vector<bool> kept(graph.num_nodes(), false);
    for (const NodeId user : roles.public_users()) kept[user] = true;
    for (std::size_t row = 0; row < roles.private_users().size(); row += 3) {
      liberal.push_back(roles.private_users()[row]);
      kept[liberal.back()] = true;
    }
    std::vector<Edge> edges;
    for (NodeId user = 0; user < graph.num_nodes(); ++user) {
      for (const NodeId other : graph.neighbours(user)) {
        if (user < other && kept[user] && kept[other]) edges.push_back({user, other});
      }
    }
    known = graph_from_edges(graph.num_nodes(), std::move(edges));
  }
  Graph graph, known;
  UserRoles roles;
  std::vector<NodeId> liberal;
};

double mean_relative_error_within_two(const HopRows& estimate, const HopRows& truth, float scale) {
  double sum = 0;
  for (std::size_t row = 0; row < truth.users(); ++row) {
    const double there = truth.of(row)[0] + truth.of(row)[1];
    const double here = scale * (estimate.of(row)[0] + estimate.of(row)[1]);
    sum += std::abs(here - there) / std::max(there, 1.0);
  }
  return sum / static_cast<double>(truth.users());
}

TEST(ReleasedReach, IsCloserThanTheScaledShare) {
  const Released released;
  const Preferences preferences(
      std::vector<Epsilon>(released.roles.private_users().size(), Epsilon::from_text("1")));
  const query::PublicKnowledge knowledge(released.graph, released.roles, preferences);
  const HopRows truth = reach_in(released.graph, released.roles, 2, {.threads = 1});
  const HopRows seen = reach_in(released.known, released.roles, 2, {.threads = 1});
  const HopRows estimate = released_reach(knowledge, released.known, released.liberal, 3, 2, {.threads = 1});
  const double error = mean_relative_error_within_two(estimate, truth, 1);
  EXPECT_LT(error, mean_relative_error_within_two(seen, truth, 3));
  EXPECT_LT(error, 0.1);
}

TEST(ReleasedReach, IsExactWhereEverybodyReleases) {
  const Released released;
  const Preferences preferences(
      std::vector<Epsilon>(released.roles.private_users().size(), Epsilon::from_text("1")));
  const query::PublicKnowledge knowledge(released.graph, released.roles, preferences);
  const std::vector<NodeId> everybody(released.roles.private_users().begin(),
                                      released.roles.private_users().end());
  const HopRows truth = reach_in(released.graph, released.roles, 3, {.threads = 1});
  const HopRows estimate = released_reach(knowledge, released.graph, everybody, 1, 3, {.threads = 1});
  for (std::size_t row = 0; row < truth.users(); ++row) {
    for (unsigned hop = 0; hop < 3; ++hop) EXPECT_NEAR(estimate.of(row)[hop], truth.of(row)[hop], 0.01);
  }
}

}  // namespace
}  // namespace hopveil::infer
