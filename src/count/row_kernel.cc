// SPDX-License-Identifier: Apache-2.0
// One hop of bit-parallel multi-source BFS.
//
// Computes, for every rank v, S_k(v): the public users within k hops. Idea (seen-set pull): S_k(v) is the
// union of S_{k-1} over v and its neighbours, and the number of public users at exactly k hops is
// |S_k(v)| - |S_{k-1}(v)|. There is no frontier, nothing atomic, and ranks do not depend on each other.
//
// Encoding: a set is a row of kWords 64-bit words, one bit per public user; before[] holds S_{k-1}, after[]
// becomes S_k and holds S_{k-2} until then. A rank that changed neither in hop k-1 nor in hop k is right in
// both already.
//
// What is not read: rows of neighbours that the last hop did not change (what they had, v has), and any row
// at all once a neighbour is saturated. Ranks are taken in blocks: first the rows worth reading are listed,
// then they are read in one stream, prefetched across the borders of ranks. Where nearly all are worth
// reading (reads_all) they are not listed; where the first few will do for many ranks (heads_first) these are
// read before the others are fetched.
//
// Multi-source BFS in bits: Then, Kaufmann, Chirigati, Hoang-Vu, Pham, Kemper, Neumann, Vo, "The more the
// merrier: efficient multi-source graph traversal", VLDB 2015. See docs/counting.md for what was measured.

#include "count/row_kernel.h"

#include <hopveil/count.h>

#include "base/check.h"
#include "count/row_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "count/row_kernel.cc"
#include <hwy/foreach_target.h>
// The rest of Highway has to come after it.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "count/row_inl.h"

HWY_BEFORE_NAMESPACE();
namespace hopveil::count {
namespace HWY_NAMESPACE {
namespace {

// Rows read ahead of their use.
constexpr std::size_t kPrefetchDistance = 24;
// Neighbours listed at a time.
constexpr std::size_t kBlockSlots = 1024;
constexpr std::size_t kBlockRanks = 256;
// Neighbours between two looks whether one of them is saturated.
constexpr std::uint64_t kSlotsPerLook = 8;
// Rows between two looks whether a rank is full already,
constexpr std::size_t kRowsPerLook = 16;
// and before the first look, if heads come first.
constexpr std::size_t kHeadRows = 4;

/// The hop for one interval of ranks.
template <unsigned kWords>
class Puller {
 public:
  explicit Puller(const HopStep& step) : step_(step) {}

  /// Whether any rank changed.
  bool run(Rank first, Rank last) {
    step_.reads_all ? read_all(first, last) : list_and_read(first, last);
    return changed_;
  }

 private:
  void read_all(Rank first, Rank last) {
    const Rank* const targets = step_.graph.targets;
    for (Rank v = first; v < last; ++v) {
      if (stays_saturated(v)) continue;
      Row<kWords> row(own_row(v));
      const std::uint64_t end = step_.graph.ends[v];
      for (std::uint64_t slot = step_.graph.begins[v]; slot < end; ++slot) {
        Row<kWords>::prefetch(row_before(targets[slot + kPrefetchDistance]));
        row.unite(row_before(targets[slot]));
      }
      settle(v, row);
    }
  }

  void list_and_read(Rank first, Rank last) {
    for (Rank v = first; v < last; ++v) {
      if (stays_saturated(v)) continue;
      const std::uint64_t degree = step_.graph.ends[v] - step_.graph.begins[v];
      if (degree > kBlockSlots) {
        pull_hub(v);
        continue;
      }
      if (num_listed_ + degree > kBlockSlots || num_ranks_ == kBlockRanks) finish_block();
      list(v);
    }
    finish_block();
  }

  HWY_INLINE bool stays_saturated(Rank v) const {
    if (step_.state_before[v] != kSaturated) return false;
    step_.state_after[v] = kSaturated;
    return true;
  }

  /// Lists the neighbours in [slot, end) whose rows changed. False when one of them is saturated.
  HWY_INLINE bool list_slots(std::uint64_t slot, std::uint64_t end) {
    const Rank* const targets = step_.graph.targets;
    const std::uint8_t* const states = step_.state_before;
    std::size_t num_listed = num_listed_;
    while (slot < end) {
      // Hubs stand first and saturate first: a look now and then saves most of the list.
      const std::uint64_t look = slot + kSlotsPerLook < end ? slot + kSlotsPerLook : end;
      unsigned seen = 0;
      // Where the graph's own array ends, there is nothing to read ahead.
      const std::uint64_t ahead =
          look + kTargetsReadAhead <= step_.graph.num_readable ? kTargetsReadAhead : 0;
      for (; slot < look; ++slot) {
        hwy::Prefetch(states + targets[slot + ahead]);
        const Rank u = targets[slot];
        const unsigned state = states[u];
        listed_[num_listed] = u;
        num_listed += state & kChanged;
        seen |= state;
      }
      if ((seen & kSaturated) != 0) return false;
    }
    num_listed_ = num_listed;
    return true;
  }

  void list(Rank v) {
    const std::size_t before = num_listed_;
    if (!list_slots(step_.graph.begins[v], step_.graph.ends[v])) {
      saturate(v);
    } else if (num_listed_ == before) {
      keep(v);
    } else {
      rank_[num_ranks_] = v;
      listed_end_[num_ranks_++] = static_cast<std::uint32_t>(num_listed_);
    }
  }

  void finish_block() {
    if (step_.heads_first) unite_heads();
    prefetch_first(listed_, num_listed_);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < num_ranks_; ++i) {
      const Rank v = rank_[i];
      Row<kWords> row(step_.heads_first ? sums_[i] : own_row(v));
      unite(row, begin, listed_end_[i]);
      begin = listed_end_[i];
      settle(v, row);
    }
    num_ranks_ = 0;
    num_listed_ = 0;
  }

  /// Unites the first rows of every listed rank. Ranks that are full then are done; what the others have goes
  /// to sums_, and what they still have to read stays listed.
  void unite_heads() {
    prefetch_first(heads_, list_heads());
    std::size_t head = 0;
    std::size_t begin = 0;
    std::size_t num_left = 0;
    std::size_t num_listed = 0;
    for (std::size_t i = 0; i < num_ranks_; ++i) {
      const Rank v = rank_[i];
      const std::size_t end = listed_end_[i];
      Row<kWords> row(own_row(v));
      const std::size_t tail = head_end(begin, end);
      for (; begin < tail; ++begin, ++head) {
        Row<kWords>::prefetch(row_before(heads_[head + kPrefetchDistance]));
        row.unite(row_before(heads_[head]));
      }
      if (row.equals(step_.full_row)) {
        settle(v, row);
      } else {
        row.store(sums_[num_left]);
        for (; begin < end; ++begin) listed_[num_listed++] = listed_[begin];
        rank_[num_left] = v;
        listed_end_[num_left++] = static_cast<std::uint32_t>(num_listed);
      }
      begin = end;
    }
    num_ranks_ = num_left;
    num_listed_ = num_listed;
  }

  /// Copies them, and some rank for those who read ahead; how many they are.
  std::size_t list_heads() {
    std::size_t num_heads = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < num_ranks_; ++i) {
      for (const std::size_t tail = head_end(begin, listed_end_[i]); begin < tail; ++begin)
        heads_[num_heads++] = listed_[begin];
      begin = listed_end_[i];
    }
    for (std::size_t i = 0; i < kPrefetchDistance; ++i) heads_[num_heads + i] = 0;
    return num_heads;
  }

  static std::size_t head_end(std::size_t begin, std::size_t end) {
    return end - begin < kHeadRows ? end : begin + kHeadRows;
  }

  HWY_INLINE void prefetch_first(const Rank* list, std::size_t size) const {
    for (std::size_t i = 0; i < kPrefetchDistance && i < size; ++i)
      Row<kWords>::prefetch(row_before(list[i]));
  }

  /// Unites the listed rows [begin, end), unless the row is full before. True when it is known to be full.
  HWY_INLINE bool unite(Row<kWords>& row, std::size_t begin, std::size_t end) {
    while (begin < end) {
      const std::size_t look = begin + kRowsPerLook < end ? begin + kRowsPerLook : end;
      for (; begin < look; ++begin) {
        // The list has room for this; what lies behind its end are old ranks.
        Row<kWords>::prefetch(row_before(listed_[begin + kPrefetchDistance]));
        row.unite(row_before(listed_[begin]));
      }
      if (begin < end && row.equals(step_.full_row)) return true;
    }
    return false;
  }

  /// A rank with more neighbours than a block has room for.
  void pull_hub(Rank v) {
    finish_block();
    alignas(64) std::uint64_t sum[kWords];
    Row<kWords>(own_row(v)).store(sum);
    bool any_listed = false;
    for (std::uint64_t slot = step_.graph.begins[v]; slot < step_.graph.ends[v]; slot += kBlockSlots) {
      const std::uint64_t rest = step_.graph.ends[v] - slot;
      if (!list_slots(slot, slot + (rest < kBlockSlots ? rest : kBlockSlots))) return saturate(v);
      any_listed = any_listed || num_listed_ != 0;
      Row<kWords> row(sum);
      const bool full = unite(row, 0, num_listed_);
      row.store(sum);
      num_listed_ = 0;
      if (full) break;
    }
    any_listed ? settle(v, Row<kWords>(sum)) : keep(v);
  }

  /// The new row of v is known.
  HWY_INLINE void settle(Rank v, const Row<kWords>& row) {
    if (step_.reached != nullptr) {
      const BitCount reached = row.count();
      if (reached == step_.reached[v]) return keep(v);
      if (step_.reach != nullptr) add_new_bits(v, row);
      step_.note_gain(v, unsigned{reached} - step_.reached[v]);
      step_.reached[v] = reached;
      mark(v, row, reached == step_.full_count && row.equals(step_.full_row));
    } else {
      if (row.equals(own_row(v))) return keep(v);
      if (step_.gain_slot != 0) step_.note_gain(v, unsigned{row.count()} - Row<kWords>(own_row(v)).count());
      mark(v, row, row.equals(step_.full_row));
    }
  }

  HWY_INLINE void mark(Rank v, const Row<kWords>& row, bool full) {
    changed_ = true;
    if (step_.after == nullptr) return;
    step_.state_after[v] = full ? kSaturated : kChanged;
    if (!full && !step_.is_unread(v)) row.store(step_.after + std::size_t{v} * kWords);
  }

  HWY_INLINE void add_new_bits(Rank v, Row<kWords> row) {
    row.remove(own_row(v));
    alignas(64) std::uint64_t fresh[kWords];
    row.store(fresh);
    add_to_sums<kWords>(fresh, *step_.reach);
  }

  /// A neighbour has seen everybody, so v has now.
  void saturate(Rank v) {
    changed_ = true;
    step_.state_after[v] = kSaturated;
    num_listed_ = num_ranks_ == 0 ? 0 : listed_end_[num_ranks_ - 1];
    if (step_.reach != nullptr) add_new_bits(v, Row<kWords>(step_.full_row));
    if (step_.reached != nullptr) {
      step_.note_gain(v, unsigned{step_.full_count} - step_.reached[v]);
      step_.reached[v] = step_.full_count;
    } else if (step_.gain_slot != 0) {
      step_.note_gain(v, unsigned{step_.full_count} - Row<kWords>(own_row(v)).count());
    }
  }

  /// This hop brought v nothing.
  void keep(Rank v) {
    if (step_.after == nullptr) return;
    const std::uint8_t state = step_.state_before[v];
    if (state == kChanged && !step_.is_unread(v))
      Row<kWords>(row_before(v)).store(step_.after + std::size_t{v} * kWords);
    step_.state_after[v] = state == kEmpty ? kEmpty : kUnchanged;
  }

  const std::uint64_t* row_before(Rank u) const { return step_.before + std::size_t{u} * kWords; }
  const std::uint64_t* own_row(Rank v) const {
    return step_.is_unread(v) || step_.state_before[v] == kEmpty ? kEmptyRow : row_before(v);
  }

  const HopStep step_;
  bool changed_ = false;
  std::size_t num_ranks_ = 0;
  std::size_t num_listed_ = 0;
  Rank rank_[kBlockRanks];
  std::uint32_t listed_end_[kBlockRanks];
  Rank listed_[kBlockSlots + kPrefetchDistance + 1] = {};
  Rank heads_[kBlockRanks * kHeadRows + kPrefetchDistance];
  alignas(64) std::uint64_t sums_[kBlockRanks][kWords];
};

template <unsigned kWords>
bool pull_rows(const HopStep& step, Rank first, Rank last) {
  return Puller<kWords>(step).run(first, last);
}

HopFunction choose_hop_function(unsigned row_words) {
  HopFunction chosen = nullptr;
  for_row_width(row_words, [&](auto width) { chosen = pull_rows<width>; });
  return chosen;
}

const char* target_name() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hopveil::count
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hopveil::count {

HWY_EXPORT(choose_hop_function);
HWY_EXPORT(target_name);

HopFunction hop_function(unsigned row_words) {
  const HopFunction function = HWY_DYNAMIC_DISPATCH(choose_hop_function)(row_words);
  check(function != nullptr, "a row width that the kernel is not built for");
  return function;
}

static std::string chosen_target_name() {
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace hopveil::count

std::string hopveil::simd_target_name() {
  return count::chosen_target_name();
}
#endif
