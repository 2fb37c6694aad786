// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "evaluate/summary.h"

namespace hopveil::evaluation {

/// Writes errors.csv, errors_by_hop.csv, errors_by_level.csv and published.csv into `folder`; with intervals,
/// also coverage.csv and coverage_by_level.csv; for a mechanism that expects errors, expected_error.csv.
void write_result_files(const std::string& folder, const std::vector<ErrorSummary>& lines);

/// Writes reach.csv into `folder`, unless there are no lines.
void write_reach_file(const std::string& folder, const std::vector<ReachSummary>& lines);

/// The text of errors.csv.
std::string errors_csv(const std::vector<ErrorSummary>& lines);

}  // namespace hopveil::evaluation
