// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "count/row_kernel.h"

namespace hopveil::count {

/// What the first hop says of a rank in four bytes: at most two of the batch's public users, as bits of a
/// row, each in one half, where the bit behind the row's last stands for no source; or that they are more and
/// there is a row.
using SeenPair = std::uint32_t;
inline constexpr SeenPair kSeenInRow = SeenPair{1} << 31;
inline constexpr std::uint32_t kMostInPair = 2;

constexpr SeenPair pair_of_nobody(unsigned row_words) {
  return (row_words * 64) << 16 | row_words * 64;
}
/// Makes room by forgetting one half.
constexpr SeenPair add_to_pair(SeenPair pair, Rank bit) {
  return pair << 16 | bit;
}

/// Does the second hop for the ranks [first, last) from the pairs of all ranks, and from the rows of those
/// that have no pair. Every rank that is read gets a row, be it empty or full; if it is neither, it is said
/// to have changed.
using SecondHopFunction = void (*)(const HopStep& step, const SeenPair* pairs, Rank first, Rank last);

/// The function for a width of kRowWidths with the best instructions of this machine.
SecondHopFunction second_hop_function(unsigned row_words);

}  // namespace hopveil::count
