// SPDX-License-Identifier: Apache-2.0
#include "count/simple_bfs.h"

#include <queue>
#include <vector>

#include "graph/edge_subset.h"

namespace hopveil::count {
namespace {

using Adjacency = std::vector<std::vector<NodeId>>;

Adjacency kept_neighbours(const Graph& graph, const EdgeSubset* kept) {
  Adjacency adjacency(graph.num_nodes());
  std::uint64_t edge = 0;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v < u) continue;
      if (kept == nullptr || kept->contains(edge)) {
        adjacency[u].push_back(v);
        adjacency[v].push_back(u);
      }
      ++edge;
    }
  }
  return adjacency;
}

std::vector<unsigned> distances_from(NodeId source, const Adjacency& adjacency, unsigned unreached) {
  std::vector<unsigned> distance(adjacency.size(), unreached);
  std::queue<NodeId> queue;
  distance[source] = 0;
  queue.push(source);
  while (!queue.empty()) {
    const NodeId u = queue.front();
    queue.pop();
    for (const NodeId v : adjacency[u]) {
      if (distance[v] != unreached) continue;
      distance[v] = distance[u] + 1;
      queue.push(v);
    }
  }
  return distance;
}

}  // namespace

ExactCounts simple_bfs_counts(const Graph& graph, const CountTask& task, unsigned hops,
                              const EdgeSubset* kept) {
  const unsigned unreached = graph.num_nodes();
  const Adjacency adjacency = kept_neighbours(graph, kept);
  ExactCounts counts(task.rows.size(), hops);
  for (const NodeId source : task.sources) {
    const std::vector<unsigned> distance = distances_from(source, adjacency, unreached);
    for (std::size_t row = 0; row < task.rows.size(); ++row) {
      const unsigned hop = distance[task.rows[row]];
      if (1 <= hop && hop <= hops && hop != unreached) ++counts.hop(hop)[row];
    }
  }
  return counts;
}

ExactCounts simple_bfs_reach(const Graph& graph, const CountTask& task, unsigned hops) {
  const unsigned unreached = graph.num_nodes();
  const Adjacency adjacency = kept_neighbours(graph, nullptr);
  ExactCounts reach(task.sources.size(), hops);
  for (std::size_t source = 0; source < task.sources.size(); ++source) {
    const std::vector<unsigned> distance = distances_from(task.sources[source], adjacency, unreached);
    for (const NodeId user : task.rows) {
      const unsigned hop = distance[user];
      if (1 <= hop && hop <= hops && hop != unreached) ++reach.hop(hop)[source];
    }
  }
  return reach;
}

}  // namespace hopveil::count
