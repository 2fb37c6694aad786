#include "count/main_component.h"

#include <algorithm>
#include <numeric>

namespace hopveil {

// Union-find in the manner of Afforest (Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity
// computation via subgraph sampling", IPDPS 2018): after two edges per user nearly everybody of a social
// network is in one tree; only the others' remaining edges are worth a look, since an edge stands at both of
// its ends.
void MainComponent::find(const PullView& graph, Rank num_public, Rank num_linked) {
  constexpr std::uint64_t kFirstEdges = 2;
  parent_.resize(num_linked);
  std::iota(parent_.begin(), parent_.end(), Rank{0});
  for (Rank r = 0; r < num_linked; ++r) {
    const std::uint64_t end = std::min(graph.begins[r] + kFirstEdges, graph.ends[r]);
    for (std::uint64_t slot = graph.begins[r]; slot < end; ++slot) join(r, graph.targets[slot]);
  }
  const Rank main = root_with_most(num_public);
  for (Rank r = 0; r < num_linked; ++r) {
    if (root_of(r) == main) continue;
    for (std::uint64_t slot = graph.begins[r] + kFirstEdges; slot < graph.ends[r]; ++slot) {
      join(r, graph.targets[slot]);
    }
  }
  const Rank root = root_with_most(num_public);
  holds_public_.resize(num_public);
  for (Rank r = 0; r < num_public; ++r) holds_public_[r] = root_of(r) == root ? 1 : 0;
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

/// The root under which most public users are. Roots are the smallest rank of their tree, hence public.
Rank MainComponent::root_with_most(Rank num_public) {
  votes_.assign(num_public, 0);
  for (Rank r = 0; r < num_public; ++r) ++votes_[root_of(r)];
  return static_cast<Rank>(std::max_element(votes_.begin(), votes_.end()) - votes_.begin());
}

}  // namespace hopveil
