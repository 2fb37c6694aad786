// SPDX-License-Identifier: Apache-2.0
#include "query/flip_rate.h"

#include <cmath>
#include <limits>

#include "base/check.h"

namespace hopveil::query {

FlipRate flip_rate(dp::Rational epsilon) {
  // A bit stays with probability 1 / (1 + exp(-epsilon)) = exp(-r), r = log(1 + exp(-epsilon)).
  const long double x =
      static_cast<long double>(epsilon.numerator()) / static_cast<long double>(epsilon.denominator());
  const long double r = std::log1p(std::exp(-x));
  // With u = epsilon()/2: x carries 3u, so exp(-x) is off by 3u x relatively; the two library results add 4
  // units in the last place (8u) each, generously. What is added is more than twice that. Where exp
  // underflows, r is below 2^-62 and the 2 units that are added cover it.
  const long double slack = std::numeric_limits<long double>::epsilon() * (4 * x + 64);
  const long double scaled =
      std::ceil(std::ldexp(r * (1 + slack), 62));        // below 2^62: r is at most log 2 = 0.69
  constexpr std::uint64_t kLogTwo = 0x2C5C85FDF473DE6A;  // log 2 in units of 2^-62, rounded down
  const FlipRate rate{static_cast<std::uint64_t>(scaled) + 2};
  check(rate.numerator <= kLogTwo, "randomized response is asked of pairs with too small a budget");
  return rate;
}

}  // namespace hopveil::query
