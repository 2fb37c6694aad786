// SPDX-License-Identifier: Apache-2.0
#pragma once

// Step 4 of docs/mechanisms/eli-inference.md: liberal users without a path to a public user in the released
// network.

#include <span>
#include <vector>

#include "infer/mixed/estimate_users.h"
#include "infer/model/imputed_networks.h"

namespace hopveil::infer {

/// The disconnected liberal users that others are asked about, and whom to train their estimator with.
struct DisconnectedUsers {
  std::vector<NodeId> users;
  std::vector<bool> is_member;   ///< by user
  std::vector<NodeId> examples;  ///< liberal users whose path to public users leads through others
};

/// No users if there are no examples, or no precise group (by rising preference) to ask.
DisconnectedUsers find_disconnected_users(const MixedSetting& setting, const ImputedNetworks& imputed,
                                          std::span<const PreferenceGroup> groups);

/// Asks the users of these groups, which are precise and have been estimated, by pooled counts, and estimates
/// the disconnected users, who become partners.
void estimate_disconnected(const Estimation& estimation, const DisconnectedUsers& disconnected,
                           const ImputedNetworks& imputed, std::span<const PreferenceGroup> respondents,
                           query::AnswerSource& answers, const SeededRng& rng, const Meter& meter);

}  // namespace hopveil::infer
