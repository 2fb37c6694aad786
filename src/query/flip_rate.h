// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "dp/rational.h"

namespace hopveil::query {

/// How often randomized response flips a bit: a bit stays with probability exp(-numerator / denominator).
struct FlipRate {
  static constexpr std::uint64_t kDenominator = std::uint64_t{1} << 62;
  std::uint64_t numerator;
};

/// For pairs that may spend `epsilon`. The flip probability is 1 / (1 + exp(epsilon)) rounded up (toward one
/// half: more privacy), by less than 2^-50 of itself and 2^-60, and never above one half; so a pair's two
/// answers have odds within exp(epsilon). Throws BugError when epsilon is so small (below about 2^-50) that
/// the rounding might take it above one half.
FlipRate flip_rate(dp::Rational epsilon);

}  // namespace hopveil::query
