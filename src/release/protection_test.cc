// SPDX-License-Identifier: Apache-2.0
#include "release/protection.h"

#include <cmath>

#include <gtest/gtest.h>

#include "release/status.h"

namespace hopveil::release {
namespace {

Epsilon eps(const char* text) {
  return Epsilon::from_text(text);
}

TEST(Protection, BeliefIsThatOfTheFormulaRoundedUp) {
  EXPECT_EQ(belief_text(eps("1")), "73.2%");  // 73.106
  EXPECT_EQ(belief_text(eps("3")), "95.3%");
  EXPECT_EQ(belief_text(eps("4")), "98.3%");
  EXPECT_EQ(belief_text(eps("8")), "99.97%");
  EXPECT_EQ(belief_text(eps("16")), "99.99999%");
  EXPECT_EQ(belief_text(eps("1000000")), "100%");
  EXPECT_EQ(belief_text(eps("0.000000001")), "50.1%");
  EXPECT_DOUBLE_EQ(belief_at_most(eps("2")), std::exp(2) / (1 + std::exp(2)));
}

TEST(Protection, TextIsNeverBelowWhatMayHappen) {
  for (int i = 1; i <= 2000; ++i) {
    const Epsilon epsilon = Epsilon::from_nanos(static_cast<std::uint64_t>(i) * 10'000'000);
    EXPECT_GE(std::stod(belief_text(epsilon)), 100 * belief_at_most(epsilon) - 1e-9) << epsilon.text();
  }
}

TEST(Protection, HasThreeKinds) {
  EXPECT_EQ(protection_at(eps("3")), Protection::kProtects);
  EXPECT_EQ(protection_at(eps("3.000000001")), Protection::kWeak);
  EXPECT_EQ(protection_at(eps("7.999999999")), Protection::kWeak);
  EXPECT_EQ(protection_at(eps("8")), Protection::kNone);
}

Preferences preferences_from(std::size_t levels, std::size_t users) {
  std::vector<Epsilon> by_row;
  for (std::size_t row = 0; row < users; ++row)
    by_row.push_back(Epsilon::from_nanos((levels - row % levels) * Epsilon::kNanosPerUnit));
  return Preferences(by_row);
}

TEST(Promise, ListsUpToTwentyLevelsWithTheirUsers) {
  const Promise promise = promise_to(preferences_from(20, 45), ledger::BudgetShare::from_text("0.5"));
  ASSERT_EQ(promise.levels.size(), 20U);
  EXPECT_FALSE(promise.by_quantile);
  EXPECT_EQ(promise.users, 45U);
  EXPECT_EQ(promise.levels.front().preference.text(), "1");
  EXPECT_EQ(promise.levels.front().spent.text(), "0.5");
  EXPECT_EQ(promise.levels.front().users, 2U);
  EXPECT_EQ(promise.levels.back().users, 3U);
  EXPECT_EQ(promise.median->text(), "12");
  EXPECT_EQ(promise.weakest(), Protection::kNone);
}

TEST(Promise, ShowsQuantilesOfMoreLevels) {
  const Promise promise = promise_to(preferences_from(101, 101), ledger::BudgetShare::from_text("1"));
  EXPECT_TRUE(promise.by_quantile);
  ASSERT_EQ(promise.levels.size(), 7U);
  EXPECT_EQ(promise.levels[0].preference.text(), "1");
  EXPECT_EQ(promise.levels[1].preference.text(), "11");
  EXPECT_EQ(promise.levels[3].preference.text(), "51");
  EXPECT_EQ(promise.levels[3].quantile, 50U);
  EXPECT_EQ(promise.levels[6].preference.text(), "101");
}

TEST(Promise, OfNobodyIsEmpty) {
  const Promise promise = promise_to(Preferences(), ledger::BudgetShare::from_text("1"));
  EXPECT_EQ(promise.users, 0U);
  EXPECT_TRUE(promise.levels.empty());
  EXPECT_FALSE(promise.median);
}

TEST(Status, IsOneOfThreeWords) {
  EXPECT_EQ(release_status({"s", mechanism::GuaranteeStatus::kProved, "r"}, {}).text(), "proved");
  EXPECT_EQ(release_status({"s", mechanism::GuaranteeStatus::kProved, "r"}, {"x"}).text(),
            "proved with exceptions");
  EXPECT_EQ(release_status({"s", mechanism::GuaranteeStatus::kRefuted, "r"}, {}).text(), "refuted");
  EXPECT_EQ(release_status({"s", mechanism::GuaranteeStatus::kRefuted, "r"}, {"x"}).text(), "refuted");
}

}  // namespace
}  // namespace hopveil::release
