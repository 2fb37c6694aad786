// SPDX-License-Identifier: Apache-2.0
#include "graph/union_graph.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"

namespace hopveil {

Graph union_graph(const Graph& a, const Graph& b) {
  check(a.num_nodes() == b.num_nodes(), "a union of graphs with different users was asked for");
  std::vector<std::uint64_t> offsets(a.num_nodes() + std::size_t{1});
  std::vector<NodeId> targets(a.targets().size() + b.targets().size());
  auto end = targets.begin();
  for (NodeId node = 0; node < a.num_nodes(); ++node) {
    offsets[node] = static_cast<std::uint64_t>(end - targets.begin());
    end = std::ranges::set_union(a.neighbours(node), b.neighbours(node), end).out;
  }
  offsets[a.num_nodes()] = static_cast<std::uint64_t>(end - targets.begin());
  targets.erase(end, targets.end());
  return {std::move(offsets), std::move(targets), a.ids()};
}

}  // namespace hopveil
