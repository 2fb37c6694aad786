#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random_source.h"
#include "base/uint128.h"

namespace hopveil {

/// Plain random draws for the synthetic graphs of the inference. Post-processing: floating point is fine
/// here.
class Dice {
 public:
  explicit Dice(RandomSource& source) : source_(source) {}

  /// Uniform on [0, 1).
  double unit() { return static_cast<double>(source_.next_u64() >> 11) * 0x1p-53; }
  /// Uniform on 0 .. bound-1, bound >= 1.
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>((static_cast<Uint128>(source_.next_u64()) * bound) >> 64);
  }
  /// An index with probability proportional to its weight; the last one when all weights are 0.
  std::size_t weighted(std::span<const double> weights) {
    double total = 0;
    for (const double weight : weights) total += weight;
    double left = unit() * total;
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

}  // namespace hopveil
