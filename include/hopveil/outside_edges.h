// SPDX-License-Identifier: Apache-2.0
#pragma once

// A release whose protected edges stay where they are (a cluster, a warehouse): hopveil asks for true cell
// counts and pairs, and does accounts, noise, inference and ledger itself.

#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/graph.h>

namespace hopveil {

/// Not asked, or not looked at.
inline constexpr std::uint32_t kNotAsked = 0xFFFFFFFF;

/// Who owns a pair of users, in a form that SQL can compute. All spans are by user, in the order of the
/// plan's graph. Of two users the owner is
///   the private one, when the other is public (preference 0);
///   else the one with the smaller preference;
///   else, where preferences are equal: the one with the smaller rank if both parities are equal, the one
///   with the larger rank if they differ.
///
///     const auto owner = [](const PairOwnership& by, NodeId a, NodeId b) {
///       if (by.preference[a] != by.preference[b]) {
///         if (by.preference[a] == 0 || by.preference[b] == 0) return by.preference[a] == 0 ? b : a;
///         return by.preference[a] < by.preference[b] ? a : b;
///       }
///       return (by.rank[a] < by.rank[b]) == (by.parity[a] == by.parity[b]) ? a : b;
///     };
struct PairOwnership {
  std::span<const std::uint64_t> preference;  ///< in billionths, as it is spent; 0: public
  std::span<const std::uint8_t> parity;       ///< 0 or 1
  std::span<const std::uint32_t> rank;        ///< each once
};

/// What a query for counts brings back: a row for every (pool, cell) that has an edge.
///
///     OutsideCounts answer;  // of two cells: 5 edges from pool 0 to cell 3, one from pool 2 to cell 0
///     answer.pools = {0, 2};
///     answer.cells = {3, 0};
///     answer.counts = {5, 1};
struct OutsideCounts {
  std::vector<std::uint32_t> pools;
  std::vector<std::uint32_t> cells;
  std::vector<std::uint64_t> counts;
};

/// The edges that a query for pairs brings back, each once, its ends in any order.
///
///     OutsidePairs answer;  // 1-2 and 1-4
///     answer.first = {1, 4};
///     answer.second = {2, 1};
struct OutsidePairs {
  std::vector<NodeId> first;
  std::vector<NodeId> second;
};

/// Answers about edges that hopveil does not hold. NOT private: what these functions return is exact.
///
/// The implementer's part of the proof: every protected pair that is an edge counts once in every answer, and
/// the edges are the same in all answers. Whoever cannot vouch for that throws. hopveil checks what it can
/// see (each cell and each pair once, existing users, members only).
///
/// One thread at a time, but not always the same one.
///
///     struct NoEdges final : OutsideEdges {
///       OutsideCounts count(const PairOwnership&, std::span<const std::uint32_t>,
///                           std::span<const std::uint32_t>) override {
///         return {};
///       }
///       OutsidePairs pairs(const PairOwnership&, std::span<const std::uint8_t>) override { return {}; }
///       void check_unchanged() override {}
///     };
///     const Plan outside(graph, roles, preferences, {.hops = 2, .outside = std::make_shared<NoEdges>()});
class HOPVEIL_API OutsideEdges {
 public:
  OutsideEdges() = default;
  OutsideEdges(const OutsideEdges&) = delete;
  OutsideEdges& operator=(const OutsideEdges&) = delete;
  virtual ~OutsideEdges();

  /// For every pool and cell: how many edges have their owner in the pool and their partner in the cell.
  virtual OutsideCounts count(const PairOwnership& ownership, std::span<const std::uint32_t> pool_of_owner,
                              std::span<const std::uint32_t> cell_of_partner) = 0;
  /// Every edge between two members of which at least one is private.
  virtual OutsidePairs pairs(const PairOwnership& ownership, std::span<const std::uint8_t> is_member) = 0;
  /// Throws when the edges are not, or no longer, the ones that were planned with.
  virtual void check_unchanged() = 0;
};

}  // namespace hopveil
