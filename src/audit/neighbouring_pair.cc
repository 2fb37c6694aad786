// SPDX-License-Identifier: Apache-2.0
#include "audit/neighbouring_pair.h"

#include <algorithm>

#include "base/check.h"

namespace hopveil::audit {

std::optional<Epsilon> NeighbouringPair::level() const {
  std::optional<Epsilon> level;
  for (const NodeId end : {edge.from, edge.to}) {
    if (roles.is_public(end)) continue;
    const Epsilon preference = preferences.of_row(roles.row(end));
    level = level ? std::min(*level, preference) : preference;
  }
  return level;
}

std::vector<Edge> edges_of(const Graph& graph) {
  std::vector<Edge> edges;
  edges.reserve(graph.num_edges());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v > u) edges.push_back({u, v});
    }
  }
  return edges;
}

NeighbouringPair pair_of(const Graph& graph, Edge edge, UserRoles roles, Preferences preferences) {
  std::vector<Edge> others = edges_of(graph);
  const auto [small, large] = std::minmax(edge.from, edge.to);
  check(std::erase(others, Edge{small, large}) == 1,
        "a pair of networks differs in an edge that neither has");
  NeighbouringPair pair;
  pair.with = graph;
  pair.without = build_graph({std::move(others)}, graph.ids(), 1).graph;
  pair.edge = {small, large};
  pair.roles = std::move(roles);
  pair.preferences = std::move(preferences);
  return pair;
}

}  // namespace hopveil::audit
