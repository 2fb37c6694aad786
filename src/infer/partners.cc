#include "infer/partners.h"

namespace hopveil {

Partners::Partners(const PublicKnowledge& knowledge, const Anchors& anchors, const HopRows& anchor_counts)
    : public_users(knowledge.roles().public_users().begin(), knowledge.roles().public_users().end()),
      private_users(anchors.liberal),
      is_anchor(anchors.is_liberal),
      weights(knowledge.num_users(), 0.5F),
      counts(anchor_counts) {
  for (const NodeId user : public_users) is_anchor[user] = true;
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    weights[user] += static_cast<float>(anchors.known.degree(user));
  }
}

void Partners::add(std::span<const NodeId> users) {
  private_users.insert(private_users.end(), users.begin(), users.end());
}

}  // namespace hopveil
