// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "infer/design/count_design.h"
#include "infer/estimator/conditional_estimator.h"

namespace hopveil::infer {

/// The posterior probability to be isolated, given noisy answers: users who are not answer like those of a
/// training set.
class IsolationModel {
 public:
  /// The answers have noise of this preference.
  IsolationModel(const CountDesign& design, const TrainingSet& training, double preference,
                 const SeededRng& rng);

  /// After these answers, if it was `before` without them.
  double posterior(double before, std::span<const std::int64_t> answers) const;

 private:
  double preference_;
  std::map<std::vector<std::int64_t>, double> shares_;  // of true answers, in the training set
};

}  // namespace hopveil::infer
