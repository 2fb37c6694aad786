// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/pull_graph.h"

namespace hopveil::count {

/// Finds the component with the most sources: whoever has seen all of them has nothing left to learn.
/// Reused from graph to graph without allocating.
class MainComponent {
 public:
  /// Looks at the ranks below `num_linked`.
  void find(const PullView& graph, std::span<const Rank> sources, Rank num_linked);

  /// 1 for every source of the component, 0 for the others.
  const std::vector<std::uint8_t>& holds_source() const { return holds_source_; }

 private:
  Rank root_of(Rank rank);
  void join(Rank a, Rank b);
  Rank root_with_most(std::span<const Rank> sources);

  std::vector<Rank> parent_;
  std::vector<Rank> roots_;
  std::vector<std::uint8_t> holds_source_;
};

}  // namespace hopveil::count
