// SPDX-License-Identifier: Apache-2.0
#include "infer/design/partners.h"

namespace hopveil::infer {

Partners::Partners(const query::PublicKnowledge& knowledge, const Anchors& anchors,
                   const HopRows& anchor_counts, const std::vector<bool>& left_out)
    : public_users(knowledge.roles().public_users().begin(), knowledge.roles().public_users().end()),
      is_anchor(knowledge.num_users(), false),
      weights(knowledge.num_users(), 0.5F),
      counts(anchor_counts) {
  for (const NodeId user : public_users) is_anchor[user] = true;
  for (const NodeId user : anchors.liberal) {
    if (left_out[user]) continue;
    private_users.push_back(user);
    is_anchor[user] = true;
  }
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    weights[user] += static_cast<float>(anchors.known.degree(user));
  }
}

void Partners::add(std::span<const NodeId> users) {
  private_users.insert(private_users.end(), users.begin(), users.end());
}

}  // namespace hopveil::infer
