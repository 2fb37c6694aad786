// SPDX-License-Identifier: Apache-2.0
#include "graph/components.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "graph/id_order.h"

namespace hopveil {

NodeId Components::largest() const {
  check(!sizes.empty(), "the largest component of no components was asked for");
  return static_cast<NodeId>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
}

Components find_components(const Graph& graph) {
  Components components;
  components.of_node.assign(graph.num_nodes(), kNoNode);
  std::vector<NodeId> queue;
  for (NodeId start = 0; start < graph.num_nodes(); ++start) {
    if (components.of_node[start] != kNoNode) continue;
    const auto component = static_cast<NodeId>(components.count());
    components.of_node[start] = component;
    queue.assign(1, start);
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (const NodeId next : graph.neighbours(queue[head])) {
        if (components.of_node[next] != kNoNode) continue;
        components.of_node[next] = component;
        queue.push_back(next);
      }
    }
    components.first.push_back(start);
    components.sizes.push_back(static_cast<NodeId>(queue.size()));
  }
  return components;
}

Graph largest_component(const Graph& graph) {
  const Components components = find_components(graph);
  if (components.count() <= 1) return graph;
  const NodeId largest = components.largest();

  std::vector<NodeId> kept;
  kept.reserve(components.sizes[largest]);
  std::vector<NodeId> new_number(graph.num_nodes(), kNoNode);
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    if (components.of_node[node] != largest) continue;
    new_number[node] = static_cast<NodeId>(kept.size());
    kept.push_back(node);
  }
  std::vector<std::uint64_t> offsets{0};
  offsets.reserve(kept.size() + 1);
  for (const NodeId node : kept) offsets.push_back(offsets.back() + graph.degree(node));
  std::vector<NodeId> targets;
  targets.reserve(offsets.back());
  // The new numbers keep the old order, so the rows stay sorted.
  for (const NodeId node : kept)
    for (const NodeId next : graph.neighbours(node)) targets.push_back(new_number[next]);
  return Graph(std::move(offsets), std::move(targets), select_ids(graph.ids(), kept));
}

}  // namespace hopveil
