// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "infer/basics/counted_network.h"
#include "query/questions.h"

namespace hopveil::infer {

/// Questions for numbers of neighbours by cell, and the features of the answers that the estimator uses.
class CountDesign {
 public:
  CountDesign() = default;
  CountDesign(const CountDesign&) = default;
  CountDesign& operator=(const CountDesign&) = default;
  virtual ~CountDesign() = default;

  virtual std::uint32_t num_cells() const = 0;
  /// The share of the neighbours in this cell that is counted.
  virtual double counted_share(std::uint32_t cell) const = 0;
  /// The cell of every user of an imputed network; kNobody for those who are in none.
  virtual std::vector<std::uint32_t> cells_in(const CountedNetwork& network) const = 0;

  virtual std::size_t num_features() const = 0;
  virtual void features(std::span<const std::int64_t> answers, double preference,
                        std::span<float> out) const = 0;
};

}  // namespace hopveil::infer
