// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/spending_plan.h"

namespace hopveil::cli {

/// "0.42", "12", "1300": as many digits as a forecast is worth.
std::string rough_number(double value);
/// "12 to 40"
std::string range_text(const plan::Range& range);
/// "20% to 45%"
std::string percent_text(const plan::Range& range);

/// What `hopveil plan` prints. `next` is the command that would make the release.
std::string plan_text(const plan::SpendingPlan& plan, const std::string& next, bool colour);

/// How the forecast was made, in one sentence.
std::string forecast_basis(const plan::SpendingPlan& plan);
/// "Hops 3, 4 will ..", of what is said of hops 1 .. c; empty when every hop is better than zeros.
std::string poor_hops_text(const std::vector<bool>& no_better_than_zeros);
/// What the target takes; empty without a target.
std::string target_text(const plan::SpendingPlan& plan);
/// Why the ledger would refuse; empty when it would not.
std::string refusal_text(const plan::Charges& charges);

}  // namespace hopveil::cli
