#include "plan/forecast.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/generators.h"
#include "plan/simulate.h"

namespace hopveil::plan {
namespace {

constexpr Detail kSmall = {60, 200};

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

TEST(StandIns, HaveTheNumbersOfUsers) {
  const PublicFacts facts{950, 50};
  for (const StandIn& stand_in : choose_stand_ins(facts)) {
    const StandInNetwork whole = make_stand_in(stand_in, facts, 5000, 1);
    EXPECT_EQ(whole.graph.num_nodes(), 1000U);
    EXPECT_EQ(whole.roles.public_users().size(), 50U);
    const StandInNetwork small = make_stand_in(stand_in, facts, 200, 1);
    EXPECT_EQ(small.graph.num_nodes(), 200U);
    EXPECT_EQ(small.roles.public_users().size(), 10U);
  }
}

TEST(StandIns, VaryKindAndDensity) {
  const std::vector<StandIn> stand_ins = choose_stand_ins({950, 50});
  EXPECT_EQ(stand_ins.size(), 3 * (generators().size() + 1));
}

// More connections between public users mean a denser network.
TEST(StandIns, FollowTheConnectionsBetweenPublicUsers) {
  const std::vector<StandIn> sparse = choose_stand_ins({950, 50, 20});
  const std::vector<StandIn> dense = choose_stand_ins({950, 50, 600});
  ASSERT_EQ(sparse.size(), dense.size());
  for (std::size_t i = 0; i < sparse.size(); ++i) EXPECT_LT(sparse[i].degree, dense[i].degree);
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
  EXPECT_EQ(expected.stand_ins.size(), choose_stand_ins({380, 20}).size());
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
