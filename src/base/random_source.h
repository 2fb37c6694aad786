// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where random bits come from. Randomness is always passed in, never global.
//
// SeededRng and SecureRng are different types on purpose: experiments repeat, releases must not. Code that
// only consumes bits takes a RandomSource&; the release path makes its own SecureRng and has no parameter
// through which a seed could enter.

#include <cstdint>
#include <memory>
#include <string_view>

namespace hopveil {

class RandomSource {
 public:
  RandomSource() = default;
  RandomSource(const RandomSource&) = delete;
  RandomSource& operator=(const RandomSource&) = delete;
  virtual ~RandomSource() = default;

  /// 64 uniform, independent bits. A long row of draws throws Cancelled when the caller's StopScope
  /// (base/stop.h) was asked to stop: loops that draw need not ask themselves.
  virtual std::uint64_t next_u64() = 0;

  /// A source for one purpose (and one index: a user, a hop, a chunk), independent of this one and of every
  /// other purpose and index. Work that is split this way gives the same result on any number of threads.
  virtual std::unique_ptr<RandomSource> split(std::string_view purpose, std::uint64_t index) const = 0;
};

}  // namespace hopveil
