// SPDX-License-Identifier: Apache-2.0
#include "dp/budget.h"

#include "base/check.h"

namespace hopveil::dp {

Rational times(Epsilon epsilon, Rational share) {
  return Rational::rounded_down(static_cast<Uint128>(epsilon.nanos()) * share.numerator(),
                                static_cast<Uint128>(Epsilon::kNanosPerUnit) * share.denominator());
}

Rational sum_of_halvings(unsigned first, unsigned last) {
  check(first >= 1 && first <= last && last <= 126, "a sum of halvings has no such range");
  // 2^-first - 2^-(last+1) over the denominator 2^(last+1).
  const Uint128 numerator = (static_cast<Uint128>(1) << (last + 1 - first)) - 1;
  return Rational::rounded_down(numerator, static_cast<Uint128>(1) << (last + 1));
}

Rational power_of_half(unsigned exponent) {
  check(exponent <= 127, "a power of one half has no such exponent");
  return Rational::rounded_down(1, static_cast<Uint128>(1) << exponent);
}

}  // namespace hopveil::dp
