// SPDX-License-Identifier: Apache-2.0
#include "audit/pair_builder.h"

namespace hopveil::audit {

NodeId PairBuilder::add_public(std::string label, double x, double y) {
  const auto user = static_cast<NodeId>(labels_.size());
  labels_.push_back(std::move(label));
  places_.emplace_back(x, y);
  public_users_.push_back(user);
  return user;
}

NodeId PairBuilder::add_private(std::string label, Epsilon preference, double x, double y) {
  const auto user = static_cast<NodeId>(labels_.size());
  labels_.push_back(std::move(label));
  places_.emplace_back(x, y);
  preferences_.push_back(preference);
  return user;
}

NeighbouringPair PairBuilder::differ_in(NodeId a, NodeId b) const {
  const auto num_users = static_cast<NodeId>(labels_.size());
  std::vector<Edge> edges = edges_;
  edges.push_back({a, b});
  NeighbouringPair pair = pair_of(graph_from_edges(num_users, std::move(edges)), {a, b},
                                  UserRoles(num_users, public_users_), Preferences(preferences_));
  pair.labels = labels_;
  pair.places = places_;
  return pair;
}

}  // namespace hopveil::audit
