// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reach: how many private users are exactly 1, 2, .. hops from each public user. Estimated from the same
// noisy answers as the table, so post-processing: no further question.

#include <vector>

#include <hopveil/count.h>
#include <hopveil/graph.h>

#include "infer/basics/hop_rows.h"
#include "infer/inference.h"

namespace hopveil::infer {

/// The reach of every public user, in the order of UserRoles::public_users, in a network that was released or
/// imputed.
HopRows reach_in(const Graph& network, const UserRoles& roles, unsigned hops, const CountOptions& counting);

/// How far the ends of intervals are from an estimate, by hop: the larger of `roots` times the square root of
/// it plus 1, and `shares` times it. Errors of sampling grow with the root, those of a model with the number.
struct ReachMargins {
  std::vector<double> roots, shares;
};

/// Adds reach to a table: a row of `estimates` per public user, each hop scaled so that its total is the
/// table's, but for `kept_hop` (0: none). Both count the same pairs of users, and the table uses all answers.
/// With intervals, the ends are `margins` away.
///
/// Example: A and B are estimated to reach 4 and 1 private users at hop 1, and the table's counts at hop 1
/// sum to 10: A gets 8 and B gets 2.
void add_reach(const HopRows& estimates, const ReachMargins& margins, InferredCounts& table,
               unsigned kept_hop = 0);

/// The same from networks that could be the true one (at least one): for each public user and hop the upper
/// median. Their spread, as a normal distribution asks for at the level of the options' intervals, plus 1
/// (all networks may err in the same way), gives the margins.
void add_reach(const std::vector<HopRows>& networks, const InferenceOptions& options, InferredCounts& table);

}  // namespace hopveil::infer
