// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>

#include <igraph/igraph.h>

#include "peers.h"

namespace hopveil::bench {
namespace {

/// An igraph_t that frees itself.
class IgraphGraph {
 public:
  explicit IgraphGraph(const Graph& graph) {
    igraph_vector_int_t ends;
    igraph_vector_int_init(&ends, static_cast<igraph_integer_t>(graph.targets().size()));
    igraph_integer_t next = 0;
    for (NodeId u = 0; u < graph.num_nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) {
        if (u > v) continue;
        VECTOR(ends)[next++] = u;
        VECTOR(ends)[next++] = v;
      }
    }
    igraph_create(&graph_, &ends, graph.num_nodes(), IGRAPH_UNDIRECTED);
    igraph_vector_int_destroy(&ends);
  }
  ~IgraphGraph() { igraph_destroy(&graph_); }
  IgraphGraph(const IgraphGraph&) = delete;
  IgraphGraph& operator=(const IgraphGraph&) = delete;

  const igraph_t* get() const { return &graph_; }

 private:
  igraph_t graph_;
};

ExactCounts count_by_distances(const igraph_t* graph, const UserRoles& roles, unsigned hops) {
  ExactCounts counts(roles.private_users().size(), hops);
  igraph_matrix_t distances;
  igraph_matrix_init(&distances, 0, 0);
  for (const NodeId source : roles.public_users()) {
    igraph_distances(graph, &distances, igraph_vss_1(source), igraph_vss_all(), IGRAPH_ALL);
    for (const NodeId user : roles.private_users()) {
      const double distance = MATRIX(distances, 0, user);
      if (std::isfinite(distance) && distance <= hops) {
        ++counts.hop(static_cast<unsigned>(distance))[roles.row(user)];
      }
    }
  }
  igraph_matrix_destroy(&distances);
  return counts;
}

}  // namespace

Peer make_igraph_peer(const Graph& graph) {
  return {"igraph (1 thread)", 4,
          [peer = std::make_shared<const IgraphGraph>(graph)](const UserRoles& roles, unsigned hops) {
            return count_by_distances(peer->get(), roles, hops);
          }};
}

}  // namespace hopveil::bench
