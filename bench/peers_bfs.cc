// SPDX-License-Identifier: Apache-2.0
// Queue BFS and 64-bit multi-source BFS, both on our own graph: no conversion.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "peers.h"

namespace hopveil::bench {
namespace {

/// Distances from one source in bytes, a flat queue; stops after the last hop.
class QueueBfs {
 public:
  explicit QueueBfs(const Graph& graph)
      : graph_(graph), distance_(graph.num_nodes()), queue_(graph.num_nodes()) {}

  void run(NodeId source, unsigned hops, const UserRoles& roles, ExactCounts& counts) {
    std::fill(distance_.begin(), distance_.end(), kUnreached);
    std::size_t head = 0;
    std::size_t tail = 0;
    distance_[source] = 0;
    queue_[tail++] = source;
    while (head < tail) {
      const NodeId u = queue_[head++];
      if (distance_[u] == hops) break;
      const auto next = static_cast<std::uint8_t>(distance_[u] + 1);
      for (const NodeId v : graph_.neighbours(u)) {
        if (distance_[v] != kUnreached) continue;
        distance_[v] = next;
        queue_[tail++] = v;
        if (!roles.is_public(v)) ++counts.hop(next)[roles.row(v)];
      }
    }
  }

 private:
  static constexpr std::uint8_t kUnreached = 255;
  const Graph& graph_;
  std::vector<std::uint8_t> distance_;
  std::vector<NodeId> queue_;
};

class MultiSourceBfs {
 public:
  explicit MultiSourceBfs(const Graph& graph)
      : graph_(graph), seen_(graph.num_nodes()), visit_(graph.num_nodes()), next_(graph.num_nodes()) {}

  void run(std::span<const NodeId> sources, unsigned hops, const UserRoles& roles, ExactCounts& counts) {
    std::fill(seen_.begin(), seen_.end(), 0);
    std::fill(visit_.begin(), visit_.end(), 0);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      seen_[sources[i]] |= std::uint64_t{1} << i;
      visit_[sources[i]] |= std::uint64_t{1} << i;
    }
    bool any = true;
    for (unsigned hop = 1; hop <= hops && any; ++hop) {
      std::fill(next_.begin(), next_.end(), 0);
      for (NodeId u = 0; u < graph_.num_nodes(); ++u) {
        if (visit_[u] == 0) continue;
        for (const NodeId v : graph_.neighbours(u)) next_[v] |= visit_[u];
      }
      any = false;
      for (NodeId v = 0; v < graph_.num_nodes(); ++v) {
        next_[v] &= ~seen_[v];
        if (next_[v] == 0) continue;
        any = true;
        seen_[v] |= next_[v];
        if (!roles.is_public(v))
          counts.hop(hop)[roles.row(v)] += static_cast<std::uint32_t>(std::popcount(next_[v]));
      }
      std::swap(visit_, next_);
    }
  }

 private:
  const Graph& graph_;
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint64_t> visit_;
  std::vector<std::uint64_t> next_;
};

/// Gives `batch` public users at a time to the workers, each with a searcher and counts of its own.
template <class Search, class Run>
ExactCounts on_all_workers(const Graph& graph, const UserRoles& roles, unsigned hops, std::size_t batch,
                           unsigned threads, const Run& run) {
  std::vector<ExactCounts> parts(threads, ExactCounts(roles.private_users().size(), hops));
  std::vector<Search> searches(threads, Search(graph));
  const auto sources = roles.public_users();
  parallel_chunks(sources.size(), batch, threads, [&](std::size_t begin, std::size_t end, unsigned worker) {
    run(searches[worker], sources.subspan(begin, end - begin), parts[worker]);
  });
  return sum_of(parts);
}

}  // namespace

Peer make_queue_bfs_peer(const Graph& graph, unsigned threads) {
  return {"queue BFS", 16, [&graph, threads](const UserRoles& roles, unsigned hops) {
            return on_all_workers<QueueBfs>(
                graph, roles, hops, 1, threads,
                [&](QueueBfs& bfs, std::span<const NodeId> sources, ExactCounts& counts) {
                  bfs.run(sources.front(), hops, roles, counts);
                });
          }};
}

Peer make_ms_bfs_peer(const Graph& graph, unsigned threads) {
  constexpr std::size_t kBits = 64;
  return {"MS-BFS, 64-bit push", 0, [&graph, threads](const UserRoles& roles, unsigned hops) {
            return on_all_workers<MultiSourceBfs>(
                graph, roles, hops, kBits, threads,
                [&](MultiSourceBfs& bfs, std::span<const NodeId> sources, ExactCounts& counts) {
                  bfs.run(sources, hops, roles, counts);
                });
          }};
}

ExactCounts sum_of(const std::vector<ExactCounts>& parts) {
  ExactCounts sum = parts.front();
  for (std::size_t part = 1; part < parts.size(); ++part) {
    for (unsigned hop = 1; hop <= sum.hops(); ++hop) {
      std::transform(sum.hop(hop).begin(), sum.hop(hop).end(), parts[part].hop(hop).begin(),
                     sum.hop(hop).begin(), std::plus<>());
    }
  }
  return sum;
}

}  // namespace hopveil::bench
