// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "infer/basics/meter.h"
#include "infer/design/stratified_counts.h"
#include "infer/estimator/conditional_estimator.h"
#include "infer/parameters.h"

namespace hopveil::infer {

/// Cross-validation of designs: an estimator is trained with half of the training set's users and validated
/// on the other half, with simulated noise. (Cheap: it chooses between designs, it does not estimate.)
class CrossValidation {
 public:
  /// Answers have noise of these preferences (at least one). All outlive it.
  CrossValidation(const TrainingSet& training, std::span<const double> preferences, const SeededRng& rng,
                  unsigned threads, const InferenceParameters& parameters)
      : training_(training),
        preferences_(preferences),
        rng_(rng),
        threads_(threads),
        parameters_(parameters) {}

  /// The mean absolute error, summed over hops.
  double error(const StratifiedCounts& design) const;

  /// The design of the least error, among many numbers of strata, of public and private users apart or
  /// together. Decided before any user is asked.
  StratifiedCounts choose_strata(const Partners& partners, const Meter& meter) const;

 private:
  struct Sum {
    double errors = 0;
    std::size_t users = 0;
  };
  Sum validate_half(const StratifiedCounts& design, const SeededRng& rng) const;

  const TrainingSet& training_;
  std::span<const double> preferences_;
  const SeededRng& rng_;
  unsigned threads_;
  const InferenceParameters& parameters_;
};

}  // namespace hopveil::infer
