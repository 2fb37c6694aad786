// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/random_source.h"
#include "base/uint128.h"
#include "dp/exact_samplers.h"
#include "dp/random_bits.h"
#include "dp/rational.h"

namespace hopveil::dp {

/// LFNoising (Algorithm 3): noise whose rungs grow with the ladder I_x = min(m_p, LS + x).
///
/// Rung 0 is the offset 0; rung x >= 1 holds the 2 I_{x-1} offsets at distance d(x) + 1 .. d(x) + I_{x-1},
/// where d(x) = I_0 + .. + I_{x-2}. Every offset of rung x has probability proportional to exp(-eps x / 2).
/// From x = m_p - LS + 1 on all rungs are m_p wide: the paper's geometric tail (lines 7, 11-12) is not a case
/// of its own here. A rung may be empty (LS = 0: rung 1).
///
/// As published: E1 and E2 say why the guarantee that the paper derives from it does not hold.
class LadderNoise {
 public:
  /// `max_count` is m_p, `local_sensitivity` LS (taken as m_p when above it), `epsilon` eps_k2. m_p = 0 gives
  /// offset 0. Throws InputError when m_p / epsilon is too large for 64-bit noise (see kMaxNoiseScale).
  LadderNoise(std::uint32_t max_count, std::uint32_t local_sensitivity, Rational epsilon);

  std::int64_t sample(RandomSource& source) const;
  /// out[i] = counts[i] + independent noise; spends less randomness per value than `sample`.
  void add_to(RandomSource& source, std::span<const std::uint32_t> counts, std::span<std::int64_t> out) const;

  /// I_{rung-1}, the number of offsets on each side of a rung >= 1.
  std::uint64_t width(Uint128 rung) const;
  /// d(rung) for a rung >= 1, at most kMaxNoise.
  std::int64_t distance_before(Uint128 rung) const;

  /// One try at a rung; nothing when it is rejected. A rung that comes out has probability proportional to
  /// its size times exp(-eps rung / 2), exactly. Bits as in exact_samplers.h.
  template <class Bits>
  std::optional<Uint128> try_rung(Bits& bits) const;

 private:
  std::int64_t draw(RandomBits& bits) const;
  template <class Bits>
  bool block_passes(Bits& bits) const;
  template <class Bits>
  bool rest_of_step(Bits& bits) const;

  std::uint64_t max_count_;
  std::uint64_t local_sensitivity_;
  std::uint64_t steps_;  // M = m_p - LS
  Rational rate_;        // eps / 2, rounded down
  std::uint64_t block_;  // L
  unsigned halvings_;    // h
};

// Why not the plain rejection of the notes (x geometric, accepted with probability size(x) / 2 m_p): with few
// wide rungs it accepts once in 2 m_p tries. Instead, with q = exp(-eps/2) and size(x) = 2 I_{x-1} = 2 LS +
// 2 #{j in 1..M : j <= x-1}, the weights of the rungs are a mixture whose parts, times (1-q), weigh
//
//   A  rung 0                                     1 - q
//   B  rung 1 + G            (2 LS copies)        q          each
//   C  rung 1 + j + G, j = 1..M  (2 copies)       q q^j      each
//
// with G geometric of ratio q. A part is picked by rejection: a slot uniformly, accepted with the slot's
// weight. To keep rejections few,
// - C's j is split as 1 + u + L i with u below L = min(M, ceil(2/eps)) and i geometric of ratio q^L (u is the
//   slot, j > M is rejected). That scales C by 1 - q^L, so A and B pass a coin of that probability too; with
//   L = M there is no i and no such coin.
// - where eps is large B and C weigh little: e^-1 = (1/2)(2/e), so h of the factors 1/2 in q are put into the
//   number of slots (2^h for A against one each), and the coin q becomes (2/e)^h exp(-(eps/2 - h)).
// A draw takes at most 11 random words for m_p up to 1156 and 70 for m_p = 2^20, whatever LS and eps (tests).

template <class Bits>
bool LadderNoise::block_passes(Bits& bits) const {
  return block_ != steps_ &&
         bernoulli_exp(bits, static_cast<Uint128>(rate_.numerator()) * block_, rate_.denominator());
}

template <class Bits>
bool LadderNoise::rest_of_step(Bits& bits) const {
  for (unsigned i = 0; i < halvings_; ++i) {
    if (!bernoulli_two_over_e(bits)) return false;
  }
  return bernoulli_exp(bits, rate_.numerator() - static_cast<Uint128>(halvings_) * rate_.denominator(),
                       rate_.denominator());
}

template <class Bits>
std::optional<Uint128> LadderNoise::try_rung(Bits& bits) const {
  if (max_count_ == 0) return 0;
  const std::uint64_t slots_a = std::uint64_t{1} << halvings_;
  const std::uint64_t slots_b = 2 * local_sensitivity_;
  const std::uint64_t slot = uniform_below(bits, slots_a + slots_b + 2 * block_);
  if (slot < slots_a) {
    if (bernoulli_exp(bits, rate_.numerator(), rate_.denominator()) || block_passes(bits)) return {};
    return 0;
  }
  if (!rest_of_step(bits)) return {};
  std::uint64_t j = 0;
  if (slot < slots_a + slots_b) {
    if (block_passes(bits)) return {};
  } else {
    j = 1 + (slot - slots_a - slots_b) / 2;
    if (!bernoulli_exp(bits, static_cast<Uint128>(rate_.numerator()) * j, rate_.denominator())) return {};
    while (j <= steps_ && block_passes(bits)) j += block_;
    if (j > steps_) return {};
  }
  return 1 + j + geometric_exp(bits, rate_.numerator(), rate_.denominator());
}

}  // namespace hopveil::dp
