#pragma once

#include <span>
#include <vector>

#include "infer/basics/hop_rows.h"
#include "infer/design/anchors.h"

namespace hopveil {

/// The users that one may be asked about, and what is believed of their counts: anchors at first, then also
/// the users whose counts have been inferred from good answers.
struct Partners {
  /// Those who are left out are not asked about, until they are added.
  Partners(const PublicKnowledge& knowledge, const Anchors& anchors, const HopRows& anchor_counts,
           const std::vector<bool>& left_out);
  /// Their counts are believed from now on.
  void add(std::span<const NodeId> users);

  std::vector<NodeId> public_users, private_users;
  std::vector<bool> is_anchor;  ///< by user; others are synthetic in the teacher's networks
  std::vector<float> weights;   ///< by user: how often one is met, for cutting into strata
  HopRows counts;               ///< by user
};

}  // namespace hopveil
