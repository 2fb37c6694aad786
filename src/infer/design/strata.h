// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "infer/basics/hop_rows.h"

namespace hopveil::infer {

/// Classes of users whose counts are alike: k-means on the square roots of their rows (whose noise is then
/// about even), started from classes of equal closeness. Numbered from 0, the users closest to public users
/// first.
class Strata {
 public:
  Strata() = default;
  /// At most `wanted`, at least 1 of them when there are users. `weights` (by user): about how often a user
  /// is a neighbour.
  Strata(std::span<const NodeId> users, const HopRows& counts, std::span<const float> weights,
         std::uint32_t wanted);

  std::uint32_t size() const { return size_; }
  /// The stratum of a user with these counts. There is one.
  std::uint32_t of(std::span<const float> counts) const;

 private:
  using Classes = std::vector<std::uint32_t>;  // by place in the list of users
  static Classes cut_by_closeness(std::span<const NodeId> users, const HopRows& counts,
                                  std::span<const float> weights, std::uint32_t wanted);
  void set_means(std::span<const NodeId> users, const HopRows& counts, const Classes& classes,
                 std::uint32_t num_classes);

  unsigned hops_ = 0;
  std::uint32_t size_ = 0;
  std::vector<float>
      means_;  // of square roots: by hop, of every stratum, filled up with values that none is near
};

}  // namespace hopveil::infer
