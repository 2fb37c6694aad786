// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/count_grid.h"

#include <algorithm>

namespace hopveil::infer {
namespace {

constexpr std::size_t kMostValues = 512;
/// Rows that are looked at to choose the values.
constexpr std::size_t kLookedAt = 8 * kMostValues;

}  // namespace

CountGrid::CountGrid(const HopRows& rows, std::size_t num_rows) : values_(rows.hops()) {
  const std::size_t looked_at = std::min(num_rows, kLookedAt);
  std::vector<float> counts(looked_at);
  for (unsigned hop = 0; hop < hops(); ++hop) {
    for (std::size_t i = 0; i < looked_at; ++i) counts[i] = rows.of(i * num_rows / looked_at)[hop];
    std::ranges::sort(counts);
    auto& values = values_[hop] = counts;
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.size() <= kMostValues) continue;
    values.clear();
    for (std::size_t i = 0; i < kMostValues; ++i) {
      const float value = counts[i * (looked_at - 1) / (kMostValues - 1)];
      if (values.empty() || value > values.back()) values.push_back(value);
    }
  }
  first_.push_back(0);
  for (const auto& values : values_) first_.push_back(first_.back() + values.size());
}

void CountGrid::places(std::span<const float> row, std::span<Place> out) const {
  for (unsigned hop = 0; hop < hops(); ++hop) {
    const auto& values = values_[hop];
    auto at = std::lower_bound(values.begin(), values.end(), row[hop]);
    if (at == values.end() || (at != values.begin() && row[hop] - *(at - 1) < *at - row[hop])) --at;
    out[hop] = static_cast<Place>(at - values.begin());
  }
}

void CountGrid::add_up(std::span<const Place> places, std::span<const std::pair<std::uint32_t, float>> rows,
                       std::vector<WeightedCounts>& by_hop) const {
  const std::size_t num_hops = hops();
  std::vector<float> sums(first_.back(), 0);
  for (const auto& [row, weight] : rows) {
    const auto row_places = places.subspan(row * num_hops, num_hops);
    for (std::size_t hop = 0; hop < num_hops; ++hop) sums[first_[hop] + row_places[hop]] += weight;
  }
  by_hop.resize(num_hops);
  for (std::size_t hop = 0; hop < num_hops; ++hop) {
    // Each is written and only those with a weight are kept: no branch could be foreseen.
    by_hop[hop].resize(values_[hop].size());
    std::size_t kept = 0;
    for (std::size_t place = 0; place < values_[hop].size(); ++place) {
      const float weight = sums[first_[hop] + place];
      by_hop[hop][kept] = {values_[hop][place], weight};
      kept += weight > 0 ? 1 : 0;
    }
    by_hop[hop].resize(kept);
  }
}

}  // namespace hopveil::infer
