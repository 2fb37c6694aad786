// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far published reach (private users at each hop from each public user) is from the truth.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hopveil/count.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "dp/preference_levels.h"
#include "mechanism/noisy_table.h"

namespace hopveil::evaluation {

/// Over the public users: mean |published - true|, the same divided by max(true, 1), and Spearman's rank
/// correlation (0 where either side has one value only). Of the users at exactly k hops, and within k.
struct ReachErrors {
  std::vector<double> mae, mre, rank_correlation;                       ///< by hop, exactly
  std::vector<double> mae_within, mre_within, rank_correlation_within;  ///< by hop, up to it
  std::vector<double> covered;  ///< by hop: the share of intervals that hold the truth; empty without
};

/// One estimate of reach in one run: a mechanism's name, or one of those below.
struct ReachOfRun {
  std::string estimate;
  ReachErrors errors;
};

/// The obvious estimate from what a release shows: reach in the network of public users and of those with the
/// largest preference, times private users per such user. Here without noise: NOT private.
inline constexpr const char* kScaledShareName = "scaled share";

ReachErrors reach_errors(const mechanism::NoisyTable& reach, const ExactCounts& truth);
ReachErrors reach_errors_of_zeros(const ExactCounts& truth);
/// Nothing when all users have one preference: there is no share to scale.
std::optional<ReachErrors> reach_errors_of_scaled_share(const Graph& graph, const UserRoles& roles,
                                                        const Preferences& preferences,
                                                        const ExactCounts& truth,
                                                        const CountOptions& counting);

/// Reach in a network; NOT private.
ExactCounts exact_reach(const Graph& graph, const UserRoles& roles, unsigned hops,
                        const CountOptions& counting);

/// Spearman's: the correlation of ranks, equal values sharing their mean rank. In [-1, 1].
double rank_correlation(std::span<const double> a, std::span<const double> b);

}  // namespace hopveil::evaluation
