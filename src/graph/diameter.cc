// SPDX-License-Identifier: Apache-2.0
// The diameter by bounds on eccentricities, never by all pairs: F. W. Takes, W. A. Kosters, "Determining the
// diameter of small world networks" (CIKM 2011); it grew out of the same idea as iFUB (P. Crescenzi, R.
// Grossi, M. Habib, L. Lanzi, A. Marino, "On computing the diameter of real-world undirected graphs", 2013).
//
// The eccentricity of v is the distance to the node farthest from it; the diameter is the largest one. A
// search from v gives it, and bounds that of every other node w by the triangle inequality:
//   max(d(v,w), ecc(v) - d(v,w))  <=  ecc(w)  <=  ecc(v) + d(v,w).
// The diameter lies between the largest lower and the largest upper bound. Searches go by turns to a node
// with the largest upper bound (it may raise the lower bound of the diameter) and one with the smallest lower
// bound (a central node, it pulls everybody's upper bound down), until no node's upper bound is above what
// has been found. Where the bounds stop moving (the diameter is odd, and many nodes might just be the end of
// a longer way), the eccentricities of the nodes in doubt are found hundreds at a time. Of the leaves at one
// node, all with the same eccentricity, one is looked at.

#include "graph/diameter.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/parallel.h"
#include "graph/components.h"
#include "graph/eccentricities.h"

namespace hopveil {
namespace {

constexpr std::uint32_t kFar = 0xFFFFFFFF;

/// Distances from one node at a time; `distance` is kFar outside of the component.
class Search {
 public:
  explicit Search(const Graph& graph) : graph_(graph), distance_(graph.num_nodes(), kFar) {}

  /// Returns the start's eccentricity.
  std::uint32_t run(NodeId start) {
    for (const NodeId node : order_) distance_[node] = kFar;
    order_.assign(1, start);
    distance_[start] = 0;
    for (std::size_t head = 0; head < order_.size(); ++head) {
      const std::uint32_t next_distance = distance_[order_[head]] + 1;
      for (const NodeId next : graph_.neighbours(order_[head])) {
        if (distance_[next] != kFar) continue;
        distance_[next] = next_distance;
        order_.push_back(next);
      }
    }
    return distance_[order_.back()];
  }

  std::uint32_t distance(NodeId node) const { return distance_[node]; }
  /// The nodes of the component, nearest first.
  const std::vector<NodeId>& order() const { return order_; }

 private:
  const Graph& graph_;
  std::vector<std::uint32_t> distance_;
  std::vector<NodeId> order_;
};

/// What is known of a node's eccentricity.
struct Bounds {
  std::uint32_t lower = 0;
  std::uint32_t upper = kFar;
};

/// A batch costs about as much as a dozen searches, so searching pays while a round of two settles more than
/// a sixth of a batch. Looked at every kRoundsPerLook rounds, because single rounds are uneven.
constexpr std::size_t kWorthARound = kEccentricityBatch / 6;
constexpr std::size_t kRoundsPerLook = 8;

class BoundedDiameter {
 public:
  BoundedDiameter(const Graph& graph, unsigned threads, const Progress& progress)
      : graph_(graph),
        threads_(threads),
        progress_(progress),
        searches_{Search(graph), Search(graph)},
        bounds_(graph.num_nodes()) {}

  std::uint32_t of_component(NodeId member) {
    const std::uint32_t eccentricity = searches_[0].run(member);
    component_ = searches_[0].order();
    diameter_ = eccentricity;
    list_candidates();
    tighten(searches_[0], member, eccentricity);
    std::size_t before = 0;
    do {
      before = candidates_.size();
      for (std::size_t round = 0; round < kRoundsPerLook && !candidates_.empty(); ++round) search_extremes();
    } while (before - candidates_.size() > kRoundsPerLook * kWorthARound);
    settle_candidates();
    return diameter_;
  }

 private:
  void list_candidates() {
    std::vector<bool> has_leaf(graph_.num_nodes(), false);
    for (const NodeId node : component_) {
      if (graph_.degree(node) == 1) {
        const NodeId neighbour = graph_.neighbours(node)[0];
        if (has_leaf[neighbour]) continue;
        has_leaf[neighbour] = true;
      }
      candidates_.push_back(node);
    }
  }

  void search_extremes() {
    const std::array starts{most_remote(), most_central()};
    const std::size_t different = starts[0] == starts[1] ? 1 : 2;
    std::array<std::uint32_t, 2> eccentricity{};
    parallel_chunks(different, 1, threads_, [&](std::size_t i, std::size_t, unsigned) {
      eccentricity[i] = searches_[i].run(starts[i]);
    });
    for (std::size_t i = 0; i < different; ++i) diameter_ = std::max(diameter_, eccentricity[i]);
    for (std::size_t i = 0; i < different; ++i) tighten(searches_[i], starts[i], eccentricity[i]);
  }

  /// Ties by degree: a search from a well-connected node gives more information on the others.
  NodeId most_remote() const {
    return *std::max_element(candidates_.begin(), candidates_.end(), [&](NodeId a, NodeId b) {
      return bounds_[a].upper != bounds_[b].upper ? bounds_[a].upper < bounds_[b].upper
                                                  : graph_.degree(a) < graph_.degree(b);
    });
  }
  /// Among all nodes that are not searched yet: the centre itself is never a candidate for long.
  NodeId most_central() const {
    return *std::min_element(component_.begin(), component_.end(), [&](NodeId a, NodeId b) {
      if (is_known(a) != is_known(b)) return is_known(b);
      return bounds_[a].lower != bounds_[b].lower ? bounds_[a].lower < bounds_[b].lower
                                                  : graph_.degree(a) > graph_.degree(b);
    });
  }
  bool is_known(NodeId node) const { return bounds_[node].lower == bounds_[node].upper; }

  /// Applies a search's bounds and drops the candidates that cannot exceed the diameter found.
  void tighten(const Search& search, NodeId start, std::uint32_t eccentricity) {
    for (const NodeId node : component_) {
      const std::uint32_t distance = search.distance(node);
      Bounds& bounds = bounds_[node];
      bounds.lower = std::max({bounds.lower, distance, eccentricity - distance});
      bounds.upper = std::min(bounds.upper, eccentricity + distance);
      diameter_ = std::max(diameter_, bounds.lower);
    }
    check(is_known(start), "a search did not settle its own start");
    drop_settled();
  }

  void drop_settled() {
    std::erase_if(candidates_, [&](NodeId node) { return bounds_[node].upper <= diameter_; });
    if (progress_) progress_(component_.size() - candidates_.size(), component_.size());
  }

  void settle_candidates() {
    while (!candidates_.empty()) {
      const std::size_t count = std::min(candidates_.size(), kEccentricityBatch);
      const std::span<const NodeId> batch(candidates_.data(), count);
      for (const std::uint32_t found : eccentricities(graph_, component_, batch, threads_))
        diameter_ = std::max(diameter_, found);
      candidates_.erase(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(count));
      drop_settled();
    }
  }

  const Graph& graph_;
  unsigned threads_;
  const Progress& progress_;
  std::array<Search, 2> searches_;
  std::vector<NodeId> component_;
  std::vector<Bounds> bounds_;
  std::vector<NodeId> candidates_;  // nodes whose eccentricity may exceed diameter_
  std::uint32_t diameter_ = 0;
};

}  // namespace

std::uint32_t component_diameter(const Graph& graph, NodeId member, unsigned threads,
                                 const Progress& progress) {
  return BoundedDiameter(graph, threads, progress).of_component(member);
}

std::uint32_t largest_component_diameter(const Graph& graph, unsigned threads, const Progress& progress) {
  if (graph.num_nodes() == 0) return 0;
  const Components components = find_components(graph);
  return component_diameter(graph, components.first[components.largest()], threads, progress);
}

}  // namespace hopveil
