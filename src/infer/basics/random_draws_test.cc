// SPDX-License-Identifier: Apache-2.0
#include "infer/basics/random_draws.h"

#include <cmath>

#include <gtest/gtest.h>

namespace hopveil::infer {
namespace {

constexpr int kDraws = 20000;

// Means of 20000 draws; limits are five standard errors: a false alarm once in two million.
template <class Draw>
double mean_of(const Draw& draw) {
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) sum += static_cast<double>(draw());
  return sum / kDraws;
}
double limit(double standard_deviation) {
  return 5 * standard_deviation / std::sqrt(kDraws);
}

TEST(RandomDraws, HaveTheirMeans) {
  SeededRng rng(1);
  EXPECT_NEAR(mean_of([&] { return unit_draw(rng); }), 0.5, limit(0.289));
  EXPECT_NEAR(mean_of([&] { return happens(0.3, rng); }), 0.3, limit(0.458));
  EXPECT_NEAR(mean_of([&] { return whole_number(2.25, rng); }), 2.25, limit(0.433));
  EXPECT_NEAR(mean_of([&] { return poisson(3, rng); }), 3, limit(std::sqrt(3)));
  EXPECT_NEAR(mean_of([&] { return simulated_noise(1, rng); }), 0, limit(1.36));
  const std::vector<NodeId> users{4, 8};
  EXPECT_NEAR(mean_of([&] { return pick(users, rng); }), 6, limit(2));
  SmallDraws small(rng);
  EXPECT_NEAR(mean_of([&] { return small.below(3); }), 1, limit(0.816));
  EXPECT_NEAR(mean_of([&] { return small.happens(0.3); }), 0.3, limit(0.458));
  EXPECT_NEAR(mean_of([&] { return small.whole_number(2.25); }), 2.25, limit(0.433));
  EXPECT_NEAR(mean_of([&] { return small.pick(users); }), 6, limit(2));
  Dice dice(rng);
  EXPECT_NEAR(mean_of([&] { return dice.below(3); }), 1, limit(0.816));
  EXPECT_NEAR(mean_of([&] { return dice.weighted(std::vector<double>{1, 0, 3}); }), 1.5, limit(0.866));
}

TEST(RandomDraws, NoiseIsDiscreteLaplace) {
  SeededRng rng(2);
  const double zero = (1 - std::exp(-2.0)) / (1 + std::exp(-2.0));
  EXPECT_NEAR(mean_of([&] { return simulated_noise(2, rng) == 0; }), zero, limit(0.426));
  EXPECT_NEAR(mean_of([&] { return simulated_noise(2, rng) == 1; }), zero * std::exp(-2.0), limit(0.304));
}

TEST(RandomDraws, OfManyEventsAreCountedToo) {
  SeededRng rng(4);
  EXPECT_NEAR(mean_of([&] { return poisson(1700, rng); }), 1700, limit(std::sqrt(1700)));
  EXPECT_EQ(poisson(0, rng), 0U);
}

TEST(RandomDraws, SmallOnesAreCertainAtTheEnds) {
  SeededRng rng(5);
  SmallDraws draws(rng);
  EXPECT_EQ(mean_of([&] { return draws.happens(1); }), 1);
  EXPECT_EQ(mean_of([&] { return draws.happens(0); }), 0);
}

TEST(RandomDraws, WithoutWeightTheLastIsDrawn) {
  SeededRng rng(3);
  EXPECT_EQ(Dice(rng).weighted(std::vector<double>{0, 0}), 1U);
}

}  // namespace
}  // namespace hopveil::infer
