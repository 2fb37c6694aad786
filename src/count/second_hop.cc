// SPDX-License-Identifier: Apache-2.0
// The second hop of bit-parallel multi-source BFS (row_kernel.cc) for graphs most of whose users know few
// public ones.
//
// Computes S_2(v), the union of S_1 over v and its neighbours. Idea: a row of S_1 is nearly empty, and
// reading 20 million of them is waiting for memory; two numbers per rank say the same and stay in the cache.
// Only ranks that know more than two public users have rows.
//
// Encoding: a byte per public user, set without looking what was there; the rows are then the highest bits of
// the bytes, gathered by vector instructions. Ranks are taken in blocks, since bytes that were just written
// cannot be read as vectors at once.

#include "count/second_hop.h"

#include <bit>

#include "base/check.h"
#include "count/row_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "count/second_hop.cc"
#include <hwy/foreach_target.h>
// The rest of Highway has to come after it.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "count/row_inl.h"

HWY_BEFORE_NAMESPACE();
namespace hopveil::count {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kRanksPerBlock = 8;
// Neighbours looked at in one go.
constexpr std::size_t kSlotsPerBlock = 1024;
constexpr std::size_t kRowsAhead = 24;
// This many ranks ahead what is known of their neighbours is fetched.
constexpr Rank kRanksAhead = 4;

/// The second hop for one interval of ranks.
template <unsigned kWords>
class SecondPuller {
 public:
  SecondPuller(const HopStep& step, const SeenPair* pairs) : step_(step), pairs_(pairs) {}

  void run(Rank first, Rank last) {
    for (Rank v = first; v < last; ++v) {
      const std::uint64_t degree = step_.graph.ends[v] - step_.graph.begins[v];
      if (degree >= kSlotsPerBlock) {
        pull_hub(v);
        continue;
      }
      if (num_listed_ + degree >= kSlotsPerBlock || num_ranks_ == kRanksPerBlock) finish_block();
      if (last - v > kRanksAhead) fetch_pairs_of(v + kRanksAhead);
      note(v, seen_[num_ranks_]);
      note_slots(step_.graph.begins[v], step_.graph.ends[v], seen_[num_ranks_]);
      rank_[num_ranks_] = v;
      listed_end_[num_ranks_++] = num_listed_;
    }
    finish_block();
  }

 private:
  // One byte more than bits, for no source, and as many as keep the rows of bytes aligned.
  using SeenBytes = std::uint8_t[kWords * 64 + 64];

  static HWY_INLINE void mark(SeenPair pair, std::uint8_t* seen) {
    seen[pair & 0xFFFF] = 0xFF;
    seen[(pair & ~kSeenInRow) >> 16] = 0xFF;
  }

  /// Marks whom the rank saw in the first hop, or lists its row.
  HWY_INLINE void note(Rank u, std::uint8_t* seen) {
    const SeenPair pair = pairs_[u];
    mark(pair, seen);
    listed_[num_listed_] = u;
    num_listed_ += pair / kSeenInRow;
  }

  /// The same for the neighbours in [slot, end).
  HWY_INLINE void note_slots(std::uint64_t slot, std::uint64_t end, std::uint8_t* HWY_RESTRICT seen) {
    // In variables of its own: bytes may be anybody's memory to the compiler.
    const Rank* const targets = step_.graph.targets;
    const SeenPair* const pairs = pairs_;
    std::size_t num_listed = num_listed_;
    for (; slot < end; ++slot) {
      const Rank u = targets[slot];
      const SeenPair pair = pairs[u];
      mark(pair, seen);
      listed_[num_listed] = u;
      num_listed += pair / kSeenInRow;
    }
    num_listed_ = num_listed;
  }

  HWY_INLINE void fetch_pairs_of(Rank v) const {
    const std::uint64_t end = step_.graph.ends[v];
    for (std::uint64_t slot = step_.graph.begins[v]; slot < end; ++slot)
      hwy::Prefetch(pairs_ + step_.graph.targets[slot]);
  }

  /// The row that the bytes mean; afterwards no source is marked.
  static HWY_INLINE void gather_bits(std::uint8_t* seen, std::uint64_t* row) {
    const hn::ScalableTag<std::uint8_t> tag;
    if constexpr (hn::MaxLanes(tag) < 8) {  // machines without vectors: one does not fill a byte of the row
      gather_bit_by_bit(seen, row);
    } else {
      static_assert(std::endian::native == std::endian::little, "a word's first byte holds its first bits");
      auto* const bits = reinterpret_cast<std::uint8_t*>(row);
#pragma GCC unroll 8
      for (unsigned i = 0; i < kWords * 64; i += static_cast<unsigned>(hn::MaxLanes(tag))) {
        hn::StoreMaskBits(tag, hn::MaskFromVec(hn::Load(tag, seen + i)), bits + i / 8);
        hn::Store(hn::Zero(tag), tag, seen + i);
      }
    }
  }

  static void gather_bit_by_bit(std::uint8_t* seen, std::uint64_t* row) {
    for (unsigned word = 0; word < kWords; ++word) {
      row[word] = 0;
      for (unsigned bit = 0; bit < 64; ++bit) {
        row[word] |= std::uint64_t{seen[word * 64 + bit] & 1U} << bit;
        seen[word * 64 + bit] = 0;
      }
    }
  }

  void finish_block() {
    alignas(64) std::uint64_t rows[kRanksPerBlock][kWords];
    for (std::size_t i = 0; i < kRowsAhead && i < num_listed_; ++i) Row<kWords>::prefetch(row_of(listed_[i]));
    for (std::size_t i = 0; i < num_ranks_; ++i) gather_bits(seen_[i], rows[i]);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < num_ranks_; ++i) {
      Row<kWords> row(rows[i]);
      unite(row, begin, listed_end_[i]);
      begin = listed_end_[i];
      settle(rank_[i], row);
    }
    num_ranks_ = 0;
    num_listed_ = 0;
  }

  HWY_INLINE void unite(Row<kWords>& row, std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) {
      // The list has room for this; what lies behind its end are old ranks.
      Row<kWords>::prefetch(row_of(listed_[begin + kRowsAhead]));
      row.unite(row_of(listed_[begin]));
    }
  }

  /// A rank with more neighbours than a block has room for.
  void pull_hub(Rank v) {
    finish_block();
    alignas(64) std::uint64_t sum[kWords] = {};
    note(v, seen_[0]);
    for (std::uint64_t slot = step_.graph.begins[v]; slot < step_.graph.ends[v];) {
      const std::uint64_t rest = step_.graph.ends[v] - slot;
      const std::uint64_t end = slot + (rest < kSlotsPerBlock - 1 ? rest : kSlotsPerBlock - 1);
      note_slots(slot, end, seen_[0]);
      slot = end;
      Row<kWords> row(sum);
      unite(row, 0, num_listed_);
      row.store(sum);
      num_listed_ = 0;
    }
    alignas(64) std::uint64_t from_bytes[kWords];
    gather_bits(seen_[0], from_bytes);
    Row<kWords> row(sum);
    row.unite(from_bytes);
    settle(v, row);
  }

  HWY_INLINE void settle(Rank v, const Row<kWords>& row) {
    if (step_.reach != nullptr) {
      alignas(64) std::uint64_t words[kWords];
      row.store(words);
      add_to_sums<kWords>(words, *step_.reach);
    }
    if (step_.reached != nullptr) {
      const BitCount reached = row.count();
      step_.note_gain(v, unsigned{reached} - step_.reached[v]);
      step_.reached[v] = reached;
    }
    if (!step_.is_unread(v)) row.store(step_.after + std::size_t{v} * kWords);
    if (row.equals(kEmptyRow)) {
      step_.state_after[v] = kEmpty;
    } else if (row.equals(step_.full_row)) {
      step_.state_after[v] = kSaturated;
    } else {
      step_.state_after[v] = kChanged;
    }
  }

  const std::uint64_t* row_of(Rank u) const {
    return step_.before + std::size_t{u} * kWords;
  }

  const HopStep step_;
  const SeenPair* const pairs_;
  std::size_t num_ranks_ = 0;
  std::size_t num_listed_ = 0;
  Rank rank_[kRanksPerBlock];
  std::size_t listed_end_[kRanksPerBlock];
  Rank listed_[kSlotsPerBlock + kRowsAhead + 1] = {};
  alignas(64) SeenBytes seen_[kRanksPerBlock] = {};
};

template <unsigned kWords>
void pull_second_hop(const HopStep& step, const SeenPair* pairs, Rank first, Rank last) {
  SecondPuller<kWords>(step, pairs).run(first, last);
}

SecondHopFunction choose_second_hop(unsigned row_words) {
  SecondHopFunction chosen = nullptr;
  for_row_width(row_words, [&](auto width) { chosen = pull_second_hop<width>; });
  return chosen;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hopveil::count
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hopveil::count {

HWY_EXPORT(choose_second_hop);

SecondHopFunction second_hop_function(unsigned row_words) {
  const SecondHopFunction function = HWY_DYNAMIC_DISPATCH(choose_second_hop)(row_words);
  check(function != nullptr, "a row width that the kernel is not built for");
  return function;
}

}  // namespace hopveil::count
#endif
