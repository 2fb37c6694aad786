// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/random_source.h"

namespace hopveil {

/// Reproducible random bits for experiments, tests, audits and generated networks; never for a release.
///
/// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
/// easy as 1, 2, 3" (SC 2011): block i is a keyed bijection of the counter i, so streams need no state in
/// common. `split` derives the key and the upper half of the counter from the parent's and a hash of the
/// purpose.
class SeededRng final : public RandomSource {
 public:
  explicit SeededRng(std::uint64_t seed);

  std::uint64_t next_u64() override;
  std::unique_ptr<RandomSource> split(std::string_view purpose, std::uint64_t index) const override;
  /// The same as split, without the allocation.
  SeededRng stream(std::string_view purpose, std::uint64_t index = 0) const;

  // std::uniform_random_bit_generator, for algorithms that take one.
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() { return next_u64(); }

 private:
  struct Stream {
    std::uint64_t key;
    std::uint64_t counter_high;
  };
  explicit SeededRng(Stream stream) : stream_(stream) {}
  Stream derive(std::string_view purpose, std::uint64_t index) const;

  Stream stream_;
  std::uint64_t block_ = 0;
  std::array<std::uint64_t, 2> buffer_{};
  unsigned available_ = 0;
};

/// One block of Philox4x32-10; exposed for the known-answer test.
std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> counter,
                                           std::array<std::uint32_t, 2> key);

}  // namespace hopveil
