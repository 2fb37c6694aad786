// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small graphs with names and drawings, for the tests of all modules. Nodes are named by their numbers.

#include <string>
#include <vector>

#include <hopveil/graph.h>

#include "graph/builder.h"

namespace hopveil::testing {

/// No node at all. Always the first case to think of.
inline Graph empty_graph() {
  return Graph();
}

//  0
inline Graph single_node() {
  return graph_from_edges(1, {});
}

//  0   1   2   (no user has a neighbour)
inline Graph isolated_nodes(NodeId nodes) {
  return graph_from_edges(nodes, {});
}

//  0---1
inline Graph single_edge() {
  return graph_from_edges(2, {{0, 1}});
}

//  0---1---2-- .. --(n-1)
inline Graph path(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId node = 1; node < nodes; ++node) edges.push_back({node - 1, node});
  return graph_from_edges(nodes, edges);
}

//  0---1---2-- .. --(n-1)
//  |________________|          n >= 3
inline Graph cycle(NodeId nodes) {
  std::vector<Edge> edges{{nodes - 1, 0}};
  for (NodeId node = 1; node < nodes; ++node) edges.push_back({node - 1, node});
  return graph_from_edges(nodes, edges);
}

//      1
//      |
//  4---0---2   0 is the centre of n-1 leaves
//      |
//      3
inline Graph star(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId node = 1; node < nodes; ++node) edges.push_back({0, node});
  return graph_from_edges(nodes, edges);
}

//  0---1
//  | X |   everybody knows everybody
//  2---3
inline Graph clique(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < nodes; ++u)
    for (NodeId v = u + 1; v < nodes; ++v) edges.push_back({u, v});
  return graph_from_edges(nodes, edges);
}

//  0   1        left:  0 .. left-1
//  |\ /|\       right: left .. left+right-1
//  2 X 3 4      every left node knows every right node
inline Graph complete_bipartite(NodeId left, NodeId right) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < left; ++u)
    for (NodeId v = 0; v < right; ++v) edges.push_back({u, left + v});
  return graph_from_edges(left + right, edges);
}

//  0       4
//  |\     /|
//  | 2---3 |   the edge 2-3 is a bridge
//  |/     \|
//  1       5
inline Graph two_triangles_with_a_bridge() {
  return graph_from_edges(6, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}});
}

//  0---2   4      1---3   5 has no neighbour
//   \ /    |
//    6     7
inline Graph several_components() {
  return graph_from_edges(8, {{0, 2}, {2, 6}, {0, 6}, {1, 3}, {4, 7}});
}

/// Erratum E1: one edge moves the counts of all. 0 is the private hub, 1 .. friends its private friends, the
/// last node the public user p. With the edge 0-p, p is two hops from every friend; without it, unreachable.
//  1   2   3
//   \  |  /
//      0
//      :         (: only if linked)
//      p
inline Graph private_hub(NodeId friends, bool linked) {
  std::vector<Edge> edges;
  for (NodeId node = 1; node <= friends; ++node) edges.push_back({0, node});
  if (linked) edges.push_back({0, friends + 1});
  return graph_from_edges(friends + 2, edges);
}

/// Erratum E2: one edge moves one user's third count by far more than anybody's first count. 0 is v, 1 the
/// node it may link to, 2 .. 6 the five neighbours of 1, each of which has ten public neighbours of its own:
/// 2 has 7 .. 16, 3 has 17 .. 26, and so on up to 56. Linked, v has 50 public users three hops away.
//              2--(10 public users)
//             /
//  0 . . . . 1---3--(10 public users)
//   (linked)  \  ..
//              6--(10 public users)
inline Graph chain_of_erratum_2(bool linked) {
  std::vector<Edge> edges;
  if (linked) edges.push_back({0, 1});
  for (NodeId neighbour = 2; neighbour <= 6; ++neighbour) {
    edges.push_back({1, neighbour});
    for (NodeId i = 0; i < 10; ++i) edges.push_back({neighbour, 7 + (neighbour - 2) * 10 + i});
  }
  return graph_from_edges(57, edges);
}

struct NamedGraph {
  std::string name;
  Graph graph;
};

/// All of the above, for tests that must hold on any graph; the empty graph first.
inline std::vector<NamedGraph> small_graphs() {
  return {{"empty graph", empty_graph()},
          {"single node", single_node()},
          {"isolated nodes", isolated_nodes(3)},
          {"single edge", single_edge()},
          {"path", path(7)},
          {"long path", path(130)},
          {"even cycle", cycle(6)},
          {"odd cycle", cycle(7)},
          {"star", star(6)},
          {"clique", clique(5)},
          {"complete bipartite", complete_bipartite(2, 3)},
          {"two triangles with a bridge", two_triangles_with_a_bridge()},
          {"several components", several_components()},
          {"private hub, linked", private_hub(5, true)},
          {"private hub, not linked", private_hub(5, false)},
          {"chain of erratum 2, linked", chain_of_erratum_2(true)},
          {"chain of erratum 2, not linked", chain_of_erratum_2(false)}};
}

}  // namespace hopveil::testing
