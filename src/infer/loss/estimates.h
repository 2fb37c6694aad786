// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "infer/correction/calibration.h"
#include "infer/correction/path_length.h"
#include "infer/inference.h"
#include "infer/loss/posterior_sink.h"

namespace hopveil::infer {

/// What a posterior at one hop says, for calibration: `tail` is the probability beyond each interval end.
InferredHop summarised(const WeightedCounts& counts, double tail);

/// The probability beyond each end of the intervals; of 90% where none are asked for.
double tail_of(const InferenceOptions& options);

/// Turns possible counts into the table of one objective: the count that calibration chose, interval ends
/// and the expected error.
class Estimates final : public PosteriorSink {
 public:
  /// options.objective is not looked at. All references outlive it.
  Estimates(const query::PublicKnowledge& knowledge, const InferenceOptions& options, Objective objective,
            const Calibration& calibration, const PathLengthCorrection& correction);

  void write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop,
             std::size_t kind) override;
  InferredCounts take() { return std::move(table_); }

 private:
  const query::PublicKnowledge& knowledge_;
  const InferenceOptions& options_;
  const Objective objective_;
  const Calibration& calibration_;
  const PathLengthCorrection path_lengths_;
  InferredCounts table_;
};

}  // namespace hopveil::infer
