// SPDX-License-Identifier: Apache-2.0
#include "infer/loss/bayes_action.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hopveil::infer {

float best_count(const WeightedCounts& counts, Objective objective) {
  if (counts.empty()) return 0;
  const auto importance = [&](const std::pair<float, float>& item) {
    return objective == Objective::kRelative ? item.second / std::max(item.first, 1.0F) : item.second;
  };
  double total = 0;
  for (const auto& item : counts) total += importance(item);
  double before = 0;
  for (const auto& item : counts) {
    before += importance(item);
    if (2 * before >= total) return item.first;
  }
  return counts.back().first;
}

float quantile(const WeightedCounts& counts, double share) {
  if (counts.empty()) return 0;
  double total = 0;
  for (const auto& item : counts) total += item.second;
  double before = 0;
  for (const auto& item : counts) {
    before += item.second;
    if (before >= share * total) return item.first;
  }
  return counts.back().first;
}

float mean_distance(const WeightedCounts& counts, float count) {
  double total = 0, distance = 0;
  for (const auto& [possible, weight] : counts) {
    total += weight;
    distance += weight * std::abs(possible - count);
  }
  return total > 0 ? static_cast<float>(distance / total) : 0;
}

void fit_to_range(std::span<const float> row, std::size_t num_public, std::span<std::uint32_t> out) {
  std::uint64_t sum = 0;
  for (std::size_t hop = 0; hop < row.size(); ++hop) {
    const float count = std::clamp(std::round(row[hop]), 0.0F, static_cast<float>(num_public));
    sum += out[hop] = std::min(static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(num_public));
  }
  while (sum > num_public) {
    auto& largest = *std::max_element(out.begin(), out.end());
    const auto taken = static_cast<std::uint32_t>(std::min<std::uint64_t>(largest, sum - num_public));
    largest -= taken;
    sum -= taken;
  }
}

}  // namespace hopveil::infer
