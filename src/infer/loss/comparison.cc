// SPDX-License-Identifier: Apache-2.0
#include "infer/loss/comparison.h"

#include <algorithm>
#include <utility>

#include "infer/loss/candidates.h"
#include "infer/loss/estimates.h"

namespace hopveil::infer {
namespace {

/// Users whose inferred counts are compared, in a rehearsal.
constexpr std::size_t kCompared = 3000;

}  // namespace

Comparison::Comparison(const query::PublicKnowledge& knowledge, const InferenceOptions& options,
                       const PathLengthCorrection& path_lengths)
    : knowledge_(knowledge),
      options_(options),
      path_lengths_(path_lengths),
      step_(step(knowledge.roles().private_users().size())) {}

std::size_t Comparison::step(std::size_t private_users) {
  return private_users / kCompared + 1;
}

void Comparison::write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop,
                       std::size_t kind) {
  RehearsedUsers rehearsed{{}, kind, {}};
  for (const NodeId user : users) {
    if (wants(user)) rehearsed.users.push_back(user);
  }
  if (rehearsed.users.empty()) return;
  const Candidates candidates(by_hop, options_, knowledge_.roles().public_users().size(), path_lengths_);
  for (unsigned hop = 0; hop < options_.hops; ++hop) {
    InferredHop inferred = summarised(by_hop[hop], tail_of(options_));
    for (std::size_t i = 0; i < candidates_for(Objective::kRelative).end; ++i) {
      inferred.counts.push_back(candidates.count(i, hop));
      inferred.distances.push_back(mean_distance(by_hop[hop], inferred.counts.back()));
    }
    rehearsed.hops.push_back(std::move(inferred));
  }
  const std::lock_guard lock(writing_);
  rehearsed_.push_back(std::move(rehearsed));
}

void Comparison::add_to(const HopRows& truth, Records& records) {
  std::ranges::sort(rehearsed_, {}, [](const RehearsedUsers& users) { return users.users.front(); });
  for (const RehearsedUsers& rehearsed : rehearsed_) {
    for (const NodeId user : rehearsed.users) {
      for (unsigned hop = 0; hop < rehearsed.hops.size(); ++hop) {
        records[rehearsed.kind][hop].add(rehearsed.hops[hop], truth.of(user)[hop]);
      }
    }
  }
}

Calibration calibrate(std::span<const Records> of_sorts, const InferenceOptions& options) {
  const HopCalibrator calibrator(
      tail_of(options), {candidates_for(Objective::kAbsolute), candidates_for(Objective::kRelative)});
  Calibration calibration(of_sorts.front().size());
  for (std::size_t kind = 0; kind < calibration.size(); ++kind) {
    for (unsigned hop = 0; hop < options.hops; ++hop) {
      std::vector<const HopRecord*> records;
      for (const Records& of_sort : of_sorts) records.push_back(&of_sort[kind][hop]);
      calibration[kind].push_back(calibrator.calibrated(records));
    }
  }
  return calibration;
}

}  // namespace hopveil::infer
