#pragma once

#include "plan/spending_plan.h"
#include "report/document.h"

namespace hopveil {

/// Expected errors by hop beside those of zeros, with their ranges.
BarChart forecast_chart(const Forecast& forecast, const std::string& mechanism);
/// The same in numbers, for each level.
ReportTable forecast_table(const Forecast& forecast);

/// The page of `hopveil plan --report`.
ReportDocument plan_document(const SpendingPlan& plan, const std::string& next);

}  // namespace hopveil
