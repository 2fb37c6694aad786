// SPDX-License-Identifier: Apache-2.0
#include "infer/model/disconnected.h"

#include <algorithm>
#include <map>
#include <utility>

#include "graph/components.h"

namespace hopveil::infer {

double truly_disconnected_share(double unobserved_share, const ImputationParameters& parameters) {
  return 1 - parameters.reconnected_share * std::min(1.0, unobserved_share / parameters.reference_missing);
}

Disconnected find_disconnected(const Graph& known, const std::vector<bool>& is_public,
                               std::span<const NodeId> users) {
  const Components components = find_components(known);
  std::vector<bool> has_public(components.count(), false);
  for (NodeId user = 0; user < known.num_nodes(); ++user) {
    if (is_public[user]) has_public[components.of_node[user]] = true;
  }
  Disconnected disconnected{{}, std::vector<bool>(known.num_nodes(), false)};
  std::map<NodeId, std::vector<NodeId>> by_component;
  for (const NodeId user : users) {
    if (has_public[components.of_node[user]]) continue;
    disconnected.is_member[user] = true;
    by_component[components.of_node[user]].push_back(user);
  }
  for (auto& [component, part] : by_component) disconnected.parts.push_back(std::move(part));
  return disconnected;
}

}  // namespace hopveil::infer
