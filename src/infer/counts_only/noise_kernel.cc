// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/noise_kernel.h"

#include <algorithm>
#include <cmath>

namespace hopveil::infer {
namespace {

constexpr std::uint32_t kDenseCounts = 12;
constexpr double kCountStep = 1.2;
/// In scales of the noise; exp(-kReach) of it lies beyond.
constexpr double kReach = 6;
/// Slots beyond the grid, for very small epsilons.
constexpr double kMaxReach = 2000;

/// P(o of `count` are owned), o = 0 .. count; for large counts only around the mean.
struct OwnedCounts {
  std::uint32_t first = 0;
  std::vector<double> probability;
};

OwnedCounts owned_counts(std::uint32_t count, double share) {
  if (share >= 1) return {count, {1}};
  if (share <= 0 || count == 0) return {0, {1}};
  const double mean = count * share;
  const double reach = 5 * std::sqrt(mean * (1 - share)) + 5;
  const auto first = static_cast<std::uint32_t>(std::max(0.0, mean - reach));
  const auto last = std::min(count, static_cast<std::uint32_t>(mean + reach));
  OwnedCounts owned{first, {}};
  for (std::uint32_t o = first; o <= last; ++o) {
    owned.probability.push_back(std::exp(std::lgamma(count + 1.0) - std::lgamma(o + 1.0) -
                                         std::lgamma(count - o + 1.0) + o * std::log(share) +
                                         (count - o) * std::log1p(-share)));
  }
  return owned;
}

}  // namespace

std::vector<std::uint32_t> count_grid(std::uint32_t largest) {
  std::vector<std::uint32_t> grid;
  for (std::uint32_t count = 0; count <= kDenseCounts; ++count) grid.push_back(count);
  while (grid.back() < largest)
    grid.push_back(static_cast<std::uint32_t>(std::ceil(grid.back() * kCountStep)));
  return grid;
}

NoiseKernel::NoiseKernel(std::span<const std::uint32_t> grid, double epsilon, double owned_share)
    : grid_size_(grid.size()) {
  const double reach = std::ceil(std::min(kMaxReach, kReach / epsilon));
  lowest_ = -static_cast<std::int64_t>(reach);
  num_slots_ = static_cast<std::uint32_t>(grid.back() + 2 * reach + 1);
  likelihood_.assign(std::size_t{num_slots_} * grid_size_, 0);
  const double decay = std::exp(-epsilon);
  const double at_zero = (1 - decay) / (1 + decay);
  std::vector<double> noise;  // by distance from 0
  for (std::uint32_t distance = 0; distance <= num_slots_ + grid.back(); ++distance)
    noise.push_back(at_zero * std::exp(-epsilon * distance));
  for (std::size_t g = 0; g < grid_size_; ++g) {
    const OwnedCounts owned = owned_counts(grid[g], owned_share);
    for (std::uint32_t slot = 0; slot < num_slots_; ++slot) {
      const std::int64_t from_first = lowest_ + slot - owned.first;
      double likelihood = 0;
      for (std::size_t i = 0; i < owned.probability.size(); ++i) {
        const std::int64_t distance = std::abs(from_first - static_cast<std::int64_t>(i));
        likelihood += owned.probability[i] * noise[static_cast<std::size_t>(distance)];
      }
      likelihood_[slot * grid_size_ + g] = std::max(likelihood, 1e-300);
    }
  }
}

std::uint32_t NoiseKernel::slot(std::int64_t answer) const {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(answer - lowest_, 0, num_slots_ - 1));
}

}  // namespace hopveil::infer
