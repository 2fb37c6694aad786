#pragma once

#include <cstdint>
#include <vector>

#include "count/pull_graph.h"

namespace hopveil {

/// Finds the component with the most public users: whoever has seen all of them has nothing left to learn.
/// Reused from graph to graph without allocating.
class MainComponent {
 public:
  /// Looks at the ranks below `num_linked`, the first `num_public` of them public.
  void find(const PullView& graph, Rank num_public, Rank num_linked);

  /// 1 for every public rank of the component, 0 for the others.
  const std::vector<std::uint8_t>& holds_public() const { return holds_public_; }

 private:
  Rank root_of(Rank rank);
  void join(Rank a, Rank b);
  Rank root_with_most(Rank num_public);

  std::vector<Rank> parent_;
  std::vector<Rank> votes_;
  std::vector<std::uint8_t> holds_public_;
};

}  // namespace hopveil
