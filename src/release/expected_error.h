// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "release/release_plan.h"

namespace hopveil::release {

/// How accurate the mechanism expects its own table to be, for users of about the same preference.
struct ExpectedGroupError {
  std::string epsilon;  ///< "1", or "0.5..0.8"
  std::uint64_t users = 0;
  std::vector<std::string> by_hop;  ///< mean absolute errors, with three digits
};

/// By rising preference; empty for mechanisms that do not say. From noisy answers alone, as the counts are:
/// nothing about the truth but what the table itself may tell.
std::vector<ExpectedGroupError> expected_errors(const ReleasePlan& plan, const ReleasedCounts& counts);

}  // namespace hopveil::release
