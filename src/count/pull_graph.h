// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/count.h>
#include <hopveil/graph.h>

#include "base/huge_buffer.h"
#include "graph/edge_subset.h"

namespace hopveil::count {

/// A place in the counting order. Sources, below called public users, come first, then private ones who know
/// a public user, then the others, each by falling degree; if dominated users (dominated.h) are known, these
/// behind the others of their kind instead. Rows that are read often lie together and stay in the cache.
using Rank = std::uint32_t;

/// This many targets ahead the kernel fetches what it keeps of a neighbour, across the borders of ranks.
inline constexpr std::size_t kTargetsReadAhead = 48;

/// The graph as the kernel reads it: rank r reads the rows of targets[begins[r], ends[r]): first its public
/// neighbours, then its neighbours of very high degree, which saturate first, then the others. Between and
/// up to kTargetsReadAhead behind them lie some ranks, meaning nothing, unless num_readable says otherwise.
struct PullView {
  const std::uint64_t* begins;
  const std::uint64_t* ends;
  const Rank* targets;
  /// Rows of private ranks from here on are not read.
  Rank read_end;
  /// Ranks from here on see what others see from the second hop on (TableSources): they need not be asked.
  Rank asked_end;
  /// How many of a rank's targets are public; null: not known.
  const std::uint32_t* public_targets = nullptr;
  /// This many entries of `targets` may be read.
  std::uint64_t num_readable = kNoLimit;

  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
};

/// Where the numbers of the table's rows come from.
struct TableSources {
  /// By row: its user's rank.
  std::span<const Rank> ranks;
  /// By row: the rank that sees what its user sees from the second hop on. A dominated user who reads the
  /// same rows as another one sees what that one sees.
  std::span<const Rank> leaders;
  /// Ranks from here on are followers: dominated users who read one row only, and so see in every hop what
  /// their leader, whose row that is, saw a hop before; or users without an edge, who are their own leaders.
  Rank followers_begin;
};

/// The renumbered graph, whole or with some of its edges only.
class PullGraph {
 public:
  /// `dominated` has a flag per user (find_dominated), or is empty: then every row is read.
  PullGraph(const Graph& graph, const CountTask& task, unsigned threads,
            std::span<const std::uint8_t> dominated = {});

  Rank num_public() const { return num_public_; }
  /// Ranks below have no row in the table: their counts are not needed.
  Rank counted_begin() const { return counted_begin_; }
  Rank num_ranks() const { return static_cast<Rank>(node_at_.size()); }
  /// Ranks from here on are private users without an edge.
  Rank num_linked() const { return num_linked_; }
  Rank rank_of(NodeId node) const { return rank_of_[node]; }
  std::span<const NodeId> sources_in_order() const { return std::span(node_at_).first(num_public_); }
  /// When all edges are read,
  TableSources own_sources() const { return {rank_of_row_, rank_of_row_, num_ranks()}; }
  /// and when those of reduced() are.
  TableSources reduced_sources() const {
    return leader_of_row_.empty() ? own_sources()
                                  : TableSources{rank_of_row_, leader_of_row_, followers_begin_};
  }
  /// Rank intervals [chunk_begins[i], chunk_begins[i+1]) of about equal work; the first private rank begins
  /// one.
  std::span<const Rank> chunk_begins() const { return chunk_begins_; }

  /// All edges.
  PullView whole() const {
    return {offsets_.data(), offsets_.data() + 1, targets_.data(),
            num_linked_,     num_linked_,         public_targets_.data()};
  }
  /// The edges of `view` that the second hop needs: none to users who know no public one. All of them when
  /// dominated users are known: then users are in another order.
  PullView informed(const PullView& view) const;
  /// The edges that hops after the first need: none to dominated users, and none of dominated public users
  /// unless they have rows in the table.
  PullView reduced() const;
  /// The graph with the edges of `kept` only; valid until the next call.
  PullView keep(const Graph& graph, const EdgeSubset& kept, unsigned threads);

  static std::uint64_t bytes_needed(const Graph& graph);
  static std::uint64_t bytes_needed_for_subsets(const Graph& graph);

 private:
  void order_users(const Graph& graph, const CountTask& task, std::span<const std::uint8_t> dominated);
  void append_informed_and_others(const Graph& graph, std::span<const NodeId> users);
  void append_with_dominated(const Graph& graph, std::span<const NodeId> sources,
                             std::span<const NodeId> others, std::span<const std::uint8_t> dominated);
  void cut_chunks();
  void rename_neighbours(const Graph& graph, unsigned threads);
  void rename_and_part_neighbours(const Graph& graph, unsigned threads);
  void find_leaders(std::span<const NodeId> rows);
  template <unsigned kNumKinds, class KindOf, class Note>
  void write_targets(const Graph& graph, unsigned threads, const KindOf& kind_of, const Note& note);
  Rank hub_end() const;
  void index_edges(const Graph& graph, unsigned threads);

  Rank num_public_;
  Rank counted_begin_ = 0;
  Rank public_read_end_ = 0;  // public ranks from here on are dominated,
  Rank read_end_ = 0;         // and so are private ones from here on
  Rank informed_end_ = 0;     // private ranks from here on know no public user, or are dominated
  Rank twins_begin_ = 0;      // of whom these read the same rows as another,
  Rank followers_begin_ = 0;  // and these one row only
  Rank num_linked_ = 0;
  std::vector<NodeId> node_at_;         // by rank
  std::vector<Rank> rank_of_;           // by node
  std::vector<Rank> rank_of_row_;       // by row of the table
  std::vector<Rank> leader_of_row_;     // the same; empty when no dominated users are known
  std::vector<NodeId> leader_of_twin_;  // by rank from twins_begin_ on, while leaders are not found
  std::vector<std::uint64_t> offsets_;
  HugeBuffer<Rank> targets_;
  std::vector<std::uint32_t> public_targets_;
  std::vector<std::uint64_t> informed_ends_;  // empty when dominated users are known,
  std::vector<std::uint64_t> read_begins_;    // and these when not
  std::vector<std::uint64_t> read_ends_;
  std::vector<Rank> chunk_begins_;

  // For subsets: the edge index behind every slot of targets_, and the slots that are kept.
  HugeBuffer<std::uint32_t> edge_at_;
  HugeBuffer<Rank> kept_targets_;
  std::vector<std::uint64_t> kept_ends_;
};

}  // namespace hopveil::count
