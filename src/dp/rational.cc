// SPDX-License-Identifier: Apache-2.0
#include "dp/rational.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <boost/multiprecision/cpp_int.hpp>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil::dp {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

/// One convergent p/q of a continued fraction.
struct Convergent {
  std::uint64_t p;
  std::uint64_t q;
};

/// The largest j with p + j step.p and q + j step.q in 64 bits.
std::uint64_t steps_that_fit(Convergent from, Convergent step) {
  const std::uint64_t by_p = step.p == 0 ? kMax : (kMax - from.p) / step.p;
  const std::uint64_t by_q = step.q == 0 ? kMax : (kMax - from.q) / step.q;
  return std::min(by_p, by_q);
}

/// The convergents of n/d are below it and above it by turns, beginning below. Returns the last one below
/// that fits 64 bits, or the last mediant on the way to the next one (also below).
Convergent lower_convergent(Uint128 n, Uint128 d) {
  Convergent below{0, 1};
  Convergent above{1, 0};
  bool refine_below = true;
  while (d != 0) {
    const Uint128 quotient = n / d;
    Convergent& moving = refine_below ? below : above;
    const Convergent step = refine_below ? above : below;
    const std::uint64_t fitting = steps_that_fit(moving, step);
    const auto j = static_cast<std::uint64_t>(std::min<Uint128>(quotient, fitting));
    // An expansion that ends on the upper side reaches n/d itself there: then both sides are n/d's best.
    const bool ends_here = n % d == 0 && j == quotient;
    moving = {moving.p + j * step.p, moving.q + j * step.q};
    if (ends_here) return moving;
    if (j < quotient) return below;
    n = std::exchange(d, n % d);
    refine_below = !refine_below;
  }
  return below;
}

}  // namespace

Rational::Rational(std::uint64_t numerator, std::uint64_t denominator)
    : numerator_(numerator), denominator_(denominator) {
  check(numerator != 0 && denominator != 0, "a budget fraction is not positive");
  const std::uint64_t divisor = std::gcd(numerator, denominator);
  numerator_ /= divisor;
  denominator_ /= divisor;
}

Rational Rational::rounded_down(Uint128 numerator, Uint128 denominator) {
  check(numerator != 0 && denominator != 0, "a budget fraction is not positive");
  if (numerator <= kMax && denominator <= kMax) {  // nothing to round, and quicker
    return {static_cast<std::uint64_t>(numerator), static_cast<std::uint64_t>(denominator)};
  }
  const Convergent lower = lower_convergent(numerator, denominator);
  if (lower.p == 0) {
    throw InputError("the privacy budget of one step is too small to be held",
                     "a step needs more than 2^-64 (5.4e-20)",
                     "Ask for fewer hops or give larger preferences.");
  }
  return {lower.p, lower.q};
}

WideFraction wide_sum(Rational a, Rational b) {
  const std::uint64_t divisor = std::gcd(a.denominator(), b.denominator());
  const std::uint64_t scale_a = b.denominator() / divisor;
  const std::uint64_t scale_b = a.denominator() / divisor;
  Uint128 numerator = 0;
  const bool overflow = __builtin_add_overflow(static_cast<Uint128>(a.numerator()) * scale_a,
                                               static_cast<Uint128>(b.numerator()) * scale_b, &numerator);
  check(!overflow, "a sum of budget fractions needs more than 128 bits");
  return {numerator, static_cast<Uint128>(a.denominator()) * scale_a};
}

Rational sum_rounded_down(Rational a, Rational b) {
  const WideFraction sum = wide_sum(a, b);
  return Rational::rounded_down(sum.numerator, sum.denominator);
}

std::strong_ordering compare_fractions(Uint128 a, Uint128 b, Uint128 c, Uint128 d) {
  using boost::multiprecision::uint256_t;
  const uint256_t left = uint256_t(a) * uint256_t(d);
  const uint256_t right = uint256_t(c) * uint256_t(b);
  return left.compare(right) <=> 0;
}

}  // namespace hopveil::dp
