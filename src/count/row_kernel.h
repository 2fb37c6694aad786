// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "count/pull_graph.h"
#include "count/vertical_counter.h"

namespace hopveil::count {

/// The row widths, in 64-bit words, that the kernel is built for.
inline constexpr std::array<unsigned, 10> kRowWidths = {1, 2, 4, 8, 12, 16, 20, 24, 28, 32};

/// How many bits of a row are set.
using BitCount = std::uint16_t;
static_assert(kRowWidths.back() * 64 <= std::numeric_limits<BitCount>::max());

/// What hops bring to a rank is kept in this many numbers (see Gains).
inline constexpr std::size_t kGainSlots = 8;

/// Calls use(width), width being a constant, if row_words is one of kRowWidths.
template <class Use>
void for_row_width(unsigned row_words, const Use& use) {
  [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    ((kRowWidths[kIndex] == row_words ? use(std::integral_constant<unsigned, kRowWidths[kIndex]>()) : void()),
     ...);
  }
  (std::make_index_sequence<kRowWidths.size()>());
}

/// Whether the rows of this many ranks are too many for the cache.
constexpr bool exceed_cache(Rank ranks, unsigned row_words) {
  return std::uint64_t{ranks} * row_words * sizeof(std::uint64_t) >= std::uint64_t{32} << 20;
}

/// What is known of a rank after a hop.
enum RankState : std::uint8_t {
  kUnchanged = 0,  ///< the last hop brought nothing
  kChanged = 1,    ///< the last hop brought new sources
  kSaturated = 2,  ///< has seen every public user of the main component; its row is no longer written
  kEmpty = 4,      ///< has seen no source yet; its row was never written
};

/// One hop over the graph. Rows hold one bit per public user of the batch: rank r's row after the hop is
/// after[r * words].
struct HopStep {
  PullView graph;
  const std::uint64_t* before;
  std::uint64_t* after;  ///< null in the last hop: its rows are not read
  const std::uint8_t* state_before;
  std::uint8_t* state_after;
  /// The public users of the main component, and how many they are (0: no such component).
  const std::uint64_t* full_row;
  BitCount full_count;
  /// Bits in each rank's row, kept up to date. Null: not wanted.
  BitCount* reached;
  /// The slot of each rank in `gains` for the bits that this hop brings; zero before, unless it is the first
  /// hop, which clears all slots. Slot 0: not wanted; what is in it then means nothing.
  BitCount* gains;
  unsigned gain_slot;
  /// Ranks from here on are not read. This needs `reached`.
  Rank read_end;
  /// Every rank that is read has a row, and most of them changed: no state has to be looked up.
  bool reads_all = false;
  /// Many ranks will be full after a few rows: it pays to look then, before the others are fetched.
  bool heads_first = false;
  /// How far the gains of neighbouring ranks are apart.
  std::size_t gain_stride = kGainSlots;
  /// Gets the new bits of every rank's row, or, in the second hop from pairs, its whole row. Null: not
  /// wanted. This needs every rank's row, also of those that no other rank reads.
  VerticalCounter* reach = nullptr;

  /// The row of v is not read: it is not written, and its neighbours' rows hold what it would.
  bool is_unread(Rank v) const { return v >= read_end; }

  void note_gain(Rank v, unsigned gained) const {
    gains[v * gain_stride + gain_slot] = static_cast<BitCount>(gained);
  }
};

/// Does the hop for the ranks [first, last). Whether any of them changed. Different ranks may be done at the
/// same time.
using HopFunction = bool (*)(const HopStep& step, Rank first, Rank last);

/// The function for a width of kRowWidths with the best instructions of this machine.
HopFunction hop_function(unsigned row_words);

}  // namespace hopveil::count
