// SPDX-License-Identifier: Apache-2.0
#include "base/seeded_rng.h"

#include "base/stop.h"

namespace hopveil {
namespace {

constexpr std::uint64_t kBlocksBetweenStops = 1024;

constexpr std::uint32_t low(std::uint64_t x) {
  return static_cast<std::uint32_t>(x);
}
constexpr std::uint32_t high(std::uint64_t x) {
  return static_cast<std::uint32_t>(x >> 32);
}

std::array<std::uint64_t, 2> block(std::uint64_t key, std::uint64_t counter_high, std::uint64_t counter_low) {
  const auto words = philox4x32_10(
      {low(counter_low), high(counter_low), low(counter_high), high(counter_high)}, {low(key), high(key)});
  return {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
}

/// FNV-1a, 64 bit: purposes are short constant names, so a simple fixed hash does.
std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

std::array<std::uint32_t, 4> philox4x32_10(std::array<std::uint32_t, 4> counter,
                                           std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {high(product1) ^ counter[1] ^ key[0], low(product1), high(product0) ^ counter[3] ^ key[1],
               low(product0)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

SeededRng::SeededRng(std::uint64_t seed) : stream_{seed, 0} {}

std::uint64_t SeededRng::next_u64() {
  if (available_ == 0) {
    if (block_ % kBlocksBetweenStops == 0) stop_if_asked();
    buffer_ = block(stream_.key, stream_.counter_high, block_++);
    available_ = 2;
  }
  return buffer_[--available_];
}

SeededRng::Stream SeededRng::derive(std::string_view purpose, std::uint64_t index) const {
  // Two keyed bijections, one after the other, so that parent, purpose and index all reach every bit. The
  // parent's own blocks use small counters; the purpose's hash takes the derivation far away from them.
  const auto named = block(stream_.key, stream_.counter_high ^ hash_name(purpose), ~std::uint64_t{0});
  const auto indexed = block(named[0], named[1], index);
  return {indexed[0], indexed[1]};
}

std::unique_ptr<RandomSource> SeededRng::split(std::string_view purpose, std::uint64_t index) const {
  return std::unique_ptr<RandomSource>(new SeededRng(derive(purpose, index)));
}

SeededRng SeededRng::stream(std::string_view purpose, std::uint64_t index) const {
  return SeededRng(derive(purpose, index));
}

}  // namespace hopveil
