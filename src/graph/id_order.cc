// SPDX-License-Identifier: Apache-2.0
#include "graph/id_order.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"

namespace hopveil {

std::vector<NodeId> nodes_by_id(const UserIds& ids) {
  std::vector<NodeId> nodes(ids.size());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  if (ids.numeric()) {
    std::ranges::sort(nodes, {}, [&](NodeId node) { return ids.numbers()[node]; });
  } else {
    std::ranges::sort(nodes, {}, [&](NodeId node) {
      const std::uint64_t begin = node == 0 ? 0 : ids.ends()[node - 1];
      return ids.blob().substr(begin, ids.ends()[node] - begin);
    });
  }
  return nodes;
}

UserIds select_ids(const UserIds& ids, std::span<const NodeId> nodes) {
  if (ids.numeric()) {
    std::vector<std::uint64_t> numbers;
    numbers.reserve(nodes.size());
    for (const NodeId node : nodes) numbers.push_back(ids.numbers()[node]);
    return UserIds::from_numbers(std::move(numbers));
  }
  std::string blob;
  std::vector<std::uint64_t> ends;
  ends.reserve(nodes.size());
  for (const NodeId node : nodes) {
    ids.append_text(node, blob);
    ends.push_back(blob.size());
  }
  return UserIds::from_text(std::move(blob), std::move(ends));
}

Graph renumbered(const Graph& graph, std::span<const NodeId> order) {
  check(order.size() == graph.num_nodes(), "a new order of nodes does not hold every node");
  if (std::ranges::is_sorted(order)) return graph;
  std::vector<NodeId> new_number(order.size());
  for (NodeId node = 0; node < order.size(); ++node) new_number[order[node]] = node;
  std::vector<std::uint64_t> offsets{0};
  offsets.reserve(order.size() + 1);
  for (const NodeId node : order) offsets.push_back(offsets.back() + graph.degree(node));
  std::vector<NodeId> targets;
  targets.reserve(offsets.back());
  for (const NodeId node : order) {
    const auto row_begin = static_cast<std::ptrdiff_t>(targets.size());
    for (const NodeId next : graph.neighbours(node)) targets.push_back(new_number[next]);
    std::sort(targets.begin() + row_begin, targets.end());
  }
  return Graph(std::move(offsets), std::move(targets), select_ids(graph.ids(), order));
}

}  // namespace hopveil
