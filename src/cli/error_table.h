// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "evaluate/summary.h"

namespace hopveil::cli {

/// The errors as tables that a person can read, one per graph, preferences and number of hops: MAE and MRE of
/// every line with its spread, the smallest marked, and how each compares with publishing zeros. `colour`:
/// for a terminal.
std::string error_tables(const std::vector<evaluation::ErrorSummary>& lines, bool colour);

/// Of every line that expects errors, how many of its cells (hops, and levels of preferences) are near the
/// true error. Empty when no line does.
std::string expected_shares(const std::vector<evaluation::ErrorSummary>& lines);

/// Reach within each number of hops, a table per graph and preferences: MRE, MAE and rank correlation of
/// every estimate.
std::string reach_tables(const std::vector<evaluation::ReachSummary>& lines);

}  // namespace hopveil::cli
