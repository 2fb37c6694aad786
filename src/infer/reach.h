#pragma once

// Reach: how many private users are exactly 1, 2, .. hops from each public user, estimated from the networks
// that an inference imputes anyway. Post-processing of the same noisy answers: no further question.

#include <vector>

#include <hopveil/count.h>
#include <hopveil/graph.h>

#include "infer/hop_rows.h"
#include "infer/inference.h"

namespace hopveil {

/// The reach of every public user, in the order of UserRoles::public_users, in one imputed network.
HopRows reach_in(const Graph& network, const UserRoles& roles, unsigned hops, const CountOptions& counting);

/// Adds reach to a table: for each public user and hop the median over the networks (at least one), scaled so
/// that a hop's total is the table's. Both count the same pairs of users, and the table also uses the answers
/// of users whose edges are not released. With intervals, so many standard deviations of the networks' square
/// roots as a normal distribution asks for, plus 1: all networks may err in the same way.
///
/// Example: two networks say that A reaches 2 and 4, B 1 and 1 private users at hop 1: upper medians 4 and 1.
/// The table's counts at hop 1 sum to 10, so A gets 8 and B gets 2.
void add_reach(const std::vector<HopRows>& networks, const InferenceOptions& options, InferredCounts& table);

}  // namespace hopveil
