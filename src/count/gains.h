// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/huge_buffer.h"
#include "count/count_plan.h"
#include "count/pull_graph.h"
#include "count/row_kernel.h"

namespace hopveil::count {

/// What up to kHops hops brought to every rank, and from that the table of counts. Its rows are in another
/// order than the ranks: if ranks wrote their counts into it, threads would write to each other's lines of
/// the cache in every hop. So a rank's gains stand together, and the table is filled from them row by row.
class Gains {
 public:
  static constexpr unsigned kHops = kGainSlots - 1;

  Gains() = default;
  /// Of ranks [0, linked) the kernel says what they gain; the others gain nothing.
  Gains(Rank linked, Rank ranks);

  BitCount* slots() { return slots_.data(); }
  /// The slot of each rank for what the hop brings. Slot 0 has what the hop before the first of them brought.
  static unsigned slot_of(unsigned hop) { return 1 + (hop - 1) % kHops; }

  /// Forgets all hops but the last.
  void carry_over(unsigned threads);

  /// Writes, or adds, the gains of the hops `first_hop`, first_hop + 1, .. to columns[0], columns[1], ..
  /// first_hop is one that has slot 1. Ranks of `batch` saw themselves in the first hop, which is not told.
  void tell(const TableSources& sources, SourceBatch batch, unsigned first_hop,
            std::span<std::uint32_t* const> columns, bool adds, unsigned threads) const;
  /// Adds the gains in one slot, everybody's own, less one for the ranks of `batch`.
  void add_slot(const TableSources& sources, SourceBatch batch, unsigned slot, std::uint32_t* column,
                unsigned threads) const;

 private:
  HugeBuffer<BitCount> slots_;
};

}  // namespace hopveil::count
