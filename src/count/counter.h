// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/count.h>

namespace hopveil::count {

/// These throw InputError: a column that does not have an entry per row, and reach among other users than all
/// but the sources.
void check_column(std::size_t entries, std::size_t rows);
void check_reach(bool everybody_else_has_a_row);

/// Those in [first, last).
struct Batches {
  std::size_t first;
  std::size_t last;
};

/// A way to count. What the functions do stands at FingerprintCounter, which takes one by its plan.
class Counter {
 public:
  Counter() = default;
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  virtual ~Counter() = default;

  /// `kept` null: all edges. `reach` null: not wanted; with it all edges are kept.
  virtual void count(const EdgeSubset* kept, Batches batches, unsigned hops, ExactCounts& out,
                     ExactCounts* reach) = 0;
  virtual std::vector<NodeId> sources_in_order() const = 0;
  virtual void count_hop(const EdgeSubset* kept, unsigned hop, std::span<std::uint32_t> by_row) = 0;
};

}  // namespace hopveil::count
