// SPDX-License-Identifier: Apache-2.0
#include "count/pull_graph.h"

#include <algorithm>
#include <array>
#include <limits>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/parallel.h"
#include "count/twins.h"

namespace hopveil::count {
namespace {

// One private user in this many counts as a hub.
constexpr Rank kUsersPerHub = 32;
// Work of a chunk, in edges; small enough to balance two dozen threads on a graph of a million edges.
constexpr std::uint64_t kChunkWork = 8192;
// What a user costs beside its edges, in edges.
constexpr std::uint64_t kWorkPerUser = 4;

/// Appends `nodes` to `order` by falling degree_of(node), ties as they came. A counting sort.
template <class DegreeOf>
void append_by_degree(std::span<const NodeId> nodes, const DegreeOf& degree_of, std::vector<NodeId>& order) {
  std::uint64_t max_degree = 0;
  for (const NodeId node : nodes) max_degree = std::max(max_degree, degree_of(node));
  std::vector<NodeId> begin_of(max_degree + 2, 0);
  for (const NodeId node : nodes) ++begin_of[max_degree - degree_of(node) + 1];
  for (std::size_t i = 1; i < begin_of.size(); ++i) begin_of[i] += begin_of[i - 1];
  const std::size_t base = order.size();
  order.resize(base + nodes.size());
  for (const NodeId node : nodes) order[base + begin_of[max_degree - degree_of(node)]++] = node;
}

/// Puts elements into the order of a row: by kind, within a kind as they came. Nothing needs more order than
/// this, and sorting took most of the time of preparing.
template <unsigned kKinds, class Element>
class RowOrder {
 public:
  /// Writes the elements element_at(0 .. size - 1), of the kinds kind_of(element), to `out`. How many of each
  /// kind there are.
  template <class ElementAt, class KindOf>
  std::array<std::size_t, kKinds> write(std::size_t size, const ElementAt& element_at, const KindOf& kind_of,
                                        Element* out) {
    if (of_kind_[1].size() < size) {
      for (unsigned kind = 1; kind < kKinds; ++kind) of_kind_[kind].resize(size);
    }
    std::array<Element*, kKinds> begin = {out};
    for (unsigned kind = 1; kind < kKinds; ++kind) begin[kind] = of_kind_[kind].data();
    std::array<std::size_t, kKinds> num = {};
    // Every kind's next place is written and only the right one kept: no branch could be foreseen.
    for (std::size_t i = 0; i < size; ++i) {
      const Element element = element_at(i);
      const unsigned kind = kind_of(element);
#pragma GCC unroll 8
      for (unsigned k = 0; k < kKinds; ++k) {
        begin[k][num[k]] = element;
        num[k] += kind == k;
      }
    }
    out += num[0];
    for (unsigned kind = 1; kind < kKinds; ++kind) out = std::copy_n(begin[kind], num[kind], out);
    return num;
  }

 private:
  std::array<std::vector<Element>, kKinds> of_kind_;  // but the first, which is written in its place
};

/// Public users, hubs, others who know a public user, others.
constexpr unsigned kKinds = 4;

auto kind_among(Rank num_public, Rank hub_end, Rank informed_end) {
  return [=](Rank rank) {
    return unsigned{rank >= num_public} + unsigned{rank >= hub_end} + unsigned{rank >= informed_end};
  };
}

/// The users without those in `sources`, in their order.
std::vector<NodeId> others_than(std::span<const NodeId> sources, NodeId num_nodes) {
  std::vector<std::uint8_t> is_source(num_nodes, 0);
  for (const NodeId node : sources) is_source[node] = 1;
  std::vector<NodeId> others;
  others.reserve(num_nodes - sources.size());
  for (NodeId node = 0; node < num_nodes; ++node) {
    if (is_source[node] == 0) others.push_back(node);
  }
  return others;
}

/// Dominated public users, public users, hubs, others, dominated private users.
constexpr unsigned kKindsWithDominated = 5;

}  // namespace

PullGraph::PullGraph(const Graph& graph, const CountTask& task, unsigned threads,
                     std::span<const std::uint8_t> dominated)
    : num_public_(static_cast<Rank>(task.sources.size())) {
  order_users(graph, task, dominated);
  if (dominated.empty()) {
    rename_neighbours(graph, threads);
  } else {
    rename_and_part_neighbours(graph, threads);
    find_leaders(task.rows);
  }
  cut_chunks();
}

void PullGraph::order_users(const Graph& graph, const CountTask& task,
                            std::span<const std::uint8_t> dominated) {
  const NodeId num_nodes = graph.num_nodes();
  const std::vector<NodeId> others = others_than(task.sources, num_nodes);
  node_at_.reserve(num_nodes);
  if (dominated.empty()) {
    append_by_degree(
        task.sources, [&](NodeId node) { return graph.degree(node); }, node_at_);
    append_informed_and_others(graph, others);
    public_read_end_ = num_public_;
    read_end_ = num_nodes;
  } else {
    append_with_dominated(graph, task.sources, others, dominated);
    informed_end_ = read_end_;
  }
  rank_of_.resize(num_nodes);
  offsets_.resize(num_nodes + std::size_t{1});
  num_linked_ = num_public_;
  for (Rank r = 0; r < num_nodes; ++r) {
    const NodeId node = node_at_[r];
    rank_of_[node] = r;
    offsets_[r + std::size_t{1}] = offsets_[r] + graph.degree(node);
    if (graph.degree(node) != 0) num_linked_ = std::max(num_linked_, r + 1);
  }
  rank_of_row_.resize(task.rows.size());
  counted_begin_ = num_public_;
  for (std::size_t row = 0; row < task.rows.size(); ++row) {
    rank_of_row_[row] = rank_of_[task.rows[row]];
    if (rank_of_row_[row] < num_public_) counted_begin_ = 0;
  }
}

/// Appends them to node_at_, which holds the public users: first those who know one of these.
void PullGraph::append_informed_and_others(const Graph& graph, std::span<const NodeId> users) {
  std::vector<std::uint8_t> is_informed(graph.num_nodes());
  for (const NodeId node : node_at_) {
    for (const NodeId v : graph.neighbours(node)) is_informed[v] = 1;
  }
  const auto degree_of = [&](NodeId node) { return graph.degree(node); };
  std::vector<NodeId> parted(users.begin(), users.end());
  const auto others = std::stable_partition(parted.begin(), parted.end(),
                                            [&](NodeId node) { return is_informed[node] != 0; });
  append_by_degree({parted.begin(), others}, degree_of, node_at_);
  informed_end_ = static_cast<Rank>(node_at_.size());
  append_by_degree({others, parted.end()}, degree_of, node_at_);
}

/// Public and private users, each with those last whose rows are not read: dominated, or without an edge.
void PullGraph::append_with_dominated(const Graph& graph, std::span<const NodeId> sources,
                                      std::span<const NodeId> others,
                                      std::span<const std::uint8_t> dominated) {
  std::vector<std::uint64_t> reads(graph.num_nodes());
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    for (const NodeId v : graph.neighbours(node)) reads[node] += 1U - dominated[v];
  }
  const auto reads_of = [&](NodeId node) { return reads[node]; };
  const auto is_read = [&](NodeId node) { return dominated[node] == 0 && graph.degree(node) != 0; };

  std::vector<NodeId> users(sources.begin(), sources.end());
  auto unread = std::partition(users.begin(), users.end(), is_read);
  append_by_degree({users.begin(), unread}, reads_of, node_at_);
  public_read_end_ = static_cast<Rank>(node_at_.size());
  append_by_degree({unread, users.end()}, reads_of, node_at_);

  users.assign(others.begin(), others.end());
  unread = std::partition(users.begin(), users.end(), is_read);
  append_by_degree({users.begin(), unread}, reads_of, node_at_);
  read_end_ = static_cast<Rank>(node_at_.size());
  const auto few = std::partition(unread, users.end(), [&](NodeId node) { return reads[node] > 1; });
  const Twins found = find_twins(graph, dominated, {unread, few});
  append_by_degree(found.leaders, reads_of, node_at_);
  twins_begin_ = static_cast<Rank>(node_at_.size());
  node_at_.insert(node_at_.end(), found.twins.begin(), found.twins.end());
  followers_begin_ = static_cast<Rank>(node_at_.size());
  leader_of_twin_ = found.leader_of_twin;
  append_by_degree({few, users.end()}, reads_of, node_at_);
}

void PullGraph::rename_neighbours(const Graph& graph, unsigned threads) {
  informed_ends_.resize(offsets_.size() - 1);
  const auto note_ends = [&](Rank r, const std::array<std::size_t, kKinds>& num) {
    public_targets_[r] = static_cast<std::uint32_t>(num[0]);
    informed_ends_[r] = offsets_[r + std::size_t{1}] - num[3];
  };
  write_targets<kKinds>(graph, threads, kind_among(num_public_, hub_end(), informed_end_), note_ends);
}

void PullGraph::rename_and_part_neighbours(const Graph& graph, unsigned threads) {
  read_begins_.resize(offsets_.size() - 1);
  read_ends_.resize(offsets_.size() - 1);
  const auto kind_of = [public_read_end = public_read_end_, num_public = num_public_, hub_end = hub_end(),
                        read_end = read_end_](Rank rank) {
    const bool is_dominated_public = public_read_end <= rank && rank < num_public;
    return is_dominated_public
               ? 0U
               : 1U + unsigned{rank >= num_public} + unsigned{rank >= hub_end} + unsigned{rank >= read_end};
  };
  const auto note_what_is_read = [&](Rank r, const std::array<std::size_t, kKindsWithDominated>& num) {
    public_targets_[r] = static_cast<std::uint32_t>(num[0] + num[1]);
    const bool reads = r < public_read_end_ || counted_begin_ <= r;
    read_begins_[r] = offsets_[r] + num[0];
    read_ends_[r] = reads ? offsets_[r + std::size_t{1}] - num[4] : read_begins_[r];
  };
  write_targets<kKindsWithDominated>(graph, threads, kind_of, note_what_is_read);
}

void PullGraph::find_leaders(std::span<const NodeId> rows) {
  leader_of_row_.resize(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Rank rank = rank_of_row_[row];
    if (twins_begin_ <= rank && rank < followers_begin_) {
      leader_of_row_[row] = rank_of_[leader_of_twin_[rank - twins_begin_]];
    } else if (followers_begin_ <= rank && rank < num_linked_) {
      leader_of_row_[row] = targets_[read_begins_[rank]];
    } else {
      leader_of_row_[row] = rank;
    }
  }
  leader_of_twin_ = {};
}

template <unsigned kNumKinds, class KindOf, class Note>
void PullGraph::write_targets(const Graph& graph, unsigned threads, const KindOf& kind_of, const Note& note) {
  targets_ = HugeBuffer<Rank>(graph.targets().size() + kTargetsReadAhead);
  public_targets_.resize(rank_of_.size());
  // In the order of the graph: it is read in sequence, and only what is written jumps, which causes no stall.
  parallel_chunks(rank_of_.size(), 1024, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    RowOrder<kNumKinds, Rank> order;
    for (std::size_t node = begin; node < end; ++node) {
      const auto neighbours = graph.neighbours(static_cast<NodeId>(node));
      const Rank rank = rank_of_[node];
      note(rank, order.write(
                     neighbours.size(), [&](std::size_t i) { return rank_of_[neighbours[i]]; }, kind_of,
                     targets_.data() + offsets_[rank]));
    }
  });
}

PullView PullGraph::informed(const PullView& view) const {
  if (informed_ends_.empty()) return view;
  return {offsets_.data(), informed_ends_.data(), targets_.data(), num_linked_, num_linked_};
}

PullView PullGraph::reduced() const {
  if (read_begins_.empty()) return whole();
  return {read_begins_.data(), read_ends_.data(), targets_.data(), std::min(read_end_, num_linked_),
          twins_begin_};
}

Rank PullGraph::hub_end() const {
  return std::min(informed_end_, num_public_ + (num_linked_ - num_public_) / kUsersPerHub);
}

void PullGraph::cut_chunks() {
  chunk_begins_.push_back(0);
  const PullView view = reduced();
  std::uint64_t work = 0;
  for (Rank r = 0; r < num_linked_; ++r) {
    if (work >= kChunkWork || (r != 0 && (r == num_public_ || r == read_end_ || r == view.asked_end))) {
      chunk_begins_.push_back(r);
      work = 0;
    }
    work += view.ends[r] - view.begins[r] + kWorkPerUser;
  }
  chunk_begins_.push_back(num_linked_);
}

PullView PullGraph::keep(const Graph& graph, const EdgeSubset& kept, unsigned threads) {
  check(kept.size() == graph.num_edges(), "a subset of the edges belongs to another graph");
  if (kept_ends_.empty()) index_edges(graph, threads);
  const std::uint64_t* const words = kept.words().data();
  parallel_chunks(chunk_begins_.size() - 1, 1, threads, [&](std::size_t chunk, std::size_t, unsigned) {
    for (Rank r = chunk_begins_[chunk]; r < chunk_begins_[chunk + 1]; ++r) {
      std::uint64_t end = offsets_[r];
      for (std::uint64_t slot = offsets_[r]; slot < offsets_[r + std::size_t{1}]; ++slot) {
        const std::uint32_t edge = edge_at_[slot];
        kept_targets_[end] = targets_[slot];
        end += words[edge / 64] >> (edge % 64) & 1;
      }
      kept_ends_[r] = end;
    }
  });
  return {offsets_.data(), kept_ends_.data(), kept_targets_.data(), num_linked_, num_linked_};
}

void PullGraph::index_edges(const Graph& graph, unsigned threads) {
  check(read_begins_.empty(), "what is dominated depends on the subset");
  check(graph.num_edges() <= std::numeric_limits<std::uint32_t>::max(), "plan_count refuses more edges");
  // In the graph's own order the smaller ends of a node's edges ascend with the edge index.
  std::vector<std::uint32_t> edge_of_slot(graph.targets().size());
  std::vector<std::uint64_t> next_slot(graph.offsets().begin(), graph.offsets().end() - 1);
  std::uint32_t edge = 0;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (v < u) continue;
      edge_of_slot[next_slot[u]++] = edge;
      edge_of_slot[next_slot[v]++] = edge;
      ++edge;
    }
  }
  edge_at_ = HugeBuffer<std::uint32_t>(graph.targets().size());
  kept_targets_ = HugeBuffer<Rank>(targets_.size());
  kept_ends_.resize(node_at_.size());
  const auto kind_of = kind_among(num_public_, hub_end(), informed_end_);
  parallel_chunks(node_at_.size(), 1024, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    RowOrder<kKinds, std::uint64_t> order;
    std::vector<std::uint64_t> ordered;
    for (std::size_t r = begin; r < end; ++r) {
      const NodeId node = node_at_[r];
      const std::uint64_t first = graph.offsets()[node];
      ordered.resize(graph.degree(node));
      order.write(
          ordered.size(),
          [&](std::size_t i) {
            return std::uint64_t{rank_of_[graph.targets()[first + i]]} << 32 | edge_of_slot[first + i];
          },
          [&](std::uint64_t pair) { return kind_of(static_cast<Rank>(pair >> 32)); }, ordered.data());
      std::uint64_t slot = offsets_[r];
      for (const std::uint64_t pair : ordered) edge_at_[slot++] = static_cast<std::uint32_t>(pair);
    }
  });
}

std::uint64_t PullGraph::bytes_needed(const Graph& graph) {
  const std::uint64_t per_user =
      2 * sizeof(NodeId) + 2 * sizeof(Rank) + sizeof(std::uint32_t) + 3 * sizeof(std::uint64_t);
  const std::uint64_t chunk = (2 * graph.num_edges() + kWorkPerUser * graph.num_nodes()) / kChunkWork + 4;
  return graph.num_nodes() * per_user + (2 * graph.num_edges() + kTargetsReadAhead + chunk) * sizeof(Rank);
}

std::uint64_t PullGraph::bytes_needed_for_subsets(const Graph& graph) {
  const std::uint64_t while_indexing =
      2 * graph.num_edges() * sizeof(std::uint32_t) + graph.num_nodes() * sizeof(std::uint64_t);
  return 2 * graph.num_edges() * (sizeof(std::uint32_t) + sizeof(Rank)) + kTargetsReadAhead * sizeof(Rank) +
         graph.num_nodes() * sizeof(std::uint64_t) + while_indexing;
}

}  // namespace hopveil::count
