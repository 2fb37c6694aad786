// SPDX-License-Identifier: Apache-2.0
#pragma once

// Errors of eli that were measured on public networks, for comparison with what a plan expects.

#include <span>
#include <string_view>

namespace hopveil::plan {

/// `hopveil evaluate` on one network: kMeasuredHops hops, the 5% of highest degree public, each of the
/// epsilons for as many users.
struct MeasuredError {
  std::string_view network;
  unsigned users;
  std::string_view epsilons;  ///< "1/4/16"
  double mae;                 ///< mean absolute error over users and hops
  double zeros;               ///< the same of publishing zeros
};

inline constexpr unsigned kMeasuredHops = 4;
/// The command that prints the table again and stores it.
inline constexpr std::string_view kMeasuredBy = "scripts/bench plan --store";

std::span<const MeasuredError> measured_errors();

}  // namespace hopveil::plan
