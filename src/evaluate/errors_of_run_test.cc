// SPDX-License-Identifier: Apache-2.0
#include "evaluate/errors_of_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/preferences.h"

namespace hopveil::evaluation {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using testing::preferences;

/// Two users, two hops:  f_1 = (0, 4), f_2 = (2, 10).
ExactCounts truth() {
  ExactCounts counts(2, 2);
  counts.hop(1)[1] = 4;
  counts.hop(2)[0] = 2;
  counts.hop(2)[1] = 10;
  return counts;
}

TEST(ErrorsOfTable, DividesByTheTrueCountButNeverByZero) {
  mechanism::NoisyTable table;
  table.reset(2, 2, 0);
  table.hop(1)[0] = 3;   // off by 3, true 0: relative 3
  table.hop(1)[1] = 2;   // off by 2, true 4: relative 0.5
  table.hop(2)[0] = 2;   // right
  table.hop(2)[1] = 15;  // off by 5, true 10: relative 0.5
  const dp::PreferenceLevels levels = dp::preference_levels(preferences({"1", "4"}));
  const ErrorsOfRun errors = errors_of_table(table, truth(), 2, levels, false, 12);
  EXPECT_THAT(errors.mae_by_hop, ElementsAre(2.5, 2.5));
  EXPECT_THAT(errors.mre_by_hop, ElementsAre(1.75, 0.25));
  EXPECT_THAT(errors.mae_by_level, ElementsAre(1.5, 3.5));
  EXPECT_THAT(errors.mre_by_level, ElementsAre(1.5, 0.5));
  EXPECT_EQ(errors.mae(), 2.5);
  EXPECT_EQ(errors.mre(), 1.0);
}

TEST(ErrorsOfTable, ClampsIntoTheRangeOfCountsWhenAsked) {
  mechanism::NoisyTable table;
  table.reset(2, 2, 0);
  table.hop(1)[0] = -7;
  table.hop(1)[1] = 100;
  table.hop(2)[1] = 10;
  const dp::PreferenceLevels levels = dp::preference_levels(preferences({"1", "1"}));
  EXPECT_THAT(errors_of_table(table, truth(), 2, levels, true, 12).mae_by_hop, ElementsAre(4, 1));
  EXPECT_THAT(errors_of_table(table, truth(), 2, levels, false, 12).mae_by_hop, ElementsAre(51.5, 1));
}

TEST(ErrorsOfTable, ReadsFixedPointValuesAndNullHops) {
  mechanism::NoisyTable table;
  table.reset(2, 2, 2);  // quarters
  table.hop(1)[0] = 1;
  table.hop(1)[1] = 17;
  table.repeat(2, 1);
  const dp::PreferenceLevels levels = dp::preference_levels(preferences({"1", "1"}));
  const ErrorsOfRun errors = errors_of_table(table, truth(), 2, levels, false, 12);
  EXPECT_THAT(errors.mae_by_hop, ElementsAre(0.25, DoubleNear((1.75 + 5.75) / 2, 1e-12)));
  EXPECT_THAT(errors.published, ElementsAre(true, false));
}

TEST(ErrorsOfTable, LooksAtTheFirstHopsOnly) {
  mechanism::NoisyTable table;
  table.reset(2, 2, 0);
  const dp::PreferenceLevels levels = dp::preference_levels(preferences({"1", "1"}));
  EXPECT_THAT(errors_of_table(table, truth(), 1, levels, false, 12).mae_by_hop, ElementsAre(2));
}

TEST(Floor, ZerosHaveTheMeanCountAsTheirError) {
  const dp::PreferenceLevels levels = dp::preference_levels(preferences({"1", "1"}));
  const ErrorsOfRun errors = errors_of_constants({0, 0}, truth(), levels);
  EXPECT_THAT(errors.mae_by_hop, ElementsAre(2, 6));
  EXPECT_THAT(errors.mre_by_hop, ElementsAre(0.5, 1));
}

TEST(Floor, MediansAreThoseOfEachHop) {
  ExactCounts counts(3, 2);
  counts.hop(1)[0] = 9;
  counts.hop(1)[1] = 1;
  counts.hop(1)[2] = 2;
  EXPECT_THAT(hop_medians(counts, 2), ElementsAre(2, 0));
}

TEST(PreferenceLevels, AreTheDistinctPreferencesWhenTheyAreFew) {
  const dp::PreferenceLevels levels = dp::preference_levels(preferences({"16", "1", "4", "1"}));
  EXPECT_THAT(levels.names, ElementsAre("1", "4", "16"));
  EXPECT_THAT(levels.level_of_row, ElementsAre(2, 0, 1, 0));
  EXPECT_THAT(levels.users, ElementsAre(2, 1, 1));
}

TEST(PreferenceLevels, AreRangesOfAboutEqualSizeWhenTheyAreMany) {
  std::vector<Epsilon> by_row;
  for (std::uint64_t i = 0; i < 1200; ++i)
    by_row.push_back(Epsilon::from_nanos((i * 7 % 1200 + 1) * 1'000'000));
  const dp::PreferenceLevels levels = dp::preference_levels(Preferences(by_row));
  EXPECT_EQ(levels.names.size(), dp::kMaxLevels);
  EXPECT_EQ(levels.names.front(), "0.001..0.1");
  for (const std::uint64_t users : levels.users) EXPECT_EQ(users, 100U);
}

TEST(PreferenceLevels, MostUsersWithOnePreferenceGiveNoEmptyRange) {
  std::vector<Epsilon> by_row(1000, Epsilon::from_text("1"));
  for (std::uint64_t i = 0; i < 50; ++i) by_row.push_back(Epsilon::from_nanos(2'000'000'000 + i));
  const dp::PreferenceLevels levels = dp::preference_levels(Preferences(by_row));
  for (const std::uint64_t users : levels.users) EXPECT_GT(users, 0U);
}

}  // namespace
}  // namespace hopveil::evaluation
