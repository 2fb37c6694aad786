// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "base/parallel.h"
#include "peers.h"

namespace hopveil::bench {
namespace {

using BoostGraph = boost::compressed_sparse_row_graph<boost::directedS>;

std::shared_ptr<const BoostGraph> to_boost(const Graph& graph) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  edges.reserve(graph.targets().size());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) edges.emplace_back(u, v);
  }
  return std::make_shared<const BoostGraph>(boost::edges_are_sorted, edges.begin(), edges.end(),
                                            graph.num_nodes());
}

/// Distances and colours of one worker; boost::breadth_first_search resets the colours itself.
struct Search {
  explicit Search(const BoostGraph& graph)
      : distance(num_vertices(graph)), colour(num_vertices(graph), get(boost::vertex_index, graph)) {}
  std::vector<std::uint32_t> distance;
  boost::two_bit_color_map<boost::property_map<BoostGraph, boost::vertex_index_t>::const_type> colour;
};

void count_from(const BoostGraph& graph, NodeId source, const UserRoles& roles, unsigned hops, Search& search,
                ExactCounts& counts) {
  constexpr std::uint32_t kUnreached = 0xFFFFFFFF;
  std::fill(search.distance.begin(), search.distance.end(), kUnreached);
  search.distance[source] = 0;
  boost::breadth_first_search(graph, source,
                              boost::color_map(search.colour)
                                  .visitor(boost::make_bfs_visitor(boost::record_distances(
                                      search.distance.data(), boost::on_tree_edge()))));
  for (const NodeId user : roles.private_users()) {
    const std::uint32_t distance = search.distance[user];
    if (distance <= hops) ++counts.hop(distance)[roles.row(user)];
  }
}

}  // namespace

Peer make_boost_peer(const Graph& graph, unsigned threads) {
  return {"Boost.Graph", 16, [boost_graph = to_boost(graph), threads](const UserRoles& roles, unsigned hops) {
            std::vector<ExactCounts> parts(threads, ExactCounts(roles.private_users().size(), hops));
            std::vector<Search> searches;
            for (unsigned i = 0; i < threads; ++i) searches.emplace_back(*boost_graph);
            parallel_chunks(roles.public_users().size(), 1, threads,
                            [&](std::size_t source, std::size_t, unsigned worker) {
                              count_from(*boost_graph, roles.public_users()[source], roles, hops,
                                         searches[worker], parts[worker]);
                            });
            return sum_of(parts);
          }};
}

}  // namespace hopveil::bench
