// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil {

struct Edge {
  NodeId from;
  NodeId to;
  friend bool operator==(const Edge&, const Edge&) = default;
};

/// What making the graph simple removed.
struct SimplifiedCounts {
  std::uint64_t repeated_edges = 0;  ///< the same pair again, in either direction
  std::uint64_t self_loops = 0;
};

struct BuiltGraph {
  Graph graph;
  SimplifiedCounts removed;
};

/// Edges as they were read, in pieces (one per parsed chunk), so that no piece has to be moved to join
/// another.
using EdgePieces = std::vector<std::vector<Edge>>;

/// The simple undirected graph of `pieces` on the nodes 0 .. ids.size()-1: directions dropped, repeats and
/// self-loops removed and counted. Frees each piece as soon as it is used up; memory on top of the finished
/// graph is at most 16 bytes per edge and a few per node. The result does not depend on `threads` or on how
/// edges are cut into pieces.
BuiltGraph build_graph(EdgePieces pieces, UserIds ids, unsigned threads);

/// For tests, examples and generators: nodes 0 .. num_nodes-1 named by their numbers.
Graph graph_from_edges(NodeId num_nodes, std::vector<Edge> edges);

}  // namespace hopveil
