// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that `hopveil plan` says, as data: terminal, JSON and page are made from it.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/charges.h"
#include "plan/forecast.h"
#include "release/protection.h"
#include "release/status.h"

namespace hopveil::plan {

/// The forecast when every preference that is spent is multiplied by `factor`.
struct GridPoint {
  double factor = 1;
  std::string mechanism;
  unsigned hops = 0;
  std::optional<unsigned> intervals;
  Forecast expected;
};

/// What a wanted error would take.
struct TargetAnswer {
  double wanted = 0;  ///< mean absolute error over all users and hops
  /// The smallest factor of the preferences tried at which the middle, and the high end, of the range is
  /// within it; nothing: none of those tried.
  std::optional<double> factor_probably;
  std::optional<double> factor_surely;
};

struct SpendingPlan {
  PublicFacts facts;
  ledger::BudgetShare share = ledger::BudgetShare::from_nanos(ledger::BudgetShare::kNanosPerWhole);
  std::string mechanism;
  mechanism::MechanismOptions options;
  release::ReleaseStatus status;
  release::Promise promise;
  Charges charges;
  Forecast expected;
  std::optional<dp::Threshold> best_threshold;
  /// Over all users and hops with the other objective (--optimise), on small stand-ins, and with the chosen
  /// one on the same; nothing for a mechanism without.
  struct OtherObjective {
    std::string chosen_name, other_name;
    ExpectedErrors chosen, other;
  };
  std::optional<OtherObjective> other_objective;
  std::string like_name;
  std::optional<Forecast> like;
  std::optional<TargetAnswer> target;
  std::vector<GridPoint> grid;  ///< for the page's sliders
};

/// The text of plan.json. It has no time in it: the same input gives the same bytes.
std::string plan_json(const SpendingPlan& plan);

/// What a release takes over from a plan.
struct Recipe {
  std::string mechanism;
  unsigned hops = 0;
  std::string share;
  std::vector<std::pair<std::string, std::string>> options;  ///< of the mechanism, by name
  std::string sha256;                                        ///< of the plan's file
};

/// Reads what plan_json wrote. Throws InputError when it is not a plan.
Recipe read_recipe(std::string_view text);

}  // namespace hopveil::plan
