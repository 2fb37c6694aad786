// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shares of a privacy budget, as exact fractions.
//
// A mechanism gives each of its steps a share s of everybody's preference P and, alike, of the threshold t.
// Shares and their products with an Epsilon stay exact fractions; where one does not fit 64 bits it is
// rounded down, toward more privacy, once, and the sum of the rounded shares is never above the sum of the
// exact ones.

#include <hopveil/epsilon.h>

#include "dp/rational.h"

namespace hopveil::dp {

/// share * epsilon, the budget of one step in units of epsilon (rounded down where 64 bits do not hold it).
/// Throws InputError when it is too small to be held at all.
Rational times(Epsilon epsilon, Rational share);

/// The sum of 2^-(j+1) for j = first .. last (1 <= first <= last <= 126), DEBA's share of a hop that takes
/// over the shares of null hops (Alg. 1 line 11): 2^-first - 2^-(last+1).
Rational sum_of_halvings(unsigned first, unsigned last);

/// 2^-exponent. Throws InputError from exponent 64 on: no epsilon that small can be used.
Rational power_of_half(unsigned exponent);

/// What RS(G, sP, T) of Theorem 3 is given: the step's share of the preferences and its threshold T.
struct SamplingBudget {
  Rational preference_share;  ///< s: an edge of level P is worth s P
  Rational threshold_share;   ///< T = threshold_share * threshold
  Epsilon threshold;          ///< the paper's t

  /// The sound case, one share for both.
  static SamplingBudget with_share(Rational share, Epsilon threshold) { return {share, share, threshold}; }
};

}  // namespace hopveil::dp
