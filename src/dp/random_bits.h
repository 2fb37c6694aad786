// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/random_source.h"

namespace hopveil::dp {

/// Hands out a source's bits in pieces of 16 and singly, so that a coin that is decided by its first bits
/// does not cost a whole word. Lives as long as one call: bits that are left over are dropped.
class RandomBits {
 public:
  static constexpr unsigned kChunkBits = 16;

  explicit RandomBits(RandomSource& source) : source_(source) {}

  std::uint64_t next_chunk() {
    if (chunks_ == 0) {
      word_ = source_.next_u64();
      chunks_ = 64 / kChunkBits;
    }
    --chunks_;
    const std::uint64_t chunk = word_ & ((std::uint64_t{1} << kChunkBits) - 1);
    word_ >>= kChunkBits;
    return chunk;
  }

  bool next_bit() {
    if (bits_ == 0) {
      bit_store_ = next_chunk();
      bits_ = kChunkBits;
    }
    --bits_;
    return (bit_store_ >> bits_ & 1) != 0;
  }

 private:
  RandomSource& source_;
  std::uint64_t word_ = 0;
  unsigned chunks_ = 0;
  std::uint64_t bit_store_ = 0;
  unsigned bits_ = 0;
};

}  // namespace hopveil::dp
