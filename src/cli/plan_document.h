// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spending_plan.h"
#include "report/document.h"

namespace hopveil::cli {

/// Expected errors by hop beside those of zeros, with their ranges.
report::BarChart forecast_chart(const plan::Forecast& forecast, const std::string& mechanism);
/// The same in numbers, for each level.
report::ReportTable forecast_table(const plan::Forecast& forecast);

/// The page of `hopveil plan --report`.
report::ReportDocument plan_document(const plan::SpendingPlan& plan, const std::string& next);

}  // namespace hopveil::cli
