// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/noise_kernel.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace hopveil::infer {
namespace {

TEST(LocalNoise, GridIsDenseForSmallCountsAndReachesTheLargest) {
  const std::vector<std::uint32_t> grid = count_grid(1000);
  for (std::uint32_t i = 0; i <= 12; ++i) EXPECT_EQ(grid[i], i);
  for (std::size_t i = 1; i < grid.size(); ++i) EXPECT_LT(grid[i - 1], grid[i]);
  EXPECT_GE(grid.back(), 1000U);
  EXPECT_LT(grid.size(), 45U);
}

TEST(LocalNoise, KernelIsTheDiscreteLaplaceDistributionAroundTheCount) {
  const std::vector<std::uint32_t> grid = count_grid(5);
  const NoiseKernel kernel(grid, 0.7, 1.0);
  const double decay = std::exp(-0.7);
  for (const std::int64_t answer : {-3, 0, 4, 9}) {
    for (std::size_t g = 0; g < grid.size(); ++g) {
      const double distance = std::abs(static_cast<double>(answer) - grid[g]);
      EXPECT_NEAR(kernel.row(kernel.slot(answer))[g], (1 - decay) / (1 + decay) * std::pow(decay, distance),
                  1e-12);
    }
  }
}

TEST(LocalNoise, OwnedPartIsBinomial) {
  const std::vector<std::uint32_t> grid = count_grid(5);
  const NoiseKernel kernel(grid, 30, 0.25);  // next to no noise
  EXPECT_NEAR(kernel.row(kernel.slot(1))[4], 4 * 0.25 * std::pow(0.75, 3), 1e-9);
  EXPECT_NEAR(kernel.row(kernel.slot(0))[2], 0.75 * 0.75, 1e-9);
}

TEST(LocalNoise, WhoOwnsNothingTellsNothing) {
  const std::vector<std::uint32_t> grid = count_grid(50);
  const NoiseKernel kernel(grid, 1, 0);
  const auto row = kernel.row(kernel.slot(3));
  for (const double likelihood : row) EXPECT_DOUBLE_EQ(likelihood, row[0]);
}

TEST(LocalNoise, HugeAnswersHaveASlot) {
  const NoiseKernel kernel(count_grid(5), 1e-9, 1);
  EXPECT_LT(kernel.slot(std::int64_t{1} << 61), kernel.num_slots());
  EXPECT_EQ(kernel.slot(-(std::int64_t{1} << 61)), 0U);
}

}  // namespace
}  // namespace hopveil::infer
