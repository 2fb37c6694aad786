#pragma once

#include <cstdint>
#include <span>

#include <hopveil/count.h>

namespace hopveil::count {

/// These throw InputError: a column that does not have an entry per row, and reach among other users than all
/// but the sources.
void check_column(std::size_t entries, std::size_t rows);
void check_reach(bool everybody_else_has_a_row);

/// A way to count. What the functions do stands at FingerprintCounter, which takes one by its plan.
class Counter {
 public:
  Counter() = default;
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  virtual ~Counter() = default;

  /// `kept` null: all edges. `reach` null: not wanted; with it all edges are kept.
  virtual void count(const EdgeSubset* kept, unsigned hops, ExactCounts& out, ExactCounts* reach) = 0;
  virtual void count_hop(const EdgeSubset* kept, unsigned hop, std::span<std::uint32_t> by_row) = 0;
};

}  // namespace hopveil::count
