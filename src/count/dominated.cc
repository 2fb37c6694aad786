// SPDX-License-Identifier: Apache-2.0
#include "count/dominated.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "base/parallel.h"

namespace hopveil::count {
namespace {

// Edges looked at to judge, and how many of them must lead to a dominated user.
constexpr NodeId kEdgesAsked = 512;
constexpr NodeId kFewestDominated = kEdgesAsked / 10;
// Threads that look for dominated users; each needs a number per user, less than counting needs later.
constexpr unsigned kMostThreads = 4;

/// Whether u could dominate v by degree; of equals, only the one with the smaller number.
bool may_dominate(const Graph& graph, NodeId u, NodeId v) {
  const std::uint64_t degree_u = graph.degree(u);
  const std::uint64_t degree_v = graph.degree(v);
  return degree_u > degree_v || (degree_u == degree_v && u < v);
}

/// Marks the neighbours of one user.
class Neighbourhood {
 public:
  explicit Neighbourhood(NodeId num_nodes) : of_(num_nodes, kNoNode) {}

  void enter(const Graph& graph, NodeId centre) {
    centre_ = centre;
    of_[centre] = centre;
    for (const NodeId w : graph.neighbours(centre)) of_[w] = centre;
  }
  bool holds_all(std::span<const NodeId> users) const {
    return std::all_of(users.begin(), users.end(), [&](NodeId w) { return of_[w] == centre_; });
  }

 private:
  NodeId centre_ = kNoNode;
  std::vector<NodeId> of_;  // whose neighbourhood a user was last found in
};

/// Whether the neighbour of v with most neighbours dominates it: most dominators are that one.
bool is_dominated_by_best_neighbour(const Graph& graph, NodeId v) {
  NodeId best = v;
  for (const NodeId u : graph.neighbours(v)) {
    if (may_dominate(graph, u, best)) best = u;
  }
  const auto neighbourhood = graph.neighbours(best);
  const auto known = graph.neighbours(v);
  return best != v && std::all_of(known.begin(), known.end(), [&](NodeId w) {
           return w == best || std::binary_search(neighbourhood.begin(), neighbourhood.end(), w);
         });
}

}  // namespace

std::vector<std::uint8_t> find_dominated(const Graph& graph, unsigned threads) {
  const NodeId num_nodes = graph.num_nodes();
  std::vector<std::uint8_t> dominated(num_nodes, 0);
  const unsigned workers = std::min(resolve_threads(threads), kMostThreads);
  std::vector<std::unique_ptr<Neighbourhood>> neighbourhoods(workers);
  parallel_chunks(num_nodes, 1024, workers, [&](std::size_t begin, std::size_t end, unsigned worker) {
    if (!neighbourhoods[worker]) neighbourhoods[worker] = std::make_unique<Neighbourhood>(num_nodes);
    Neighbourhood& neighbourhood = *neighbourhoods[worker];
    for (auto u = static_cast<NodeId>(begin); u < end; ++u) {
      neighbourhood.enter(graph, u);
      for (const NodeId v : graph.neighbours(u)) {
        // Several threads may find the same; they say the same.
        std::atomic_ref<std::uint8_t> flag(dominated[v]);
        if (flag.load(std::memory_order_relaxed) == 0 && may_dominate(graph, u, v) &&
            neighbourhood.holds_all(graph.neighbours(v))) {
          flag.store(1, std::memory_order_relaxed);
        }
      }
    }
  });
  return dominated;
}

bool domination_pays(const Graph& graph) {
  const std::uint64_t slots = graph.targets().size();
  NodeId dominated = 0;
  for (NodeId i = 0; i < kEdgesAsked && slots != 0; ++i) {
    dominated += is_dominated_by_best_neighbour(graph, graph.targets()[slots * i / kEdgesAsked]) ? 1U : 0U;
  }
  return dominated >= kFewestDominated;
}

}  // namespace hopveil::count
