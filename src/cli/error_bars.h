// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "evaluate/summary.h"

namespace hopveil::cli {

/// A small terminal chart: a bar per line, as long as its MAE, and a mark where publishing zeros would be.
std::string error_bars(const std::vector<evaluation::ErrorSummary>& lines);

}  // namespace hopveil::cli
