#pragma once

#include <span>
#include <vector>

#include "infer/loss/estimates.h"

namespace hopveil::infer {

/// The tables of several objectives, written from the same possible counts.
class Tables {
 public:
  /// All outlive it.
  Tables(const query::PublicKnowledge& knowledge, const InferenceOptions& options,
         std::span<const Objective> objectives, const Calibration& calibration,
         const PathLengthCorrection& correction) {
    for (const Objective objective : objectives) {
      estimates_.emplace_back(knowledge, options, objective, calibration, correction);
    }
  }

  /// Users with the same possible counts. Different users may be written by different threads.
  void write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop, Estimates::From from) {
    for (Estimates& estimates : estimates_) estimates.write(users, by_hop, from);
  }
  std::vector<InferredCounts> take() {
    std::vector<InferredCounts> tables;
    for (Estimates& estimates : estimates_) tables.push_back(estimates.take());
    return tables;
  }

 private:
  std::vector<Estimates> estimates_;
};

}  // namespace hopveil::infer
