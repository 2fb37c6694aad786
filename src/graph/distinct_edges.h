// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/seeded_rng.h"
#include "graph/builder.h"

namespace hopveil {

/// A growing set of edges, for generators that draw with repeats but owe an exact number of distinct edges.
///
/// Edges are numbers (smaller end in the upper half) in sorted shards by their smaller end, so that adding
/// many at once is a parallel scatter, sort and merge. Costs 8 bytes per edge, and while adding 8 more per
/// candidate.
class DistinctEdges {
 public:
  DistinctEdges(NodeId num_nodes, unsigned threads);

  std::uint64_t size() const { return size_; }
  /// Adds the candidates that are not held yet; directions and self-loops are dropped.
  void add(const std::vector<Edge>& candidates);
  /// Adds `count` edges, uniform among the pairs that are not held. Needs size() + count <= all pairs.
  void add_uniform(std::uint64_t count, const SeededRng& rng);
  /// Hands the edges out, a piece per shard; nothing is held afterwards.
  EdgePieces take();

 private:
  std::size_t shard_of(std::uint64_t key) const { return (key >> 32) / shard_width_; }
  void merge_into_shards(std::vector<std::uint64_t>& keys, const std::vector<std::size_t>& ends);
  void select_absent_pairs(std::uint64_t count, SeededRng rng);

  NodeId num_nodes_;
  unsigned threads_;
  std::uint64_t shard_width_;
  std::vector<std::vector<std::uint64_t>> shards_;
  std::uint64_t size_ = 0;
};

}  // namespace hopveil
