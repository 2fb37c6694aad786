// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <hopveil/count.h>

#include "count/vertical_counter.h"

namespace hopveil::count {

/// What a hop brings, added up by source: each worker adds the rows of its users to a counter of its own.
class ReachSums {
 public:
  ReachSums(unsigned row_words, unsigned workers)
      : of_worker_(workers, VerticalCounter(row_words)), sums_(std::size_t{row_words} * 64) {}

  VerticalCounter* of_worker(unsigned worker) { return &of_worker_[worker]; }

  /// By bit of a row: how many users' rows got it since the last call.
  const std::vector<std::uint64_t>& take() {
    sums_.assign(sums_.size(), 0);
    for (VerticalCounter& counter : of_worker_) counter.move_to(sums_);
    return sums_;
  }

 private:
  std::vector<VerticalCounter> of_worker_;
  std::vector<std::uint64_t> sums_;
};

}  // namespace hopveil::count
