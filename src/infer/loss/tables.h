// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "infer/loss/estimates.h"

namespace hopveil::infer {

/// The tables of several objectives, written from the same possible counts.
class Tables final : public PosteriorSink {
 public:
  /// All outlive it.
  Tables(const query::PublicKnowledge& knowledge, const InferenceOptions& options,
         std::span<const Objective> objectives, const Calibration& calibration,
         const PathLengthCorrection& correction) {
    for (const Objective objective : objectives) {
      estimates_.push_back(
          std::make_unique<Estimates>(knowledge, options, objective, calibration, correction));
    }
  }

  void write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop,
             std::size_t kind) override {
    for (const auto& estimates : estimates_) estimates->write(users, by_hop, kind);
  }
  std::vector<InferredCounts> take() {
    std::vector<InferredCounts> tables;
    for (const auto& estimates : estimates_) tables.push_back(estimates->take());
    return tables;
  }

 private:
  std::vector<std::unique_ptr<Estimates>> estimates_;
};

}  // namespace hopveil::infer
