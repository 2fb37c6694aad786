#pragma once

#include <vector>

#include "infer/correction/calibration.h"
#include "infer/correction/path_length.h"
#include "infer/inference.h"
#include "infer/loss/bayes_action.h"

namespace hopveil::infer {

/// Turns weighted possible counts into the table: the best count for the objective, and interval ends.
class Estimates {
 public:
  /// options.objective is not looked at; the calibration is, when there are to be intervals. All references
  /// outlive it.
  Estimates(const query::PublicKnowledge& knowledge, const InferenceOptions& options, Objective objective,
            const Calibration& calibration, const PathLengthCorrection& correction);

  /// Where possible counts come from.
  enum class From {
    kNetworks,  ///< the user's own in each imputed network
    kTemplates  ///< those of other users with like answers
  };

  /// Users with the same possible counts. `by_hop` has an entry more than hops are released. Different users
  /// may be written by different threads.
  void write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop, From from);
  InferredCounts take() { return std::move(table_); }

 private:
  struct Interval {
    float low, high;
  };
  Interval among_networks(const WeightedCounts& counts, unsigned hop) const;
  Interval among_templates(const WeightedCounts& counts, unsigned hop) const;
  float best_of(const std::vector<WeightedCounts>& by_hop, unsigned hop) const;
  std::vector<float> best_row(const std::vector<WeightedCounts>& by_hop) const;

  const query::PublicKnowledge& knowledge_;
  const InferenceOptions& options_;
  const Objective objective_;
  const Calibration& calibration_;
  const PathLengthCorrection path_lengths_;
  const double tail_;
  InferredCounts table_;
};

}  // namespace hopveil::infer
