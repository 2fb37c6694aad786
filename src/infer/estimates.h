#pragma once

#include <vector>

#include "infer/infer_counts.h"
#include "infer/weighted_rows.h"

namespace hopveil {

/// Turns weighted possible counts into the table: the best count for the objective, and interval ends.
class Estimates {
 public:
  /// Both outlive it.
  Estimates(const PublicKnowledge& knowledge, const InferenceOptions& options);

  /// `by_hop` has an entry more than hops are released. Different users may be written by different
  /// threads.
  void write(NodeId user, const std::vector<WeightedCounts>& by_hop);
  InferredCounts take() { return std::move(table_); }

 private:
  float best_of(const std::vector<WeightedCounts>& by_hop, unsigned hop) const;

  const PublicKnowledge& knowledge_;
  const InferenceOptions& options_;
  InferredCounts table_;
};

}  // namespace hopveil
