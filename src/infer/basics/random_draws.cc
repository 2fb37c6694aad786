// SPDX-License-Identifier: Apache-2.0
#include "infer/basics/random_draws.h"

#include <cmath>

#include "graph/network_spec.h"

namespace hopveil::infer {

bool happens(double probability, SeededRng& rng) {
  return random_unit(rng) <= probability;
}

std::uint64_t whole_number(double expected, SeededRng& rng) {
  const auto below = static_cast<std::uint64_t>(expected);
  return below + (happens(expected - static_cast<double>(below), rng) ? 1 : 0);
}

/// Counts the events of a process with exponential gaps of mean 1.
std::uint64_t poisson(double mean, SeededRng& rng) {
  const auto gap = [&] { return -std::log(random_unit(rng)); };
  std::uint64_t events = 0;
  double time = gap();
  while (time < mean) {
    ++events;
    time += gap();
  }
  return events;
}

/// The difference of two geometric numbers.
std::int64_t simulated_noise(double epsilon, SeededRng& rng) {
  const auto geometric = [&] { return static_cast<std::int64_t>(-std::log(random_unit(rng)) / epsilon); };
  const std::int64_t added = geometric();
  return added - geometric();
}

NodeId pick(std::span<const NodeId> users, SeededRng& rng) {
  return users[static_cast<std::size_t>(random_below(rng, users.size()))];
}

}  // namespace hopveil::infer
