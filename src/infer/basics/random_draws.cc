// SPDX-License-Identifier: Apache-2.0
#include "infer/basics/random_draws.h"

#include <algorithm>
#include <cmath>

namespace hopveil::infer {

/// Counts the events of a process with exponential gaps of mean 1: multiplies exp(-gap), which are uniform,
/// and makes up for exp(-mean) step by step before the product vanishes.
std::uint64_t poisson(double mean, SeededRng& rng) {
  constexpr double kStep = 500;
  std::uint64_t events = 0;
  double left = mean, product = random_unit(rng);
  while (true) {
    while (product < 1 && left > 0) {
      const double step = std::min(left, kStep);
      product *= std::exp(step);
      left -= step;
    }
    if (product <= 1) return events;
    ++events;
    product *= random_unit(rng);
  }
}

/// The difference of two geometric numbers.
std::int64_t simulated_noise(double epsilon, SeededRng& rng) {
  const auto geometric = [&] { return static_cast<std::int64_t>(-std::log(random_unit(rng)) / epsilon); };
  const std::int64_t added = geometric();
  return added - geometric();
}

}  // namespace hopveil::infer
