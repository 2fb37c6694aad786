// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hopveil::infer {

/// Estimated counts: a row of `hops` numbers per user.
class HopRows {
 public:
  HopRows() = default;
  HopRows(std::size_t users, unsigned hops) : hops_(hops), values_(users * hops) {}
  unsigned hops() const { return hops_; }
  std::size_t users() const { return hops_ == 0 ? 0 : values_.size() / hops_; }
  std::span<float> of(std::size_t user) { return {values_.data() + user * hops_, hops_}; }
  std::span<const float> of(std::size_t user) const { return {values_.data() + user * hops_, hops_}; }

 private:
  unsigned hops_ = 0;
  std::vector<float> values_;
};

}  // namespace hopveil::infer
