// SPDX-License-Identifier: Apache-2.0
#include "dp/discrete_laplace.h"

#include <algorithm>

#include <hopveil/errors.h>

#include "base/check.h"
#include "dp/exact_samplers.h"

namespace hopveil::dp {
namespace {

Rational rate_of(Rational epsilon, std::uint64_t sensitivity) {
  const Rational rate =
      Rational::rounded_down(epsilon.numerator(), static_cast<Uint128>(epsilon.denominator()) * sensitivity);
  check_noise_scale(rate);
  return rate;
}

}  // namespace

void check_noise_scale(Rational rate) {
  if (rate < Rational(1, kMaxNoiseScale)) {
    throw InputError("the privacy budget of one step is too small for noise that 64 bits can hold",
                     "sensitivity / epsilon is at most 2^52 (4.5e15)",
                     "Ask for fewer hops or give larger preferences.");
  }
}

DiscreteLaplace::DiscreteLaplace(Rational epsilon, std::uint64_t sensitivity)
    : noiseless_(sensitivity == 0), rate_(noiseless_ ? epsilon : rate_of(epsilon, sensitivity)) {}

std::int64_t DiscreteLaplace::draw(RandomBits& bits) const {
  if (noiseless_) return 0;
  const auto [negative, magnitude] = two_sided_geometric_exp(bits, rate_.numerator(), rate_.denominator());
  const auto bounded = static_cast<std::int64_t>(std::min<Uint128>(magnitude, kMaxNoise));
  return negative ? -bounded : bounded;
}

std::int64_t DiscreteLaplace::sample(RandomSource& source) const {
  RandomBits bits(source);
  return draw(bits);
}

void DiscreteLaplace::add_to(RandomSource& source, std::span<const std::uint32_t> counts,
                             std::span<std::int64_t> out) const {
  check(counts.size() == out.size(), "noisy counts have no place");
  RandomBits bits(source);
  for (std::size_t i = 0; i < counts.size(); ++i) out[i] = noisy_count(counts[i], draw(bits));
}

std::int64_t sample_discrete_laplace(RandomSource& source, Rational epsilon, std::uint64_t sensitivity) {
  return DiscreteLaplace(epsilon, sensitivity).sample(source);
}

}  // namespace hopveil::dp
