#include "count/pull_graph.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "base/parallel.h"

namespace hopveil {
namespace {

// One private user in so many counts as a hub.
constexpr Rank kUsersPerHub = 32;
// Work of a chunk, in edges; small enough to balance two dozen threads on a graph of a million edges.
constexpr std::uint64_t kChunkWork = 8192;
// What a user costs beside its edges, in edges.
constexpr std::uint64_t kWorkPerUser = 4;

/// Appends `nodes` to `order` by falling degree, ties by node. A counting sort.
void append_by_degree(const Graph& graph, std::span<const NodeId> nodes, std::vector<NodeId>& order) {
  std::uint64_t max_degree = 0;
  for (const NodeId node : nodes) max_degree = std::max(max_degree, graph.degree(node));
  std::vector<NodeId> begin_of(max_degree + 2, 0);
  for (const NodeId node : nodes) ++begin_of[max_degree - graph.degree(node) + 1];
  for (std::size_t i = 1; i < begin_of.size(); ++i) begin_of[i] += begin_of[i - 1];
  const std::size_t base = order.size();
  order.resize(base + nodes.size());
  for (const NodeId node : nodes) order[base + begin_of[max_degree - graph.degree(node)]++] = node;
}

/// Puts elements into the order of a row: public users, hubs, others, each as they came. Nothing needs more
/// order than this, and sorting took most of the time of preparing.
template <class Element>
class RowOrder {
 public:
  RowOrder(Rank num_public, Rank hub_end) : num_public_(num_public), hub_end_(hub_end) {}

  /// Writes the elements element_at(0 .. size - 1), of the ranks rank_of(element), to `out`.
  template <class ElementAt, class RankOf>
  void write(std::size_t size, const ElementAt& element_at, const RankOf& rank_of, Element* out) {
    if (hubs_.size() < size) {
      hubs_.resize(size);
      others_.resize(size);
    }
    std::size_t num_first = 0;
    std::size_t num_hubs = 0;
    std::size_t num_others = 0;
    // Every kind's next place is written and only the right one kept: no branch could be foreseen.
    for (std::size_t i = 0; i < size; ++i) {
      const Element element = element_at(i);
      const Rank rank = rank_of(element);
      out[num_first] = hubs_[num_hubs] = others_[num_others] = element;
      const bool is_public = rank < num_public_;
      const bool is_other = rank >= hub_end_;
      num_first += is_public;
      num_others += is_other;
      num_hubs += !is_public && !is_other;
    }
    std::copy_n(hubs_.data(), num_hubs, out + num_first);
    std::copy_n(others_.data(), num_others, out + num_first + num_hubs);
  }

 private:
  Rank num_public_;
  Rank hub_end_;
  std::vector<Element> hubs_;
  std::vector<Element> others_;
};

}  // namespace

PullGraph::PullGraph(const Graph& graph, const UserRoles& roles, unsigned threads)
    : num_public_(static_cast<Rank>(roles.public_users().size())) {
  order_users(graph, roles);
  rename_neighbours(graph, threads);
  cut_chunks();
}

void PullGraph::order_users(const Graph& graph, const UserRoles& roles) {
  const NodeId num_nodes = graph.num_nodes();
  node_at_.reserve(num_nodes);
  append_by_degree(graph, roles.public_users(), node_at_);
  append_by_degree(graph, roles.private_users(), node_at_);
  rank_of_.resize(num_nodes);
  table_row_.resize(num_nodes);
  offsets_.resize(num_nodes + std::size_t{1});
  num_linked_ = num_public_;
  for (Rank r = 0; r < num_nodes; ++r) {
    const NodeId node = node_at_[r];
    rank_of_[node] = r;
    table_row_[r] = roles.row(node);
    offsets_[r + std::size_t{1}] = offsets_[r] + graph.degree(node);
    if (graph.degree(node) != 0) num_linked_ = std::max(num_linked_, r + 1);
  }
}

void PullGraph::rename_neighbours(const Graph& graph, unsigned threads) {
  targets_ = HugeBuffer<Rank>(graph.targets().size() + kTargetsReadAhead);
  // In the order of the graph: it is read in sequence, and only what is written jumps, which stalls nobody.
  parallel_chunks(rank_of_.size(), 1024, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    RowOrder<Rank> order(num_public_, hub_end());
    for (std::size_t node = begin; node < end; ++node) {
      const auto neighbours = graph.neighbours(static_cast<NodeId>(node));
      order.write(
          neighbours.size(), [&](std::size_t i) { return rank_of_[neighbours[i]]; },
          [](Rank rank) { return rank; }, targets_.data() + offsets_[rank_of_[node]]);
    }
  });
}

Rank PullGraph::hub_end() const {
  return num_public_ + (num_linked_ - num_public_) / kUsersPerHub;
}

void PullGraph::cut_chunks() {
  chunk_begins_.push_back(0);
  std::uint64_t work = 0;
  for (Rank r = 0; r < num_linked_; ++r) {
    if (work >= kChunkWork || (r == num_public_ && r != 0)) {
      chunk_begins_.push_back(r);
      work = 0;
    }
    work += offsets_[r + std::size_t{1}] - offsets_[r] + kWorkPerUser;
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
  return {offsets_.data(), kept_ends_.data(), kept_targets_.data()};
}

void PullGraph::index_edges(const Graph& graph, unsigned threads) {
  check(graph.num_edges() <= std::numeric_limits<std::uint32_t>::max(), "too many edges for subsets");
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
  parallel_chunks(node_at_.size(), 1024, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    RowOrder<std::uint64_t> order(num_public_, hub_end());
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
          [](std::uint64_t pair) { return static_cast<Rank>(pair >> 32); }, ordered.data());
      std::uint64_t slot = offsets_[r];
      for (const std::uint64_t pair : ordered) edge_at_[slot++] = static_cast<std::uint32_t>(pair);
    }
  });
}

std::uint64_t PullGraph::bytes_needed(const Graph& graph) {
  const std::uint64_t per_user = 2 * sizeof(NodeId) + sizeof(Rank) + sizeof(std::uint64_t);
  const std::uint64_t chunk = (2 * graph.num_edges() + kWorkPerUser * graph.num_nodes()) / kChunkWork + 4;
  return graph.num_nodes() * per_user + (2 * graph.num_edges() + kTargetsReadAhead + chunk) * sizeof(Rank);
}

std::uint64_t PullGraph::bytes_needed_for_subsets(const Graph& graph) {
  const std::uint64_t while_indexing =
      2 * graph.num_edges() * sizeof(std::uint32_t) + graph.num_nodes() * sizeof(std::uint64_t);
  return 2 * graph.num_edges() * (sizeof(std::uint32_t) + sizeof(Rank)) + kTargetsReadAhead * sizeof(Rank) +
         graph.num_nodes() * sizeof(std::uint64_t) + while_indexing;
}

}  // namespace hopveil
