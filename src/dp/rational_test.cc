// SPDX-License-Identifier: Apache-2.0
#include "dp/rational.h"

#include <limits>
#include <numeric>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <hopveil/errors.h>

#include "dp/budget.h"

namespace hopveil::dp {
namespace {

using BigInt = boost::multiprecision::cpp_int;
constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

BigInt big(Uint128 value) {
  return (BigInt(static_cast<std::uint64_t>(value >> 64)) << 64) + static_cast<std::uint64_t>(value);
}

/// A 128-bit number whose length is as random as its bits.
Uint128 any_wide() {
  const auto high = *rc::gen::arbitrary<std::uint64_t>();
  const auto low = *rc::gen::arbitrary<std::uint64_t>();
  const auto shift = *rc::gen::inRange(0, 127);
  const Uint128 value =
      (static_cast<Uint128>(high * 0x9E3779B97F4A7C15) << 64 | low * 0xD1342543DE82EF95) >> shift;
  return value == 0 ? 1 : value;
}

TEST(Rational, IsKeptInLowestTerms) {
  EXPECT_EQ(Rational(6, 4).numerator(), 3u);
  EXPECT_EQ(Rational(6, 4).denominator(), 2u);
  EXPECT_EQ(Rational(kMax, kMax), Rational(1, 1));
}

TEST(Rational, RefusesZero) {
  EXPECT_THROW(Rational(0, 1), BugError);
  EXPECT_THROW(Rational(1, 0), BugError);
  EXPECT_THROW(Rational::rounded_down(0, 1), BugError);
}

TEST(Rational, ComparesExactlyAtTheEdgeOfItsRange) {
  EXPECT_LT(Rational(kMax - 1, kMax), Rational(1, 1));
  EXPECT_LT(Rational(kMax - 2, kMax - 1), Rational(kMax - 1, kMax));
  EXPECT_GT(Rational(1, kMax - 1), Rational(1, kMax));
}

RC_GTEST_PROP(Rational, RoundingDownIsExactWhereItCanBe, ()) {
  const auto n = *rc::gen::inRange<std::uint64_t>(1, kMax);
  const auto d = *rc::gen::inRange<std::uint64_t>(1, kMax);
  const auto factor = *rc::gen::inRange<std::uint64_t>(1, kMax);
  RC_ASSERT(Rational::rounded_down(static_cast<Uint128>(n) * factor, static_cast<Uint128>(d) * factor) ==
            Rational(n, d));
}

RC_GTEST_PROP(Rational, RoundingDownNeverRoundsUpAndLosesLessThanItSays, ()) {
  const Uint128 n = any_wide();
  const Uint128 d = any_wide();
  RC_PRE((n >> 64) <= d);  // below 2^64
  RC_PRE((d >> 63) <= n);  // well above 2^-64
  const Rational rounded = Rational::rounded_down(n, d);
  // 0 <= n/d - r <= n/d 2^-62, times d and the denominator of r.
  const BigInt exact = big(n) * rounded.denominator();
  const BigInt lower = big(d) * rounded.numerator();
  RC_ASSERT(lower <= exact);
  RC_ASSERT(((exact - lower) << 62) <= exact);
}

RC_GTEST_PROP(Rational, ComparingWideFractionsAgreesWithBigIntegers, ()) {
  const Uint128 a = any_wide(), b = any_wide();
  const bool close = *rc::gen::arbitrary<bool>();
  const Uint128 c = close ? a : any_wide();
  const Uint128 d = close ? b + *rc::gen::inRange<std::uint64_t>(0, 2) : any_wide();
  RC_PRE(d != 0);
  const int expected = (big(a) * big(d)).compare(big(c) * big(b));
  const auto order = compare_fractions(a, b, c, d);
  RC_ASSERT((order > 0) == (expected > 0));
  RC_ASSERT((order < 0) == (expected < 0));
}

TEST(Rational, BudgetsTooSmallForSixtyFourBitsAreRefused) {
  EXPECT_THROW(Rational::rounded_down(1, static_cast<Uint128>(1) << 64), InputError);
  EXPECT_EQ(Rational::rounded_down(1, kMax), Rational(1, kMax));
  // Its lower neighbour among 64-bit fractions.
  EXPECT_EQ(Rational::rounded_down(2, static_cast<Uint128>(kMax) * 2 - 1), Rational(1, kMax));
}

TEST(Budget, ProductsWithSharesAreExact) {
  EXPECT_EQ(times(Epsilon::from_text("16"), Rational(1, 14)), Rational(8, 7));
  EXPECT_EQ(times(Epsilon::from_text("0.1"), Rational(1, 3)), Rational(1, 30));
  EXPECT_EQ(times(Epsilon::from_text("0.000000001"), Rational(1, 4)), Rational(1, 4'000'000'000));
}

TEST(Budget, HalvingsSumAsInAlgorithmOne) {
  EXPECT_EQ(sum_of_halvings(1, 1), Rational(1, 4));
  EXPECT_EQ(sum_of_halvings(2, 4), Rational(7, 32));
  for (unsigned first = 1; first <= 20; ++first) {
    Rational sum = power_of_half(first + 1);
    for (unsigned last = first;; sum = sum_rounded_down(sum, power_of_half(++last + 1))) {
      EXPECT_EQ(sum_of_halvings(first, last), sum);
      if (last == 30) break;
    }
  }
}

TEST(Budget, LongHalvingsAreRoundedDownOrRefused) {
  EXPECT_LT(sum_of_halvings(1, 100), Rational(1, 2));
  EXPECT_GT(sum_of_halvings(1, 100), Rational(kMax / 2 - 1, kMax));
  EXPECT_EQ(power_of_half(63), Rational(1, std::uint64_t{1} << 63));
  EXPECT_THROW(power_of_half(64), InputError);
  EXPECT_THROW(sum_of_halvings(80, 100), InputError);
}

RC_GTEST_PROP(Budget, SumsOfSharesNeverExceedTheExactSum, ()) {
  const auto n = *rc::gen::inRange<std::uint64_t>(1, kMax / 4);
  const auto m = *rc::gen::inRange<std::uint64_t>(1, kMax / 4);
  const auto d = *rc::gen::inRange<std::uint64_t>(kMax / 4, kMax / 2);
  const auto e = *rc::gen::inRange<std::uint64_t>(kMax / 4, kMax / 2);
  const Rational sum = sum_rounded_down(Rational(n, d), Rational(m, e));
  const BigInt exact = BigInt(n) * e + BigInt(m) * d;
  RC_ASSERT(BigInt(sum.numerator()) * d * e <= exact * sum.denominator());
}

}  // namespace
}  // namespace hopveil::dp
