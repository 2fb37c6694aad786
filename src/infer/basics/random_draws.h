// SPDX-License-Identifier: Apache-2.0
#pragma once

// The random draws of the inference, beside random_below and random_unit of graph/network_spec.h. It is
// post-processing: floating point is fine here.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <hopveil/graph.h>

#include "base/random_source.h"
#include "base/seeded_rng.h"
#include "base/uint128.h"
#include "graph/network_spec.h"

namespace hopveil::infer {

/// Uniform on [0, 1).
inline double unit_draw(RandomSource& source) {
  return static_cast<double>(source.next_u64() >> 11) * 0x1p-53;
}

/// True with this probability.
inline bool happens(double probability, SeededRng& rng) {
  return random_unit(rng) <= probability;
}

/// The whole number below or above `expected`, with `expected` as its mean.
inline std::uint64_t whole_number(double expected, SeededRng& rng) {
  const auto below = static_cast<std::uint64_t>(expected);
  return below + (happens(expected - static_cast<double>(below), rng) ? 1 : 0);
}

/// Poisson with this mean.
std::uint64_t poisson(double mean, SeededRng& rng);

/// Discrete Laplace noise as the query layer adds it, in floating point: for simulations only.
std::int64_t simulated_noise(double epsilon, SeededRng& rng);

/// One of these users (at least one), each with the same probability.
inline NodeId pick(std::span<const NodeId> users, SeededRng& rng) {
  return users[static_cast<std::size_t>(random_below(rng, users.size()))];
}

/// Draws of 32 random bits, two of a 64-bit one: for millions of small choices.
class SmallDraws {
 public:
  explicit SmallDraws(SeededRng& rng) : rng_(rng) {}

  /// Uniform on 0 .. bound-1, but for 2^-32 of the bound.
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(std::uint64_t{next()} * bound >> 32);
  }
  bool happens(double probability) { return static_cast<double>(next()) < probability * 0x1p32; }
  /// The whole number below or above `expected`, with `expected` as its mean.
  std::uint64_t whole_number(double expected) {
    const auto below = static_cast<std::uint64_t>(expected);
    return below + (happens(expected - static_cast<double>(below)) ? 1 : 0);
  }
  /// One of these users (at least one), each with the same probability.
  NodeId pick(std::span<const NodeId> users) { return users[below(users.size())]; }

 private:
  std::uint32_t next() {
    has_half_ = !has_half_;
    if (!has_half_) return static_cast<std::uint32_t>(drawn_ >> 32);
    drawn_ = rng_.next_u64();
    return static_cast<std::uint32_t>(drawn_);
  }

  SeededRng& rng_;
  std::uint64_t drawn_ = 0;
  bool has_half_ = false;
};

/// Draws for the synthetic graphs, from any source.
class Dice {
 public:
  explicit Dice(RandomSource& source) : source_(source) {}

  /// Uniform on 0 .. bound-1, bound >= 1.
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>((static_cast<Uint128>(source_.next_u64()) * bound) >> 64);
  }
  /// An index with probability proportional to its weight; the last one when all weights are 0.
  std::size_t weighted(std::span<const double> weights) {
    double total = 0;
    for (const double weight : weights) total += weight;
    double left = unit_draw(source_) * total;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      left -= weights[i];
      if (left < 0) return i;
    }
    return weights.size() - 1;
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  RandomSource& source_;
};

}  // namespace hopveil::infer
