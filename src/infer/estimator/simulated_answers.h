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
  /// `networks` outlive it.
  SimulatedAnswers(const CountDesign& design, std::span<const CountedNetwork> networks);

  using Answers = std::vector<std::int64_t>;  // by cell
  /// Without noise. Where a share of a cell is counted, a random part of the neighbours there is.
  void count(std::size_t network, NodeId user, SeededRng& rng, Answers& out) const;
  void answer(std::size_t network, NodeId user, double preference, SeededRng& rng, Answers& out) const;

 private:
  std::vector<double> counted_shares_;  // by cell
  std::span<const CountedNetwork> networks_;
  std::vector<std::vector<std::uint32_t>> cells_;  // by network and user
};

}  // namespace hopveil::infer
