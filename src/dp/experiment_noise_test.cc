// SPDX-License-Identifier: Apache-2.0
#include "dp/experiment_noise.h"

#include <cmath>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "support/chi_square.h"

namespace hopveil::dp {
namespace {

/// 40 cells of equal probability, by the distribution function of Laplace noise with scale 1 / rate.
bool fits_laplace(double epsilon, double sensitivity, double claimed_scale, std::uint64_t seed) {
  SeededRng rng(seed);
  const auto cells = testing::tally(200000, [&] {
    const double x = continuous_laplace_for_experiments(rng, epsilon, sensitivity) / claimed_scale;
    const double below = x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2;
    return std::min(39.0, std::floor(40 * below));
  });
  return testing::chi_square_integers(cells, 0, 39, [](auto) { return 1.0 / 40; }).fits();
}

TEST(ContinuousLaplace, HasTheScaleSensitivityOverEpsilon) {
  EXPECT_TRUE(fits_laplace(0.5, 61, 122, 1));
  EXPECT_TRUE(fits_laplace(16, 1, 1.0 / 16, 2));
}

TEST(ContinuousLaplace, TheTestRejectsAScaleThatIsWrongByFivePercent) {
  EXPECT_FALSE(fits_laplace(0.5, 61, 122 * 1.05, 3));
  EXPECT_FALSE(fits_laplace(0.5, 61, 122 * 0.95, 4));
}

TEST(ContinuousLaplace, RefusesAnEpsilonThatIsNotPositive) {
  SeededRng rng(5);
  EXPECT_THROW(continuous_laplace_for_experiments(rng, 0, 1), BugError);
  EXPECT_THROW(continuous_laplace_for_experiments(rng, std::nan(""), 1), BugError);
}

}  // namespace
}  // namespace hopveil::dp
