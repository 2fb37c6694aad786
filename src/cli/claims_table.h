// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "evaluate/claims.h"

namespace hopveil::cli {

/// For the terminal: a line per claim, with the paper's value, the closest of ours, and the verdict.
std::string claims_table(const std::vector<evaluation::ClaimFinding>& claims, bool colour);

/// A row per claim and variant: figure,claim,paper,reading,postprocess,ours,verdict,closest
std::string claims_csv(const std::vector<evaluation::ClaimFinding>& claims);

}  // namespace hopveil::cli
