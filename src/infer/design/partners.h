// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "infer/basics/hop_rows.h"
#include "infer/design/anchors.h"

namespace hopveil::infer {

/// The users that others may be asked about, and what is believed of their counts: anchors at first, then
/// also the users whose counts have been inferred from precise answers.
struct Partners {
  /// Those who are left out are not asked about, until they are added.
  Partners(const query::PublicKnowledge& knowledge, const Anchors& anchors, const HopRows& anchor_counts,
           const std::vector<bool>& left_out);
  /// Their counts are believed from now on.
  void add(std::span<const NodeId> users);

  std::vector<NodeId> public_users, private_users;
  std::vector<bool> is_anchor;  ///< by user; the edges of others are synthetic in imputed networks
  std::vector<float> weights;   ///< by user: about the degree, for cutting into strata of equal weight
  HopRows counts;               ///< by user
};

}  // namespace hopveil::infer
