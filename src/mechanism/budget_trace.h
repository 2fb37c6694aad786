// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dp/rational.h"

namespace hopveil::mechanism {

/// One step of a mechanism that looks at protected edges.
struct BudgetStep {
  enum class Kind {
    kDistance,     ///< M1: how far hop k is from the last published one
    kPublication,  ///< M2: the noisy counts themselves
    kCounts,       ///< eli: neighbours per cell of users; no hop
    kPairs         ///< eli: randomized response on pairs of users; no hop
  };
  Kind kind;
  unsigned hop;
  /// The share of everybody's preference that the step draws; of eli's steps, the share of the level of each
  /// pair that the question looks at. Those may add up to more than 1: each pair is looked at by few of them.
  dp::Rational share;

  friend bool operator==(const BudgetStep&, const BudgetStep&) = default;
};

/// Which share each step of one run drew, in order.
using BudgetTrace = std::vector<BudgetStep>;

}  // namespace hopveil::mechanism
