// SPDX-License-Identifier: Apache-2.0
#include "count/gains.h"

#include <algorithm>

#include "base/check.h"
#include "base/parallel.h"

namespace hopveil::count {
namespace {

constexpr std::size_t kRowsPerChunk = 4096;

// Rows whose gains are looked up before they are written.
constexpr std::size_t kRowsPerBlock = 64;

/// The gains of some rows, in the table's order.
class Block {
 public:
  /// What the users of the rows [begin, end) see in the hops of slots 1, 2, ..
  Block(const TableSources& sources, SourceBatch batch, const BitCount* slots, bool from_first_hop,
        std::size_t begin, std::size_t end)
      : begin_(begin), size_(end - begin) {
    for (std::size_t i = 0; i < size_; ++i) {
      // A follower sees what its leader saw a hop before. Who is one cannot be foreseen: not a branch.
      const Rank rank = sources.ranks[begin + i];
      const std::size_t first = rank < sources.followers_begin ? 1 : 0;
      const BitCount* const seen = slots + std::size_t{sources.leaders[begin + i]} * kGainSlots + first;
      std::copy_n(seen, Gains::kHops, gains_[i]);
      if (!from_first_hop) continue;
      // In the first hop all see their own, and in the second the rest of what the leader sees then.
      const BitCount own = slots[std::size_t{rank} * kGainSlots + 1];
      gains_[i][1] = static_cast<BitCount>(gains_[i][0] + gains_[i][1] - own);
      gains_[i][0] = static_cast<BitCount>(own - (batch.holds(rank) ? 1U : 0U));
    }
  }

  void write(std::size_t hop, std::uint32_t* column) const {
    for (std::size_t i = 0; i < size_; ++i) column[begin_ + i] = gains_[i][hop];
  }
  void add(std::size_t hop, std::uint32_t* column) const {
    for (std::size_t i = 0; i < size_; ++i) column[begin_ + i] += gains_[i][hop];
  }

 private:
  std::size_t begin_;
  std::size_t size_;
  BitCount gains_[kRowsPerBlock][Gains::kHops];
};

}  // namespace

Gains::Gains(Rank linked, Rank ranks) : slots_(std::size_t{ranks} * kGainSlots) {
  std::fill(slots_.data() + std::size_t{linked} * kGainSlots, slots_.data() + slots_.size(), 0);
}

void Gains::carry_over(unsigned threads) {
  BitCount* const slots = slots_.data();
  parallel_chunks(slots_.size() / kGainSlots, kRowsPerChunk, threads,
                  [=](std::size_t begin, std::size_t end, unsigned) {
                    for (std::size_t rank = begin; rank < end; ++rank) {
                      BitCount* const of_rank = slots + rank * kGainSlots;
                      of_rank[0] = of_rank[kHops];
                      std::fill_n(of_rank + 1, kHops, 0);
                    }
                  });
}

void Gains::tell(const TableSources& sources, SourceBatch batch, unsigned first_hop,
                 std::span<std::uint32_t* const> columns, bool adds, unsigned threads) const {
  check(slot_of(first_hop) == 1 && columns.size() <= kHops, "gains are told in the order of the hops");
  const BitCount* const slots = slots_.data();
  parallel_chunks(sources.ranks.size(), kRowsPerChunk, threads,
                  [&](std::size_t begin, std::size_t end, unsigned) {
                    for (; begin < end; begin += kRowsPerBlock) {
                      const Block block(sources, batch, slots, first_hop == 1, begin,
                                        std::min(end, begin + kRowsPerBlock));
                      for (std::size_t i = 0; i < columns.size(); ++i)
                        adds ? block.add(i, columns[i]) : block.write(i, columns[i]);
                    }
                  });
}

void Gains::add_slot(const TableSources& sources, SourceBatch batch, unsigned slot, std::uint32_t* column,
                     unsigned threads) const {
  const BitCount* const slots = slots_.data();
  parallel_chunks(
      sources.ranks.size(), kRowsPerChunk, threads, [&](std::size_t begin, std::size_t end, unsigned) {
        for (std::size_t row = begin; row < end; ++row) {
          const Rank rank = sources.ranks[row];
          column[row] += slots[std::size_t{rank} * kGainSlots + slot] - (batch.holds(rank) ? 1U : 0U);
        }
      });
}

}  // namespace hopveil::count
