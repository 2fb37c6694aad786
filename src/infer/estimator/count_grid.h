// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "infer/basics/hop_rows.h"
#include "infer/loss/bayes_action.h"

namespace hopveil::infer {

/// Few counts per hop that stand for all: those of some users, or when these have too many different ones,
/// those between which about equally many users lie. Weights of a thousand users are then added up
/// in a moment, in order, where sorting them would take most of the inference's time.
class CountGrid {
 public:
  using Place = std::uint16_t;

  CountGrid() = default;
  /// There is a row.
  explicit CountGrid(const HopRows& rows, std::size_t num_rows);

  unsigned hops() const { return static_cast<unsigned>(values_.size()); }
  /// The place of the value nearest to each of a row's counts.
  void places(std::span<const float> row, std::span<Place> out) const;
  /// The values that these rows of places stand for, with the sum of their weights: by hop, ascending.
  /// `places` has hops() per row.
  void add_up(std::span<const Place> places, std::span<const std::pair<std::uint32_t, float>> rows,
              std::vector<WeightedCounts>& by_hop) const;

 private:
  std::vector<std::vector<float>> values_;  // by hop, ascending
  std::vector<std::size_t> first_;          // by hop: how many values the hops before have
};

}  // namespace hopveil::infer
