// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hopveil {

/// Some of a graph's edges, one bit per edge index (see Graph). Reused from sample to sample without
/// allocating.
class EdgeSubset {
 public:
  EdgeSubset() = default;
  explicit EdgeSubset(std::uint64_t num_edges) { resize(num_edges); }

  /// Holds no edge afterwards.
  void resize(std::uint64_t num_edges) {
    size_ = num_edges;
    words_.assign((num_edges + 63) / 64, 0);
  }
  void clear() { words_.assign(words_.size(), 0); }
  /// Holds every edge afterwards.
  void fill() {
    words_.assign(words_.size(), ~std::uint64_t{0});
    if (size_ % 64 != 0) words_.back() = (std::uint64_t{1} << (size_ % 64)) - 1;
  }
  void insert(std::uint64_t edge) { words_[edge / 64] |= std::uint64_t{1} << (edge % 64); }
  void erase(std::uint64_t edge) { words_[edge / 64] &= ~(std::uint64_t{1} << (edge % 64)); }
  bool contains(std::uint64_t edge) const { return (words_[edge / 64] >> (edge % 64) & 1) != 0; }
  std::uint64_t size() const { return size_; }
  std::span<const std::uint64_t> words() const { return words_; }
  /// For samplers that write whole words; bits at and above size() must stay 0.
  std::span<std::uint64_t> words() { return words_; }

 private:
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace hopveil
