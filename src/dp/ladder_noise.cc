// SPDX-License-Identifier: Apache-2.0
#include "dp/ladder_noise.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "dp/discrete_laplace.h"

namespace hopveil::dp {
namespace {

/// The largest number of halvings that leaves a step's exp(-rate) a product of (2/e)s and a factor <= 1, and
/// no more than it takes for rung 0 to have as many slots as all others.
unsigned useful_halvings(Rational rate, std::uint64_t other_slots) {
  const std::uint64_t whole = rate.numerator() / rate.denominator();
  return static_cast<unsigned>(
      std::min<std::uint64_t>(whole, static_cast<unsigned>(std::bit_width(other_slots))));
}

}  // namespace

LadderNoise::LadderNoise(std::uint32_t max_count, std::uint32_t local_sensitivity, Rational epsilon)
    : max_count_(max_count),
      local_sensitivity_(std::min(local_sensitivity, max_count)),
      steps_(max_count_ - local_sensitivity_),
      rate_(Rational::rounded_down(epsilon.numerator(), static_cast<Uint128>(epsilon.denominator()) * 2)),
      block_(std::min<std::uint64_t>(
          steps_, rate_.denominator() / rate_.numerator() + (rate_.denominator() % rate_.numerator() != 0))),
      halvings_(useful_halvings(rate_, 2 * (local_sensitivity_ + block_))) {
  if (max_count_ != 0) {
    check_noise_scale(
        Rational::rounded_down(rate_.numerator(), static_cast<Uint128>(rate_.denominator()) * max_count_));
  }
}

std::uint64_t LadderNoise::width(Uint128 rung) const {
  return local_sensitivity_ + static_cast<std::uint64_t>(std::min<Uint128>(rung - 1, steps_));
}

std::int64_t LadderNoise::distance_before(Uint128 rung) const {
  if (rung >> 64 != 0) return kMaxNoise;
  const Uint128 before = rung - 1;
  const Uint128 growing = std::min<Uint128>(before, steps_);
  // growing > 0 keeps growing - 1 from wrapping; the products are below 2^65 and 2^96.
  const Uint128 rise = growing == 0 ? 0 : growing * (growing - 1) / 2;
  const Uint128 distance = growing * local_sensitivity_ + rise + (before - growing) * max_count_;
  return static_cast<std::int64_t>(std::min<Uint128>(distance, kMaxNoise));
}

std::int64_t LadderNoise::draw(RandomBits& bits) const {
  std::optional<Uint128> accepted;
  while (!accepted) accepted = try_rung(bits);
  const Uint128 rung = *accepted;
  if (rung == 0) return 0;
  const std::uint64_t place = uniform_below(bits, 2 * width(rung));
  const auto within = static_cast<std::int64_t>(place / 2 + 1);
  const std::int64_t distance = std::min(distance_before(rung) + within, kMaxNoise);
  return place % 2 == 0 ? distance : -distance;
}

std::int64_t LadderNoise::sample(RandomSource& source) const {
  RandomBits bits(source);
  return draw(bits);
}

void LadderNoise::add_to(RandomSource& source, std::span<const std::uint32_t> counts,
                         std::span<std::int64_t> out) const {
  check(counts.size() == out.size(), "noisy counts have no place");
  RandomBits bits(source);
  for (std::size_t i = 0; i < counts.size(); ++i) out[i] = noisy_count(counts[i], draw(bits));
}

}  // namespace hopveil::dp
