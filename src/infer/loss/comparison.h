// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <vector>

#include "infer/basics/hop_rows.h"
#include "infer/correction/calibration.h"
#include "infer/correction/path_length.h"
#include "infer/inference.h"
#include "infer/loss/posterior_sink.h"

namespace hopveil::infer {

/// By kind of users and hop.
using Records = std::vector<std::vector<HopRecord>>;

/// A rehearsal's view of what was inferred: the candidates of some of the users, beside the truth.
class Comparison final : public PosteriorSink {
 public:
  /// All outlive it.
  Comparison(const query::PublicKnowledge& knowledge, const InferenceOptions& options,
             const PathLengthCorrection& path_lengths);

  /// One of this many private users is compared, by row.
  static std::size_t step(std::size_t private_users);

  bool wants(NodeId user) const override { return knowledge_.roles().row(user) % step_ == 0; }
  void write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop,
             std::size_t kind) override;
  /// `truth`: by user.
  void add_to(const HopRows& truth, Records& records);

 private:
  const query::PublicKnowledge& knowledge_;
  const InferenceOptions& options_;
  const PathLengthCorrection& path_lengths_;
  const std::size_t step_;
  std::mutex writing_;
  std::vector<RehearsedUsers> rehearsed_;
};

/// What follows from rehearsals on networks of several sorts: by kind and hop.
Calibration calibrate(std::span<const Records> of_sorts, const InferenceOptions& options);

}  // namespace hopveil::infer
