// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exact samplers on integers. Nothing here is rounded: each function's result has exactly the distribution
// that its comment states, given uniform independent bits.
//
// After Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020), cited as CKS, with
// coins that look at only as many bits as they need.
//
// `Bits` is RandomBits or, in tests, a source that enumerates all bit strings. It has kChunkBits (a divisor
// of 64, at most 16), next_chunk() (that many uniform bits) and next_bit().

#include <bit>
#include <cstdint>

#include "base/check.h"
#include "base/uint128.h"

namespace hopveil::dp {

/// Uniform on 0 .. n-1, n >= 1.
///
/// Lemire, "Fast random integer generation in an interval" (2019): for x uniform on 2^B values, the high part
/// of x n takes each value equally often among those x whose low part is at least 2^B mod n; the others are
/// drawn again. With B >= 8 + log2 n the division happens once in 256 draws at most.
template <class Bits>
std::uint64_t uniform_below(Bits& bits, std::uint64_t n) {
  static_assert(64 % Bits::kChunkBits == 0 && Bits::kChunkBits <= 16);
  constexpr unsigned kSlack = 8;
  if (n == 1) return 0;
  const auto needed = static_cast<unsigned>(std::bit_width(n - 1)) + kSlack;
  for (;;) {
    std::uint64_t x = 0;
    unsigned width = 0;
    for (; width < needed && width < 64; width += Bits::kChunkBits)
      x = x << Bits::kChunkBits | bits.next_chunk();
    const Uint128 product = static_cast<Uint128>(x) * n;
    const auto low = static_cast<std::uint64_t>(product & ((static_cast<Uint128>(1) << width) - 1));
    const auto high = static_cast<std::uint64_t>(product >> width);
    if (low >= n) return high;
    if (low >= static_cast<std::uint64_t>((static_cast<Uint128>(1) << width) % n)) return high;
  }
}

namespace detail {

/// Whether a uniform real R = 0.w1w2.. (digits of kChunkBits bits) is below n/d, 0 < n < d: with R = (w + R')
/// / 2^k, R < n/d is R' d < n 2^k - w d. When the right side is <= 0 the answer is no, when it is >= d it is
/// yes, and in between the question is the same with that side for n.
template <class Wide, class Bits>
bool lazy_less(Bits& bits, Wide n, Wide d) {
  for (;;) {
    const Wide product = d * static_cast<Wide>(bits.next_chunk());
    const Wide goal = n << Bits::kChunkBits;
    if (product >= goal) return false;
    if (goal - product >= d) return true;
    n = goal - product;
  }
}

}  // namespace detail

/// True with probability n/d; n <= d, 0 < d < 2^112. Costs 16 bits, and 16 more once in 2^16 draws.
template <class Bits>
bool bernoulli(Bits& bits, Uint128 n, Uint128 d) {
  if (n == 0) return false;
  if (n >= d) return true;
  if (d >> (64 - Bits::kChunkBits) == 0) {
    return detail::lazy_less<std::uint64_t>(bits, static_cast<std::uint64_t>(n),
                                            static_cast<std::uint64_t>(d));
  }
  return detail::lazy_less<Uint128>(bits, n, d);
}

/// True with probability exp(-a/b); 0 <= a <= b, b > 0. CKS Algorithm 1, first case: with A_k ~
/// Bernoulli(a/(b k)) and K the first k that fails, P(K > k) = (a/b)^k / k!, so P(K odd) = 1 - a/b +
/// (a/b)^2/2
/// - .. = exp(-a/b).
template <class Bits>
bool bernoulli_exp_fraction(Bits& bits, std::uint64_t a, std::uint64_t b) {
  std::uint64_t k = 1;
  while (bernoulli(bits, a, static_cast<Uint128>(b) * k)) ++k;
  return k % 2 == 1;
}

/// True with probability exp(-a/b); b > 0. CKS Algorithm 1: exp(-a/b) = exp(-1) .. exp(-1) exp(-r/b). Stops
/// at the first coin that fails, so a/b may be huge.
template <class Bits>
bool bernoulli_exp(Bits& bits, Uint128 a, std::uint64_t b) {
  for (; a > b; a -= b) {
    if (!bernoulli_exp_fraction(bits, 1, 1)) return false;
  }
  return bernoulli_exp_fraction(bits, static_cast<std::uint64_t>(a), b);
}

/// True with probability 2/e: bernoulli_exp_fraction(1, 1), given that its coin for k = 2 (probability 1/2)
/// came out true. Hence Bernoulli(1/e) = Bernoulli(1/2) and Bernoulli(2/e).
template <class Bits>
bool bernoulli_two_over_e(Bits& bits) {
  std::uint64_t k = 3;
  while (bernoulli(bits, 1, k)) ++k;
  return k % 2 == 1;
}

/// The number of successes before the first failure of coins with probability exp(-a/b), a, b > 0: P(y) =
/// (1 - q) q^y with q = exp(-a/b). CKS Algorithm 2, lines 3-13: U below b, accepted with exp(-U/b), and V
/// geometric with ratio 1/e make X = U + b V geometric with ratio exp(-1/b); X div a has ratio exp(-a/b).
/// Constant time for every a/b.
template <class Bits>
Uint128 geometric_exp(Bits& bits, std::uint64_t a, std::uint64_t b) {
  check(a != 0 && b != 0, "noise of an impossible scale");
  std::uint64_t u;
  do {
    u = uniform_below(bits, b);
  } while (!bernoulli_exp_fraction(bits, u, b));
  std::uint64_t v = 0;
  while (bernoulli_exp_fraction(bits, 1, 1)) ++v;
  const Uint128 x = u + static_cast<Uint128>(b) * v;
  if (x < a) return 0;
  if (a == 1) return x;
  if (x >> 64 == 0) return static_cast<std::uint64_t>(x) / a;
  return x / a;
}

/// The magnitude and sign of a discrete Laplace variable: P(x) proportional to exp(-|x| a/b). CKS Algorithm
/// 2: a geometric magnitude with a fair sign, minus zero drawn again (else 0 would count twice).
struct SignedMagnitude {
  bool negative;
  Uint128 magnitude;
};
template <class Bits>
SignedMagnitude two_sided_geometric_exp(Bits& bits, std::uint64_t a, std::uint64_t b) {
  for (;;) {
    const bool negative = bits.next_bit();
    const Uint128 magnitude = geometric_exp(bits, a, b);
    if (!negative || magnitude != 0) return {negative, magnitude};
  }
}

}  // namespace hopveil::dp
