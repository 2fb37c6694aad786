// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/builder.h"
#include "graph/generators.h"
#include "plan/simulate.h"

namespace hopveil::plan {
namespace {

constexpr Detail kSmall = {20, 6, 60};

Preferences thirds(std::size_t users) {
  std::vector<Epsilon> by_row;
  for (std::size_t row = 0; row < users; ++row)
    by_row.push_back(Epsilon::from_text(row % 3 == 0 ? "1" : row % 3 == 1 ? "4" : "16"));
  return Preferences(std::move(by_row));
}

ForecastQuestion question(const std::string& mechanism, unsigned hops) {
  ForecastQuestion asked{{380, 20}, thirds(380), mechanism, {}};
  asked.options.hops = hops;
  return asked;
}

void expect_ordered(const Range& range) {
  EXPECT_LE(range.low, range.middle);
  EXPECT_LE(range.middle, range.high);
}

PublicFacts facts_with(const StandIn& stand_in, std::size_t users, std::size_t public_users) {
  const StandInNetwork network = make_stand_in(stand_in, users, public_users);
  return public_facts(network.graph, network.roles);
}

TEST(PublicProfile, CountsPairsWithinHops) {
  const PublicProfile profile = public_profile(graph_from_edges(4, {{0, 1}, {1, 2}}));
  EXPECT_EQ(profile.edges, 2U);
  EXPECT_DOUBLE_EQ(profile.within[0], 8.0 / 16);
  EXPECT_DOUBLE_EQ(profile.within[1], 10.0 / 16);
  EXPECT_DOUBLE_EQ(profile.within[3], 10.0 / 16);
  EXPECT_DOUBLE_EQ(distance(profile, profile), 0);
}

TEST(PublicProfile, ClusteringIsTheShareOfClosedPairsOfNeighbours) {
  EXPECT_DOUBLE_EQ(public_profile(graph_from_edges(3, {{0, 1}, {1, 2}, {0, 2}})).clustering, 1);
  // A triangle with a tail: of the five pairs of neighbours of a user, three are linked.
  EXPECT_DOUBLE_EQ(public_profile(graph_from_edges(4, {{0, 1}, {1, 2}, {0, 2}, {2, 3}})).clustering, 3.0 / 5);
  EXPECT_DOUBLE_EQ(public_profile(graph_from_edges(3, {})).clustering, 0);
}

TEST(PublicFacts, LookAtEdgesBetweenPublicUsersAlone) {
  const UserRoles roles(6, {0, 2, 4});
  const PublicFacts facts =
      public_facts(graph_from_edges(6, {{0, 2}, {2, 4}, {1, 0}, {3, 5}, {4, 5}}), roles);
  const PublicFacts without = public_facts(graph_from_edges(6, {{0, 2}, {2, 4}}), roles);
  EXPECT_EQ(facts.profile->edges, 2U);
  EXPECT_EQ(facts.profile->within, without.profile->within);
}

TEST(StandIns, HaveTheNumbersOfUsers) {
  for (const StandInNetwork& whole : choose_stand_ins({950, 50}, {.drawn = 0, .kept = 3, .users = 5000}, 1)) {
    EXPECT_EQ(whole.graph.num_nodes(), 1000U);
    EXPECT_EQ(whole.roles.public_users().size(), 50U);
  }
  const auto small = choose_stand_ins({9500, 500}, {.drawn = 0, .kept = 3, .users = 1000}, 1);
  ASSERT_EQ(small.size(), 3U);
  EXPECT_EQ(small.front().graph.num_nodes(), 1000U);
  EXPECT_EQ(small.front().roles.public_users().size(), 50U);
}

TEST(StandIns, HaveEnoughPublicUsersToCompare) {
  const auto chosen = choose_stand_ins({9900, 100}, {.drawn = 0, .kept = 1, .users = 1000}, 1);
  EXPECT_EQ(chosen.front().roles.public_users().size(), 40U);
}

// Of those drawn, those kept are the ones most like what is known of the public users.
TEST(StandIns, AreTheNearest) {
  const StandIn real{.degree = 12, .spread = 1, .inside = 0.6, .community_size = 2, .seed = 77};
  const PublicFacts facts = facts_with(real, 600, 60);
  const auto chosen = choose_stand_ins(facts, {.drawn = 40, .kept = 40, .users = 600}, 2);
  double before = 0;
  for (const StandInNetwork& one : chosen) {
    const double unlike = distance(*facts.profile, *public_facts(one.graph, one.roles).profile);
    EXPECT_GE(unlike, before);
    before = unlike;
  }
}

// Where users of similar popularity keep to each other, the public ones are nearer to each other.
TEST(StandIns, PropertiesAreSeenAmongPublicUsers) {
  StandIn stand_in{.degree = 10, .spread = 0.7, .inside = 0.5, .community_size = 4, .seed = 3};
  const PublicFacts random = facts_with(stand_in, 1000, 50);
  stand_in.assortativity = 0.6;
  const PublicFacts assortative = facts_with(stand_in, 1000, 50);
  EXPECT_GT(assortative.profile->edges, random.profile->edges);
}

TEST(StandIns, MayHaveUsersWithoutConnections) {
  const StandIn stand_in{.degree = 12, .spread = 0.7, .assortativity = 0.6, .isolated = 0.25, .seed = 3};
  const StandInNetwork network = make_stand_in(stand_in, 1000, 50);
  std::size_t isolated = 0;
  for (NodeId user = 0; user < 1000; ++user) isolated += network.graph.neighbours(user).empty() ? 1U : 0U;
  EXPECT_GE(isolated, 250U);
  EXPECT_LE(isolated, 270U);
}

TEST(StandIns, PublicUsersMayBeReserved) {
  StandIn stand_in{.degree = 12, .spread = 1, .seed = 3};
  const double open = static_cast<double>(facts_with(stand_in, 1000, 50).profile->edges);
  stand_in.reserved = 0.8;
  EXPECT_NEAR(static_cast<double>(facts_with(stand_in, 1000, 50).profile->edges), 0.2 * open, 0.1 * open);
}

// Where communities overlap, one leads to the next, and far ones are many hops away.
TEST(StandIns, ChainedCommunitiesMakeLongPaths) {
  const auto within_four = [](bool chained) {
    const StandIn stand_in{
        .degree = 10, .inside = 0.99, .community_size = 1.5, .chained = chained, .seed = 5};
    return facts_with(stand_in, 600, 60).profile->within[3];
  };
  EXPECT_LT(within_four(true), 0.5 * within_four(false));
}

TEST(DealtPreferences, KeepTheSharesAndLevels) {
  const Preferences real = thirds(300);
  std::vector<std::uint32_t> levels;
  for (std::uint32_t row = 0; row < 300; ++row) levels.push_back(row % 3);
  const DealtPreferences dealt = deal_preferences(real, levels, 30, 7);
  std::array<int, 3> users{};
  for (NodeId row = 0; row < 30; ++row) {
    const std::uint32_t level = dealt.level_of_row[row];
    ++users.at(level);
    EXPECT_EQ(dealt.preferences.of_row(row), real.of_row(level));
  }
  EXPECT_THAT(users, ::testing::Each(10));
}

TEST(Forecast, HasARangeForEveryLevelAndHop) {
  const Forecast expected = forecast(question("eli", 3), kSmall, 1);
  ASSERT_EQ(expected.by_level.size(), 3U);
  EXPECT_EQ(expected.by_level[0].name, "1");
  EXPECT_EQ(expected.by_level[0].users, 127U);
  EXPECT_EQ(expected.everybody.users, 380U);
  for (const LevelForecast& level : expected.by_level) {
    ASSERT_EQ(level.by_hop.size(), 3U);
    for (const ExpectedErrors& hop : level.by_hop) {
      expect_ordered(hop.mae);
      expect_ordered(hop.mre);
      expect_ordered(hop.of_zeros);
      EXPECT_FALSE(hop.width.has_value());
    }
  }
  EXPECT_GT(expected.everybody.all.mae.low, 0);
  EXPECT_EQ(expected.stand_ins.size(), kSmall.simulated);
}

TEST(Forecast, DoesNotDependOnThreads) {
  const ForecastQuestion asked = question("eli", 1);
  const Forecast one = forecast(asked, kSmall, 1);
  const Forecast two = forecast(asked, kSmall, 2);
  EXPECT_EQ(one.everybody.all.mae.low, two.everybody.all.mae.low);
  EXPECT_EQ(one.everybody.all.mae.high, two.everybody.all.mae.high);
}

TEST(Forecast, WidthsComeWithIntervals) {
  ForecastQuestion asked = question("eli", 2);
  asked.options.intervals = 90;
  const Forecast expected = forecast(asked, kSmall, 2);
  ASSERT_TRUE(expected.everybody.all.width.has_value());
  EXPECT_GT(expected.everybody.all.width->high, 0);
}

// With hardly any budget the paper's uniform mechanism publishes noise: worse than zeros, and it must be
// said.
TEST(Forecast, NamesHopsThatAreNoBetterThanZeros) {
  ForecastQuestion asked = question("uniform", 2);
  asked.preferences = Preferences(std::vector<Epsilon>(380, Epsilon::from_text("0.01")));
  EXPECT_THAT(forecast(asked, kSmall, 2).no_better_than_zeros, ::testing::ElementsAre(true, true));
}

TEST(Forecast, FindsTheThresholdOfThePapersMechanisms) {
  EXPECT_FALSE(best_threshold(question("eli", 1), kSmall, 1).has_value());
  EXPECT_TRUE(best_threshold(question("duba-lf", 1), kSmall, 2).has_value());
}

// On a network that is given, nothing is generated.
TEST(Forecast, LikeAGivenNetworkUsesItsCounts) {
  const Graph network =
      find_generator("community").make({.nodes = 100, .edges = 500, .seed = 3, .threads = 1});
  ForecastQuestion asked = question("eli", 2);
  const Forecast once = forecast_like(asked, network, "given", 1, 1);
  EXPECT_EQ(once.stand_ins.size(), 1U);
  EXPECT_EQ(once.stand_ins.front().users, 100U);
  EXPECT_EQ(once.stand_ins.front().public_users, 5U);
  // Twice as many public users, with everything else in proportion, have twice the error.
  asked.facts = {760, 40};
  const Forecast twice = forecast_like(asked, network, "given", 1, 1);
  EXPECT_NEAR(twice.everybody.all.mae.middle, 2 * once.everybody.all.mae.middle, 1e-9);
}

}  // namespace
}  // namespace hopveil::plan
