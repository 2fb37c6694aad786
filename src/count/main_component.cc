// SPDX-License-Identifier: Apache-2.0
#include "count/main_component.h"

#include <algorithm>
#include <numeric>

namespace hopveil::count {

// Union-find in the manner of Afforest (Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity
// computation via subgraph sampling", IPDPS 2018): after two edges per user nearly everybody of a social
// network is in one tree; only the others' remaining edges are worth a look, since an edge stands at both of
// its ends.
void MainComponent::find(const PullView& graph, std::span<const Rank> sources, Rank num_linked) {
  constexpr std::uint64_t kFirstEdges = 2;
  parent_.resize(num_linked);
  std::iota(parent_.begin(), parent_.end(), Rank{0});
  for (Rank r = 0; r < num_linked; ++r) {
    const std::uint64_t end = std::min(graph.begins[r] + kFirstEdges, graph.ends[r]);
    for (std::uint64_t slot = graph.begins[r]; slot < end; ++slot) join(r, graph.targets[slot]);
  }
  const Rank main = root_with_most(sources);
  for (Rank r = 0; r < num_linked; ++r) {
    if (root_of(r) == main) continue;
    for (std::uint64_t slot = graph.begins[r] + kFirstEdges; slot < graph.ends[r]; ++slot) {
      join(r, graph.targets[slot]);
    }
  }
  const Rank root = root_with_most(sources);
  holds_source_.resize(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) holds_source_[i] = root_of(sources[i]) == root ? 1 : 0;
}

Rank MainComponent::root_of(Rank rank) {
  while (parent_[rank] != rank) {
    parent_[rank] = parent_[parent_[rank]];
    rank = parent_[rank];
  }
  return rank;
}

void MainComponent::join(Rank a, Rank b) {
  const Rank root_a = root_of(a);
  const Rank root_b = root_of(b);
  parent_[std::max(root_a, root_b)] = std::min(root_a, root_b);
}

/// The root under which most sources are.
Rank MainComponent::root_with_most(std::span<const Rank> sources) {
  roots_.clear();
  for (const Rank source : sources) roots_.push_back(root_of(source));
  std::sort(roots_.begin(), roots_.end());
  Rank root = 0;
  std::ptrdiff_t most = 0;
  for (auto begin = roots_.begin(); begin != roots_.end();) {
    const auto end = std::upper_bound(begin, roots_.end(), *begin);
    if (end - begin > most) {
      most = end - begin;
      root = *begin;
    }
    begin = end;
  }
  return root;
}

}  // namespace hopveil::count
