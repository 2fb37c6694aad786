// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hopveil::count {

/// Adds up rows of bits column by column: for every column, in how many of the added rows its bit is set.
///
/// Idea: 64 columns are counted at once by bitwise logic. The columns' sums stand as binary numbers whose
/// digits of the same weight are together in a row (a *plane*). Adding three rows of one weight by full
/// adders leaves one row of that weight and a carry of the next, so an added row waits for a second one at
/// its weight, and these with the plane make a carry, which waits in turn: about one full adder per added
/// row. (Harley and Seal's population count, turned by 90 degrees; Klarqvist, Mula, Lemire, "Efficient
/// computation of positional population counts using SIMD instructions", 2021.) The adding itself is done by
/// the kernel (row_inl.h); here is what it adds to.
class VerticalCounter {
 public:
  static constexpr unsigned kWeights = 16;
  /// This many rows can be added before the sums have to be taken.
  static constexpr std::uint32_t kMostRows = (std::uint32_t{1} << kWeights) - 1;

  explicit VerticalCounter(unsigned row_words);

  /// The row of the sums' digits of weight 2^weight, and the one that waits if that bit of num_rows is set.
  std::uint64_t* plane(unsigned weight) { return planes_.data() + std::size_t{weight} * row_words_; }
  std::uint64_t* waiting(unsigned weight) { return waiting_.data() + std::size_t{weight} * row_words_; }
  /// Rows added since the sums were taken last.
  std::uint32_t num_rows = 0;

  /// Takes the sums so far into the totals.
  void settle();
  /// Adds each column's total, and forgets all.
  void move_to(std::vector<std::uint64_t>& totals);

 private:
  unsigned row_words_;
  std::vector<std::uint64_t> planes_;
  std::vector<std::uint64_t> waiting_;
  std::vector<std::uint64_t> totals_;  // by column
};

}  // namespace hopveil::count
