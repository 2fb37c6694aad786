// SPDX-License-Identifier: Apache-2.0
#include "dp/preferences.h"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <hopveil/errors.h>

#include "support/chi_square.h"
#include "support/preferences.h"

namespace hopveil::dp {
namespace {

using ::testing::HasSubstr;
using testing::preferences;

Epsilon eps(const char* text) {
  return Epsilon::from_text(text);
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no InputError";
}

TEST(PreferenceSummary, GivesSmallestLargestMeanAndLevels) {
  const Preferences some = preferences({"4", "0.1", "16", "4"});
  EXPECT_EQ(smallest_preference(some), eps("0.1"));
  EXPECT_EQ(largest_preference(some), eps("16"));
  EXPECT_EQ(mean_preference(some), eps("6.025"));
  EXPECT_EQ(distinct_preferences(some), (std::vector{eps("0.1"), eps("4"), eps("16")}));
}

TEST(PreferenceSummary, TheMeanIsRoundedDownToABillionth) {
  EXPECT_EQ(mean_preference(preferences({"1", "1", "2"})).nanos(), 1'333'333'333u);
  EXPECT_EQ(mean_preference(preferences({"0.000000001", "0.000000002"})).nanos(), 1u);
}

TEST(PreferenceSummary, NobodyHasNoPreferences) {
  EXPECT_THROW(smallest_preference(Preferences()), BugError);
  EXPECT_THROW(largest_preference(Preferences()), BugError);
  EXPECT_THROW(mean_preference(Preferences()), BugError);
  EXPECT_TRUE(distinct_preferences(Preferences()).empty());
}

RC_GTEST_PROP(EqualGroups, DifferInSizeByAtMostOne, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(0, 200);
  const auto number = *rc::gen::inRange<std::uint64_t>(1, 8);
  std::vector<Epsilon> groups;
  for (std::uint64_t i = 1; i <= number; ++i) groups.push_back(Epsilon::from_nanos(i));
  SeededRng rng(*rc::gen::arbitrary<std::uint64_t>());
  const Preferences assigned = assign_equal_groups(rows, groups, rng);
  RC_ASSERT(assigned.size() == rows);
  for (const Epsilon group : groups) {
    const auto size =
        static_cast<std::size_t>(std::count(assigned.by_row().begin(), assigned.by_row().end(), group));
    RC_ASSERT(size == rows / number || size == (rows + number - 1) / number);
  }
}

TEST(EqualGroups, EveryBalancedAssignmentIsEquallyLikely) {
  // 4 users in 3 groups: one group of 2 and two of 1 give 3 * 4!/2! = 36 assignments.
  const std::vector groups{eps("1"), eps("4"), eps("16")};
  SeededRng rng(1);
  std::map<std::vector<Epsilon>, std::size_t> number;
  const auto draws = testing::tally(72000, [&] {
    const Preferences assigned = assign_equal_groups(4, groups, rng);
    return number.try_emplace({assigned.by_row().begin(), assigned.by_row().end()}, number.size())
        .first->second;
  });
  EXPECT_EQ(number.size(), 36u);
  EXPECT_TRUE(testing::chi_square_integers(draws, 0, 35, [](auto) { return 1.0 / 36; }).fits());
}

TEST(EqualGroups, FollowTheSeed) {
  const std::vector groups{eps("1"), eps("4"), eps("16")};
  const auto assign = [&](std::uint64_t seed) {
    SeededRng rng(seed);
    const Preferences assigned = assign_equal_groups(100, groups, rng);
    return std::vector(assigned.by_row().begin(), assigned.by_row().end());
  };
  EXPECT_EQ(assign(1), assign(1));
  EXPECT_NE(assign(1), assign(2));
}

TEST(Threshold, ReadsNumbersMaxAndMean) {
  const Preferences some = preferences({"1", "4", "16"});
  EXPECT_EQ(Threshold::from_text("max").resolve(some), eps("16"));
  EXPECT_EQ(Threshold::from_text("mean").resolve(some), eps("7"));
  EXPECT_EQ(Threshold::from_text("2.5").resolve(some), eps("2.5"));
  for (const char* text : {"max", "mean", "2.5", "16"}) EXPECT_EQ(Threshold::from_text(text).text(), text);
}

TEST(Threshold, MayEqualTheSmallestAndTheLargestPreference) {
  const Preferences some = preferences({"0.1", "16"});
  EXPECT_EQ(Threshold::from_text("0.1").resolve(some), eps("0.1"));
  EXPECT_EQ(Threshold::from_text("16").resolve(some), eps("16"));
  EXPECT_EQ(Threshold::from_text("mean").resolve(preferences({"3", "3"})), eps("3"));
}

TEST(Threshold, OutOfRangeNamesTheRange) {
  const Preferences some = preferences({"0.1", "16"});
  for (const char* text : {"0.099999999", "16.000000001", "1000000"}) {
    const std::string message = message_of([&] { Threshold::from_text(text).resolve(some); });
    EXPECT_THAT(message, HasSubstr(text));
    EXPECT_THAT(message, HasSubstr("between the smallest preference, 0.1, and the largest, 16"));
  }
}

TEST(Threshold, RefusesWhatIsNotAPositiveNumber) {
  for (const char* text : {"", "x", "-1", "0", "nan", "inf", "Max", "1 2", "0x1"}) {
    EXPECT_THAT(message_of([&] { Threshold::from_text(text); }), HasSubstr("is not a positive number"))
        << text;
  }
  EXPECT_THAT(message_of([] { Threshold::from_text("1e300"); }), HasSubstr("too large"));
  EXPECT_THAT(message_of([] { Threshold::from_text("1e-300"); }), HasSubstr("too small"));
}

TEST(Threshold, IsDefinedWithoutPrivateUsers) {
  EXPECT_EQ(Threshold::from_text("2").resolve(Preferences()), eps("2"));
  EXPECT_EQ(Threshold::from_text("max").resolve(Preferences()), eps("1"));
  EXPECT_EQ(Threshold::from_text("mean").resolve(Preferences()), eps("1"));
}

}  // namespace
}  // namespace hopveil::dp
