// SPDX-License-Identifier: Apache-2.0
#pragma once

// How likely a noisy answer is, given the true count behind it.

#include <cstdint>
#include <span>
#include <vector>

namespace hopveil::infer {

/// The counts that inference distinguishes: 0, 1, .. kDenseCounts, then in steps of kCountStep, up to at
/// least `largest`.
std::vector<std::uint32_t> count_grid(std::uint32_t largest);

/// P(answer | count) for discrete Laplace noise of parameter epsilon on the part of the count that is owned:
/// each of `count` is, with probability `owned_share`.
class NoiseKernel {
 public:
  NoiseKernel(std::span<const std::uint32_t> grid, double epsilon, double owned_share);

  /// Answers far outside the grid are as good as its ends: the ratios between counts do not change there.
  std::uint32_t slot(std::int64_t answer) const;
  std::uint32_t num_slots() const { return num_slots_; }
  std::int64_t answer(std::uint32_t slot) const { return lowest_ + slot; }
  /// By grid index.
  std::span<const double> row(std::uint32_t slot) const {
    return {likelihood_.data() + std::size_t{slot} * grid_size_, grid_size_};
  }

 private:
  std::int64_t lowest_;
  std::uint32_t num_slots_;
  std::size_t grid_size_;
  std::vector<double> likelihood_;  // by slot and grid index
};

}  // namespace hopveil::infer
