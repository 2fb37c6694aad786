#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "infer/design/count_design.h"
#include "infer/estimator/conditional_estimator.h"

namespace hopveil {

/// Tells users whom nobody knows from users like those of a lesson, by noisy answers.
class AloneOrNot {
 public:
  /// The answers have noise of this preference.
  AloneOrNot(const Interview& interview, const Lesson& lesson, double preference, const SeededRng& rng);

  /// The chance to be alone after these answers, if it was `before` without them.
  double chance(double before, std::span<const std::int64_t> answers) const;

 private:
  double preference_;
  std::map<std::vector<std::int64_t>, double> shares_;  // of true answers, in the lesson
};

}  // namespace hopveil
