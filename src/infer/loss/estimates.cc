// SPDX-License-Identifier: Apache-2.0
#include "infer/loss/estimates.h"

#include <algorithm>
#include <cmath>

#include "infer/loss/candidates.h"

namespace hopveil::infer {
namespace {

constexpr unsigned kUsualPercent = 90;

/// The count with this square root; below 0 there is none.
float squared(float root) {
  return root > 0 ? root * root : 0;
}

float weighted_spread_of_roots(const WeightedCounts& counts) {
  float total = 0, sum = 0, squares = 0;
  for (const auto& [count, weight] : counts) {
    total += weight;
    sum += weight * std::sqrt(count);
    squares += weight * count;
  }
  if (total <= 0) return 1;
  return 1 + std::sqrt(std::max(0.0F, squares / total - sum / total * (sum / total)));
}

}  // namespace

InferredHop summarised(const WeightedCounts& counts, double tail) {
  return {std::sqrt(quantile(counts, tail)),
          std::sqrt(quantile(counts, 1 - tail)),
          weighted_spread_of_roots(counts),
          {},
          {}};
}

double tail_of(const InferenceOptions& options) {
  return (100 - static_cast<double>(options.intervals.value_or(kUsualPercent))) / 200;
}

Estimates::Estimates(const query::PublicKnowledge& knowledge, const InferenceOptions& options,
                     Objective objective, const Calibration& calibration,
                     const PathLengthCorrection& correction)
    : knowledge_(knowledge),
      options_(options),
      objective_(objective),
      calibration_(calibration),
      path_lengths_(correction),
      table_(knowledge.roles().private_users().size(), options.hops, options.intervals.has_value()) {}

void Estimates::write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop,
                      std::size_t kind) {
  const std::size_t num_public = knowledge_.roles().public_users().size();
  const auto of_objective = static_cast<std::size_t>(objective_);
  const auto write_all = [&](auto column, auto value) {
    for (const NodeId user : users) column[knowledge_.roles().row(user)] = value;
  };
  const auto whole = [&](float count) {
    const auto rounded = static_cast<std::uint64_t>(std::round(std::max(count, 0.0F)));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(rounded, num_public));
  };
  const Candidates candidates(by_hop, options_, num_public, path_lengths_);
  std::vector<float> row;
  for (unsigned hop = 0; hop < options_.hops; ++hop) {
    row.push_back(candidates.count(calibration_[kind][hop].candidate[of_objective], hop));
  }
  std::vector<std::uint32_t> fitted(options_.hops);
  fit_to_range(row, num_public, fitted);
  for (unsigned hop = 0; hop < options_.hops; ++hop) {
    const CalibratedHop& calibrated = calibration_[kind][hop];
    const std::uint32_t count = fitted[hop];
    write_all(table_.hop(hop + 1), count);
    const float distance = mean_distance(by_hop[hop], static_cast<float>(count)) + kDistance;
    write_all(table_.expected_error(hop + 1), calibrated.error_ratio[of_objective] * distance);
    if (!options_.intervals) continue;
    const InferredHop inferred = summarised(by_hop[hop], tail_of(options_));
    const float moved = candidates.moved(hop);
    const std::uint32_t low =
        whole(squared(inferred.low - calibrated.low * inferred.spread) + std::min(moved, 0.0F));
    const std::uint32_t high =
        whole(squared(inferred.high + calibrated.high * inferred.spread) + std::max(moved, 0.0F));
    write_all(table_.low(hop + 1), std::min(count, low));
    write_all(table_.high(hop + 1), std::max(count, high));
  }
}

}  // namespace hopveil::infer
