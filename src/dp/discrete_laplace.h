// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/random_source.h"
#include "dp/random_bits.h"
#include "dp/rational.h"

namespace hopveil::dp {

/// Noise never leaves [-kMaxNoise, kMaxNoise], so that adding a count cannot overflow; beyond it lies less
/// than exp(-1000) of the probability, since mechanisms refuse scales above kMaxNoiseScale.
inline constexpr std::int64_t kMaxNoise = std::int64_t{1} << 62;
inline constexpr std::uint64_t kMaxNoiseScale = std::uint64_t{1} << 52;
/// Where noisy counts are cut.
inline constexpr std::int64_t kMaxNoisyCount = kMaxNoise - (std::int64_t{1} << 32);

/// count + noise, cut at kMaxNoisyCount. Noise that was cut at kMaxNoise gives the cut value whatever the
/// count, so both cuts together are one cut of the exact sum: post-processing, which keeps pure DP. Without
/// this, kMaxNoise + count would tell the count.
inline std::int64_t noisy_count(std::uint32_t count, std::int64_t noise) {
  return std::clamp(std::int64_t{count} + noise, -kMaxNoisyCount, kMaxNoisyCount);
}
/// Throws InputError when 1 / rate exceeds kMaxNoiseScale.
void check_noise_scale(Rational rate);

/// The discrete Laplace distribution: P(x) proportional to exp(-epsilon |x| / sensitivity) on the integers.
///
/// Added to an integer query whose value changes by at most `sensitivity` (in L1, over all entries) between
/// neighbours, it gives epsilon-DP (Ghosh, Roughgarden, Sundararajan 2009; Canonne, Kamath, Steinke 2020,
/// Sec. 5). Sampled exactly by their Algorithm 2: integers only, so nothing is left of the attacks on
/// floating-point noise (Mironov, CCS 2012).
class DiscreteLaplace {
 public:
  /// Sensitivity 0 (nothing to hide) gives noise 0. Throws InputError when sensitivity / epsilon exceeds
  /// kMaxNoiseScale.
  DiscreteLaplace(Rational epsilon, std::uint64_t sensitivity);

  /// epsilon / sensitivity, rounded down: what the noise is really drawn with.
  Rational rate() const { return rate_; }

  std::int64_t sample(RandomSource& source) const;
  /// out[i] = counts[i] + independent noise; spends less randomness per value than `sample`.
  void add_to(RandomSource& source, std::span<const std::uint32_t> counts, std::span<std::int64_t> out) const;

 private:
  std::int64_t draw(RandomBits& bits) const;

  bool noiseless_;
  Rational rate_;  // epsilon / sensitivity, rounded down
};

/// One draw; see DiscreteLaplace.
std::int64_t sample_discrete_laplace(RandomSource& source, Rational epsilon, std::uint64_t sensitivity);

}  // namespace hopveil::dp
