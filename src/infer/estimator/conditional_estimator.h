// SPDX-License-Identifier: Apache-2.0
#pragma once

// The conditional estimator: which counts go with which noisy answers.

#include <memory>
#include <span>
#include <vector>

#include "infer/basics/counted_network.h"
#include "infer/design/count_design.h"
#include "infer/estimator/count_grid.h"
#include "infer/estimator/forest.h"
#include "infer/loss/bayes_action.h"

namespace hopveil::infer {

/// Users to train with: liberal users of imputed networks.
struct TrainingSet {
  std::span<const CountedNetwork> networks;  ///< at least one: their neighbours and counts
  const HopRows& counts;                     ///< by user: the median over all imputed networks
  std::span<const NodeId> users;
};

/// Estimates the distribution of counts given the answers to a design, at some preferences: a quantile
/// regression forest, trained with true answers of the training set's users plus simulated noise.
class ConditionalEstimator {
 public:
  /// The design outlives it. `preferences` (at least one) are drawn from at random.
  ConditionalEstimator(const CountDesign& design, const TrainingSet& training,
                       std::span<const double> preferences, const ForestOptions& options,
                       const SeededRng& rng);

  /// The possible counts of a user with these answers, by hop.
  void weigh(std::span<const std::int64_t> answers, double preference,
             std::vector<WeightedCounts>& by_hop) const;

 private:
  const CountDesign& design_;
  CountGrid grid_;
  std::vector<CountGrid::Place> places_;  // of the examples' counts, hops per example
  std::unique_ptr<Forest> forest_;
};

/// One of these preferences, at random.
double draw_preference(std::span<const double> preferences, SeededRng& rng);

}  // namespace hopveil::infer
