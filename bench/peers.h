// SPDX-License-Identifier: Apache-2.0
#pragma once

// The programs that counting is measured against. Each is given the graph in its own form beforehand and
// then counts fingerprints as well as its kind allows; all of them must come to the same result.

#include <functional>
#include <string>
#include <vector>

#include <hopveil/count.h>

namespace hopveil::bench {

struct Peer {
  std::string name;
  /// Number of public users that are run on large graphs, the time scaled; 0: all of them.
  std::size_t sample = 0;
  std::function<ExactCounts(const UserRoles& roles, unsigned hops)> count;
};

/// SuiteSparse:GraphBLAS: a full matrix of 64-bit words, a row per user, times the adjacency by bit-or and
/// bit-and. Runs `threads` threads of its own. Tuned: the edges' value is stored once for all, and a hop that
/// brings nothing is the last. Plain: as one writes it first.
enum class GraphBlasUse { kTuned, kPlain };
Peer make_graphblas_peer(const Graph& graph, unsigned threads, GraphBlasUse use = GraphBlasUse::kTuned);

/// Multi-source BFS as Then et al. (VLDB 2015) first state it: 64 public users at a time, frontiers pushed.
/// Batches run on `threads` threads.
Peer make_ms_bfs_peer(const Graph& graph, unsigned threads);

/// A queue BFS per public user, as one writes it by hand for speed. Public users run on `threads` threads.
Peer make_queue_bfs_peer(const Graph& graph, unsigned threads);

/// boost::breadth_first_search on a compressed_sparse_row_graph. Public users run on `threads` threads.
Peer make_boost_peer(const Graph& graph, unsigned threads);

/// igraph_distances, which has one thread.
Peer make_igraph_peer(const Graph& graph);

/// Adds up what workers counted for their own public users.
ExactCounts sum_of(const std::vector<ExactCounts>& parts);

}  // namespace hopveil::bench
