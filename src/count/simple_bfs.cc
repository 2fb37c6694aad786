#include "count/simple_bfs.h"

#include <queue>
#include <vector>

#include "graph/edge_subset.h"

namespace hopveil {
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

ExactCounts simple_bfs_counts(const Graph& graph, const UserRoles& roles, unsigned hops,
                              const EdgeSubset* kept) {
  const unsigned unreached = graph.num_nodes();
  const Adjacency adjacency = kept_neighbours(graph, kept);
  ExactCounts counts(roles.private_users().size(), hops);
  for (const NodeId source : roles.public_users()) {
    const std::vector<unsigned> distance = distances_from(source, adjacency, unreached);
    for (const NodeId user : roles.private_users()) {
      if (distance[user] != unreached && distance[user] <= hops) {
        ++counts.hop(distance[user])[roles.row(user)];
      }
    }
  }
  return counts;
}

}  // namespace hopveil
