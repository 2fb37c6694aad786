// SPDX-License-Identifier: Apache-2.0
#include "infer/loss/bayes_action.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/network_spec.h"

namespace hopveil::infer {
namespace {

double expected_error(const WeightedCounts& counts, double estimate, Objective objective) {
  double sum = 0;
  for (const auto& [count, weight] : counts) {
    const double scale = objective == Objective::kRelative ? std::max(1.0, static_cast<double>(count)) : 1;
    sum += weight * std::abs(estimate - static_cast<double>(count)) / scale;
  }
  return sum;
}

TEST(BestCount, HasTheLeastExpectedErrorOfAllCounts) {
  SeededRng random(1);
  for (int round = 0; round < 200; ++round) {
    WeightedCounts counts;
    for (std::uint64_t i = 0; i <= random_below(random, 8); ++i) {
      counts.emplace_back(static_cast<float>(random_below(random, 30)),
                          static_cast<float>(random_unit(random)));
    }
    std::ranges::sort(counts);
    for (const Objective objective : {Objective::kAbsolute, Objective::kRelative}) {
      const double error = expected_error(counts, best_count(counts, objective), objective);
      for (int other = 0; other < 30; ++other) {
        EXPECT_LE(error, expected_error(counts, other, objective) + 1e-5);
      }
    }
  }
}

TEST(BestCount, IsZeroWhenNothingIsPossible) {
  WeightedCounts none;
  EXPECT_EQ(best_count(none, Objective::kAbsolute), 0);
  EXPECT_EQ(quantile(none, 0.5), 0);
}

TEST(Quantile, IsTheSmallestCountWithThatShareBelow) {
  const WeightedCounts counts{{1.0F, 1.0F}, {2.0F, 2.0F}, {7.0F, 1.0F}};
  EXPECT_EQ(quantile(counts, 0.05), 1);
  EXPECT_EQ(quantile(counts, 0.5), 2);
  EXPECT_EQ(quantile(counts, 0.95), 7);
}

std::vector<std::uint32_t> fitted(std::vector<float> row, std::size_t num_public) {
  std::vector<std::uint32_t> out(row.size());
  fit_to_range(row, num_public, out);
  return out;
}

TEST(FitToRange, RoundsAndClamps) {
  EXPECT_THAT(fitted({1.4F, 2.6F, -3.0F}, 100), ::testing::ElementsAre(1, 3, 0));
  EXPECT_THAT(fitted({500.0F}, 100), ::testing::ElementsAre(100));
}

TEST(FitToRange, TakesTooMuchFromTheLargest) {
  EXPECT_THAT(fitted({2, 9, 4}, 10), ::testing::ElementsAre(2, 4, 4));
  EXPECT_THAT(fitted({8, 9, 9}, 9), ::testing::Each(::testing::Le(9U)));
  EXPECT_THAT(fitted({1, 1}, 0), ::testing::ElementsAre(0, 0));
}

}  // namespace
}  // namespace hopveil::infer
