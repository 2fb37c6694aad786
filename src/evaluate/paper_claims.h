// SPDX-License-Identifier: Apache-2.0
#pragma once

// The claims as the paper states them (Sec. VII), figure by figure. Data only; claims.h judges them.

#include <span>
#include <string_view>
#include <vector>

#include "evaluate/trend.h"

namespace hopveil::evaluation {

/// "X outperforms Y by up to a% in MAE and b% in MRE", taken as the largest (err_Y - err_X) / err_X over t.
struct GainClaim {
  unsigned figure;
  std::string_view better;
  std::string_view worse;
  double mae_percent;
  double mre_percent;  ///< kOrderOfMagnitude: "one order of magnitude"
};
inline constexpr double kOrderOfMagnitude = -1;

/// "X is the best method", at thresholds from `from` to `to`, among all four or, with `other`, of the two.
struct BestClaim {
  unsigned figure;
  std::string_view best;
  std::string_view other;  ///< empty: all
  bool in_mae;
  bool in_mre;
  double from;
  double to;
};

/// "Increasing t has the effect .. on the MAE and MRE of these".
struct TrendClaim {
  unsigned figure;
  std::vector<std::string_view> mechanisms;
  Trend trend;
};

/// "The effect of t is less for these than for those".
struct WeakerEffectClaim {
  unsigned figure;
  std::vector<std::string_view> weaker;
  std::vector<std::string_view> stronger;
};

std::span<const GainClaim> gain_claims();
std::span<const BestClaim> best_claims();
std::span<const TrendClaim> trend_claims();
std::span<const WeakerEffectClaim> weaker_effect_claims();

/// From which t on a figure's gains are claimed.
double gains_from_threshold(unsigned figure);

}  // namespace hopveil::evaluation
