// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "base/progress.h"

namespace hopveil::infer {

/// Reports how far a part of the work is. The report depends on public knowledge and noisy answers only.
class Meter {
 public:
  explicit Meter(const Progress& progress) : Meter(progress, 0, 1) {}

  /// That share of this part's work is done. From one thread at a time.
  void reach(double share) const {
    if (!progress_) return;
    constexpr double kUnits = 1000;
    progress_(static_cast<std::uint64_t>(std::lround(kUnits * at(share))),
              static_cast<std::uint64_t>(kUnits));
  }
  /// The part of this part's work between two shares. The callback outlives it.
  Meter part(double begin, double end) const { return {progress_, at(begin), at(end)}; }

 private:
  Meter(const Progress& progress, double begin, double end) : progress_(progress), begin_(begin), end_(end) {}
  double at(double share) const { return begin_ + share * (end_ - begin_); }

  const Progress& progress_;
  double begin_, end_;
};

}  // namespace hopveil::infer
