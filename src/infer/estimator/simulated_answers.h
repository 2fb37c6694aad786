// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "infer/design/count_design.h"

namespace hopveil::infer {

/// What users of imputed networks would answer.
class SimulatedAnswers {
 public:
  /// Both outlive it.
  SimulatedAnswers(const CountDesign& design, std::span<const CountedNetwork> networks);

  /// Without noise. Where a share of a cell is counted, a random part of the neighbours there is.
  std::vector<std::int64_t> count(std::size_t network, NodeId user, SeededRng& rng) const;
  std::vector<std::int64_t> answer(std::size_t network, NodeId user, double preference, SeededRng& rng) const;

 private:
  const CountDesign& design_;
  std::span<const CountedNetwork> networks_;
  std::vector<std::vector<std::uint32_t>> cells_;  // by network and user
};

}  // namespace hopveil::infer
