#pragma once

#include <vector>

#include "dp/rational.h"

namespace hopveil {

/// One step of a mechanism that looks at protected edges.
struct BudgetStep {
  enum class Kind {
    kDistance,    ///< M1: how far hop k is from the last published one
    kPublication  ///< M2: the noisy counts themselves
  };
  Kind kind;
  unsigned hop;
  /// The share of everybody's preference that the step draws.
  Rational share;

  friend bool operator==(const BudgetStep&, const BudgetStep&) = default;
};

/// Which share each step of one run drew, in order.
using BudgetTrace = std::vector<BudgetStep>;

}  // namespace hopveil
