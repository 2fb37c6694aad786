// SPDX-License-Identifier: Apache-2.0
#include "base/decimal.h"

#include <limits>

#include <gtest/gtest.h>

#include "support/property.h"

namespace hopveil {
namespace {

constexpr std::uint64_t kAnything = std::numeric_limits<std::uint64_t>::max();

std::optional<std::uint64_t> floor_of(std::string_view text, int places) {
  const auto number = parse_decimal(text);
  return number ? scaled_floor(*number, places, kAnything) : std::nullopt;
}

TEST(DecimalTest, ReadsEveryWayToWriteANumber) {
  EXPECT_EQ(floor_of("12", 0), 12u);
  EXPECT_EQ(floor_of("+.5", 1), 5u);
  EXPECT_EQ(floor_of("3.", 0), 3u);
  EXPECT_EQ(floor_of("007.250", 2), 725u);
  EXPECT_EQ(floor_of("1e3", 0), 1000u);
  EXPECT_EQ(floor_of("1.5E+2", 0), 150u);
  EXPECT_EQ(floor_of("25e-2", 2), 25u);
  EXPECT_EQ(floor_of("0", 9), 0u);
  EXPECT_EQ(floor_of("0e999999999999999999999", 9), 0u);
  EXPECT_TRUE(parse_decimal("-0.5")->negative);
  EXPECT_FALSE(parse_decimal("+0.5")->negative);
}

TEST(DecimalTest, RefusesWhatIsNotADecimalNumber) {
  for (const char* text :
       {"",    " 1",  "1 ",   "+",   "-",   ".",    "e5",  "1e",    "1e+", "1e-", "1e5.", "1.2.3",
        "--1", "+-1", "0x10", "nan", "inf", "-inf", "1,5", "1_000", "1f",  "\t1", "1\n",  "１"}) {
    EXPECT_FALSE(parse_decimal(text)) << '"' << text << '"';
  }
  EXPECT_FALSE(parse_decimal(std::string_view("1\0", 2)));
}

TEST(DecimalTest, OneTenthIsExact) {
  EXPECT_EQ(floor_of("0.1", 9), 100'000'000u);
  EXPECT_EQ(floor_of("0.3", 1), 3u);
}

TEST(DecimalTest, RoundsDown) {
  EXPECT_EQ(floor_of("0.9999999999", 9), 999'999'999u);
  EXPECT_EQ(floor_of("0.0000000009", 9), 0u);
}

TEST(DecimalTest, SurvivesHugeExponents) {
  EXPECT_EQ(floor_of("1e-300", 9), 0u);
  EXPECT_EQ(floor_of("1e300", 9), std::nullopt);
  EXPECT_EQ(floor_of("1e99999999999999999999999", 9), std::nullopt);
  EXPECT_EQ(floor_of("1e-99999999999999999999999", 9), 0u);
  EXPECT_EQ(floor_of("0." + std::string(100'000, '0') + "1e100001", 0), 1u);
}

TEST(DecimalTest, TheLimitIsIncluded) {
  EXPECT_EQ(scaled_floor(*parse_decimal("100"), 0, 100), 100u);
  EXPECT_EQ(scaled_floor(*parse_decimal("101"), 0, 100), std::nullopt);
  EXPECT_EQ(floor_of("18446744073709551615", 0), kAnything);
  EXPECT_EQ(floor_of("18446744073709551616", 0), std::nullopt);
}

TEST(DecimalTest, KnowsWhetherAnythingIsLost) {
  EXPECT_TRUE(is_whole(*parse_decimal("2.5"), 1));
  EXPECT_FALSE(is_whole(*parse_decimal("2.5"), 0));
  EXPECT_TRUE(is_whole(*parse_decimal("2.0"), 0));
  EXPECT_TRUE(is_whole(*parse_decimal("0"), 0));
  EXPECT_FALSE(is_whole(*parse_decimal("1e-300"), 9));
  EXPECT_TRUE(is_whole(*parse_decimal("1e300"), 0));
}

TEST(DecimalTest, WritesTheFewestDigits) {
  EXPECT_EQ(decimal_text(1500, 3), "1.5");
  EXPECT_EQ(decimal_text(0, 9), "0");
  EXPECT_EQ(decimal_text(1, 9), "0.000000001");
  EXPECT_EQ(decimal_text(16'000'000'000, 9), "16");
  EXPECT_EQ(decimal_text(120, 0), "120");
}

RC_GTEST_PROP(DecimalProperties, WhatIsWrittenIsReadBack, (std::uint64_t value)) {
  const int places = *rc::gen::inRange(0, 19);
  const auto number = parse_decimal(decimal_text(value, places));
  RC_ASSERT(number.has_value());
  RC_ASSERT(is_whole(*number, places));
  RC_ASSERT(scaled_floor(*number, places, kAnything) == value);
}

}  // namespace
}  // namespace hopveil
