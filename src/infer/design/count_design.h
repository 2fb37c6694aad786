#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "infer/model/imputed_networks.h"

namespace hopveil {

/// Noisy numbers of a user's neighbours by cell, and what is learnt from them.
class Interview {
 public:
  Interview() = default;
  Interview(const Interview&) = default;
  Interview& operator=(const Interview&) = default;
  virtual ~Interview() = default;

  virtual std::uint32_t num_cells() const = 0;
  /// The share of the neighbours in this cell that is counted.
  virtual double seen_share(std::uint32_t cell) const = 0;
  /// The cell of every user of a completed network; kNobody for those who are in none.
  virtual std::vector<std::uint32_t> cells_in(const Network& network) const = 0;

  virtual std::size_t num_features() const = 0;
  virtual void features(std::span<const std::int64_t> answers, double preference,
                        std::span<float> out) const = 0;
};

}  // namespace hopveil
