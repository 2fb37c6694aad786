// SPDX-License-Identifier: Apache-2.0
#pragma once

// Edge sources that answer a whole question at once: from a pass over a graph that need not fit memory, or
// from a process that holds the edges elsewhere.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <hopveil/graph.h>
#include <hopveil/outside_edges.h>

#include "query/edge_source.h"

namespace hopveil::source {

/// How many edges a pool has in a cell.
struct CellCount {
  std::uint32_t pool;
  std::uint32_t cell;
  std::uint64_t count;
};

/// A row and a column of a MemberOrder.
struct PlacedPair {
  std::uint32_t row;
  std::uint32_t column;
  friend auto operator<=>(const PlacedPair&, const PlacedPair&) = default;
};

/// The users of a network under other numbers: number i of the mechanism is user users[i] of the source. A
/// release numbers users by name, a source as its graph does.
using UserNumbers = std::vector<NodeId>;

/// Reads a graph from its first row to its last, once per question: a mapped .hvg is read in the order of the
/// file and need not fit memory. Holds the answer: 16 bytes for each cell with an edge, 8 for each pair.
class StreamedEdges final : public query::EdgeSource {
 public:
  /// All outlive the source; `users` are graph's. `watch`, unless it is null, is asked whether the graph's
  /// file is still the same.
  StreamedEdges(const Graph& graph, const query::PublicKnowledge& knowledge, std::span<const NodeId> users,
                OutsideEdges* watch = nullptr);
  std::unique_ptr<query::TrueCounts> counts(const query::CountQuestion& question, const query::Pools& pools,
                                            unsigned threads) override;
  std::unique_ptr<query::TruePairs> pairs(const query::MemberOrder& members, unsigned threads) override;
  void check_unchanged() override {
    if (watch_ != nullptr) watch_->check_unchanged();
  }

 private:
  const Graph& graph_;
  const query::PublicKnowledge& knowledge_;
  std::vector<NodeId> number_of_;  // by user of the graph
  OutsideEdges* watch_;
};

/// Asks another process, and believes no answer that cannot be: a cell or pair twice, users who do not exist
/// or were not asked about.
class AskedEdges final : public query::EdgeSource {
 public:
  /// `outside` outlives the source.
  AskedEdges(OutsideEdges& outside, const query::PublicKnowledge& knowledge, std::span<const NodeId> users);
  std::unique_ptr<query::TrueCounts> counts(const query::CountQuestion& question, const query::Pools& pools,
                                            unsigned threads) override;
  std::unique_ptr<query::TruePairs> pairs(const query::MemberOrder& members, unsigned threads) override;
  void check_unchanged() override { outside_.check_unchanged(); }

 private:
  PairOwnership ownership() const { return {preference_, parity_, rank_}; }

  OutsideEdges& outside_;
  std::vector<NodeId> users_;
  std::vector<NodeId> number_of_;
  std::vector<std::uint64_t> preference_;
  std::vector<std::uint8_t> parity_;
  std::vector<std::uint32_t> rank_;
};

}  // namespace hopveil::source
