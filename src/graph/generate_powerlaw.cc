// SPDX-License-Identifier: Apache-2.0
// Preferential attachment with triad formation: P. Holme, B. J. Kim, "Growing scale-free networks with
// tunable clustering", Physical Review E 65, 026107 (2002).
//
// A new node makes its links one by one. An attachment step links to an end of a random earlier edge, that
// is, to a node chosen in proportion to its degree. With probability kTriad the next link is instead a triad
// step: to a random friend of the node of the last attachment step, which closes a triangle. (A random friend
// of a node chosen by degree is a node chosen by degree, so triads leave the power law as it is; friends must
// come from all links of a node, not only from those it made itself, which would favour the oldest nodes
// until one of them knows half the network.) A triad step that meets only known nodes becomes an attachment
// step.
//
// Growth: after node v there are min(v (v+1) / 2, floor(edges (v+1) / nodes)) edges: a clique first, then an
// equal share per node. Growing is sequential by nature; 64 million edges take about half a minute.

#include "graph/generate_powerlaw.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "base/uint128.h"
#include "graph/builder.h"

namespace hopveil {
namespace {

/// The share of triad steps, in 64-bit fixed point: 0.8.
constexpr std::uint64_t kTriad = 0xCCCCCCCCCCCCCCCC;
constexpr int kTriadAttempts = 4;
/// In a very dense network the popular nodes are soon all known; then the next unknown node is taken.
constexpr int kAttachmentAttempts = 64;

class PowerlawGrowth {
 public:
  PowerlawGrowth(NodeId nodes, std::uint64_t num_edges, const SeededRng& rng)
      : nodes_(nodes),
        num_edges_(num_edges),
        rng_(rng.stream("growth")),
        first_link_(nodes + std::size_t{1}, 0),
        linked_from_(nodes),
        linked_by_(nodes, kNoNode) {
    edges_.reserve(num_edges);
  }

  std::vector<Edge> grow() {
    for (NodeId node = 0; node < nodes_; ++node) {
      first_link_[node] = edges_.size();
      add_node(node);
    }
    return std::move(edges_);
  }

 private:
  std::uint64_t links_of(NodeId node) const {
    const auto due =
        static_cast<std::uint64_t>(static_cast<Uint128>(num_edges_) * (node + std::uint64_t{1}) / nodes_);
    return std::min<std::uint64_t>(node, due - edges_.size());
  }

  void add_node(NodeId node) {
    const std::uint64_t links = links_of(node);
    linked_by_[node] = node;  // no self-loops
    if (links == node) {
      for (NodeId other = 0; other < node; ++other) link(node, other);
      return;
    }
    NodeId popular = kNoNode;
    for (std::uint64_t i = 0; i < links; ++i) {
      NodeId friend_of_popular = kNoNode;
      if (popular != kNoNode && rng_.next_u64() < kTriad) friend_of_popular = unknown_friend(node, popular);
      if (friend_of_popular != kNoNode) {
        link(node, friend_of_popular);
      } else {
        popular = unknown_popular(node);
        link(node, popular);
      }
    }
  }

  void link(NodeId node, NodeId other) {
    linked_by_[other] = node;
    linked_from_[other].push_back(node);
    edges_.push_back({node, other});
  }

  /// A friend of `popular` that `node` does not know yet; kNoNode if none was met.
  NodeId unknown_friend(NodeId node, NodeId popular) {
    const std::uint64_t first = first_link_[popular];
    const std::uint64_t made = first_link_[popular + std::size_t{1}] - first;
    const auto& received = linked_from_[popular];
    for (int attempt = 0; attempt < kTriadAttempts; ++attempt) {
      const std::uint64_t choice = random_below(rng_, made + received.size());
      const NodeId other = choice < made ? edges_[first + choice].to : received[choice - made];
      if (linked_by_[other] != node) return other;
    }
    return kNoNode;
  }

  NodeId unknown_popular(NodeId node) {
    NodeId other = static_cast<NodeId>(random_below(rng_, node));
    for (int attempt = 0; !edges_.empty() && attempt < kAttachmentAttempts; ++attempt) {
      const std::uint64_t end = random_below(rng_, 2 * edges_.size());
      other = end % 2 == 0 ? edges_[end / 2].from : edges_[end / 2].to;
      if (linked_by_[other] != node) return other;
    }
    while (linked_by_[other] == node) other = other + 1 == node ? 0 : other + 1;
    return other;
  }

  NodeId nodes_;
  std::uint64_t num_edges_;
  SeededRng rng_;
  std::vector<Edge> edges_;
  std::vector<std::uint64_t> first_link_;  // where the links that a node made begin in edges_
  std::vector<std::vector<NodeId>> linked_from_;
  std::vector<NodeId> linked_by_;  // the last node that linked to it
};

}  // namespace

Graph generate_powerlaw(const NetworkSpec& spec) {
  check_spec(spec);
  const auto nodes = static_cast<NodeId>(spec.nodes);
  const SeededRng rng = SeededRng(spec.seed).stream("powerlaw");
  std::vector<Edge> edges = PowerlawGrowth(nodes, spec.edges, rng).grow();

  const std::vector<NodeId> number = shuffled_nodes(nodes, rng.stream("numbers"));
  constexpr std::size_t kGrain = std::size_t{1} << 16;
  parallel_chunks(edges.size(), kGrain, spec.threads, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t i = begin; i < end; ++i) edges[i] = {number[edges[i].from], number[edges[i].to]};
  });
  EdgePieces pieces;
  pieces.push_back(std::move(edges));
  return build_graph(std::move(pieces), numbered_users(nodes), spec.threads).graph;
}

}  // namespace hopveil
