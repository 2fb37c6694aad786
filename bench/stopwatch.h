// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace hopveil::bench {

/// Seconds that `work` takes by the wall clock.
template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The least of up to `repeats` runs, but no further run once `budget` seconds are spent: what the machine
/// can do, not what else it did.
template <class Work>
double best_seconds_of(unsigned repeats, double budget, const Work& work) {
  double best = std::numeric_limits<double>::infinity();
  for (double spent = 0; repeats > 0 && (spent == 0 || spent < budget); --repeats) {
    const double seconds = seconds_of(work);
    best = std::min(best, seconds);
    spent += seconds;
  }
  return best;
}

/// The mean of as many runs as `budget` seconds hold, at least one: how fast the machine is just now.
template <class Work>
double mean_seconds_of(double budget, const Work& work) {
  unsigned runs = 0;
  double spent = 0;
  for (; runs == 0 || spent < budget; ++runs) spent += seconds_of(work);
  return spent / runs;
}

}  // namespace hopveil::bench
