#include "infer/pairs/rehearsal.h"

#include <gtest/gtest.h>

#include "infer/basics/random_draws.h"

namespace hopveil::infer {
namespace {

TEST(Residuals, HoldAsManyAsTheyAreAskedTo) {
  Residuals residuals;
  SeededRng rng(3);
  std::vector<std::pair<float, float>> fresh;
  for (int i = 0; i < 4000; ++i) {
    const auto estimate = static_cast<float>(rng() % 100);
    const auto truth = static_cast<float>(static_cast<double>(estimate) * (0.5 + unit_draw(rng)));
    if (i % 2 == 0) {
      residuals.add(estimate, truth);
    } else {
      fresh.emplace_back(estimate, truth);
    }
  }
  residuals.finish(0.05);
  double held = 0;
  for (const auto& [estimate, truth] : fresh) {
    const auto [low, high] = residuals.interval(estimate, 1000);
    if (static_cast<float>(low) <= truth + 0.5F && truth - 0.5F <= static_cast<float>(high)) ++held;
  }
  EXPECT_NEAR(held / static_cast<double>(fresh.size()), 0.9, 0.05);
}

TEST(Residuals, AreNothingWithoutARehearsal) {
  const Residuals residuals;
  EXPECT_EQ(residuals.interval(7, 10), (std::pair<std::uint32_t, std::uint32_t>{7, 7}));
}

}  // namespace
}  // namespace hopveil::infer
