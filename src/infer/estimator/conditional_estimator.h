#pragma once

// Learning from liberal users how blurred answers tell counts.

#include <memory>
#include <span>
#include <vector>

#include "infer/design/stratified_counts.h"
#include "infer/estimator/count_grid.h"
#include "infer/estimator/forest.h"
#include "infer/loss/bayes_action.h"
#include "infer/parameters.h"

namespace hopveil {

/// Liberal users to learn from, with the counts that the teacher gives them.
struct Lesson {
  std::span<const Network> networks;  ///< at least one: whom these users know
  const HopRows& counts;              ///< by user
  std::span<const NodeId> liberal;
};

/// Knows what counts go with which answers at some preferences: liberal users' true answers are blurred with
/// simulated noise at these preferences, over and over, and a forest learns from them.
class Apprentice {
 public:
  /// The interview outlives it. `preferences` (at least one) are drawn from at random.
  Apprentice(const Interview& interview, const Lesson& lesson, std::span<const double> preferences,
             const ForestOptions& options, const SeededRng& rng);

  /// The possible counts of a user with these answers, by hop.
  void weigh(std::span<const std::int64_t> answers, double preference,
             std::vector<WeightedCounts>& by_hop) const;

 private:
  const Interview& interview_;
  CountGrid grid_;
  std::vector<CountGrid::Place> places_;  // of the examples' counts, hops per example
  std::unique_ptr<Forest> forest_;
};

/// The mean absolute error of an apprentice that learns from half of the liberal users and is examined on the
/// other half.
/// (Cheap: it is there to choose between designs, not to estimate.)
double examine(const Questionnaire& questionnaire, const Lesson& lesson, std::span<const double> preferences,
               const SeededRng& rng, unsigned threads, const InferenceParameters& parameters = {});

}  // namespace hopveil
