// SPDX-License-Identifier: Apache-2.0
// A row of bits in vector registers, once for every vector instruction set (Highway): to be included inside
// what <hwy/foreach_target.h> repeats.

#if defined(HOPVEIL_COUNT_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOPVEIL_COUNT_ROW_INL_H_
#undef HOPVEIL_COUNT_ROW_INL_H_
#else
#define HOPVEIL_COUNT_ROW_INL_H_
#endif

#include <cstdint>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "count/row_kernel.h"
#include "count/vertical_counter.h"

HWY_BEFORE_NAMESPACE();
namespace hopveil::count {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr unsigned largest_power_of_two_in(unsigned number) {
  return number & (~number + 1);
}

template <unsigned kWords>
class Row {
  using Tag = hn::CappedTag<std::uint64_t, largest_power_of_two_in(kWords)>;
  static constexpr std::size_t kLanes = hn::MaxLanes(Tag());
  static constexpr std::size_t kVectors = kWords / kLanes;
  using Vector = hn::Vec<Tag>;

 public:
  explicit HWY_INLINE Row(const std::uint64_t* words) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kVectors; ++i) vectors_[i] = hn::LoadU(Tag(), words + i * kLanes);
  }
  HWY_INLINE void unite(const std::uint64_t* words) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kVectors; ++i)
      vectors_[i] = hn::Or(vectors_[i], hn::LoadU(Tag(), words + i * kLanes));
  }
  HWY_INLINE void remove(const std::uint64_t* words) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kVectors; ++i)
      vectors_[i] = hn::AndNot(hn::LoadU(Tag(), words + i * kLanes), vectors_[i]);
  }
  /// A full adder per bit of three rows: this one becomes their carry, `sum` their sum.
  HWY_INLINE void add(std::uint64_t* sum, const std::uint64_t* other) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kVectors; ++i) {
      const Vector a = hn::LoadU(Tag(), sum + i * kLanes);
      const Vector b = hn::LoadU(Tag(), other + i * kLanes);
      const Vector either = hn::Xor(a, b);
      hn::StoreU(hn::Xor(either, vectors_[i]), Tag(), sum + i * kLanes);
      vectors_[i] = hn::Or(hn::And(a, b), hn::And(either, vectors_[i]));
    }
  }
  HWY_INLINE void store(std::uint64_t* words) const {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kVectors; ++i) hn::StoreU(vectors_[i], Tag(), words + i * kLanes);
  }
  HWY_INLINE bool equals(const std::uint64_t* words) const {
    Vector differing = hn::Xor(vectors_[0], hn::LoadU(Tag(), words));
#pragma GCC unroll 16
    for (std::size_t i = 1; i < kVectors; ++i)
      differing = hn::Or(differing, hn::Xor(vectors_[i], hn::LoadU(Tag(), words + i * kLanes)));
    return hn::AllTrue(Tag(), hn::Eq(differing, hn::Zero(Tag())));
  }
  HWY_INLINE BitCount count() const {
    return static_cast<BitCount>(hn::GetLane(hn::SumOfLanes(Tag(), bits_by_lane())));
  }
  static HWY_INLINE void prefetch(const std::uint64_t* words) {
    constexpr unsigned kWordsPerLine = 8;
#pragma GCC unroll 16
    for (unsigned i = 0; i < kWords; i += kWordsPerLine) hwy::Prefetch(words + i);
  }

 private:
  HWY_INLINE Vector bits_by_lane() const {
    if constexpr (kLanes == 1) {
      Vector sum = hn::PopulationCount(vectors_[0]);
#pragma GCC unroll 16
      for (std::size_t i = 1; i < kVectors; ++i) sum = hn::Add(sum, hn::PopulationCount(vectors_[i]));
      return sum;
    } else {
      // Bytes are summed first: fewer steps, and they have room for it.
      static_assert(kVectors * 8 <= 255);
      const hn::Repartition<std::uint8_t, Tag> bytes;
      auto sum = hn::PopulationCount(hn::BitCast(bytes, vectors_[0]));
#pragma GCC unroll 16
      for (std::size_t i = 1; i < kVectors; ++i)
        sum = hn::Add(sum, hn::PopulationCount(hn::BitCast(bytes, vectors_[i])));
      return hn::SumsOf8(sum);
    }
  }

  Vector vectors_[kVectors];
};

/// Adds a row to the sums of its columns. Not inlined: most counts do not need it.
template <unsigned kWords>
HWY_NOINLINE void add_to_sums(const std::uint64_t* words, VerticalCounter& sums) {
  if (sums.num_rows == VerticalCounter::kMostRows) sums.settle();
  Row<kWords> row(words);
  unsigned weight = 0;
  for (; (sums.num_rows >> weight & 1) != 0; ++weight) row.add(sums.plane(weight), sums.waiting(weight));
  row.store(sums.waiting(weight));
  ++sums.num_rows;
}

alignas(64) constexpr std::uint64_t kEmptyRow[kRowWidths.back()] = {};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hopveil::count
HWY_AFTER_NAMESPACE();

#endif
