// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "infer/inference.h"

namespace hopveil::infer {

/// Possible counts with weights, by rising count.
using WeightedCounts = std::vector<std::pair<float, float>>;

/// The count with the least expected error: the weighted median; for the relative error |x - t| / max(t, 1)
/// the median under weights divided by max(t, 1). 0 when there are none.
float best_count(const WeightedCounts& counts, Objective objective);

/// The smallest count at or below which lies that share of the weight.
float quantile(const WeightedCounts& counts, double share);

/// The weighted mean of |count - possible count|; 0 when there are none.
float mean_distance(const WeightedCounts& counts, float count);

/// Puts a row into whole numbers within 0 .. num_public whose sum is at most num_public; what is too much is
/// taken from the largest count.
void fit_to_range(std::span<const float> row, std::size_t num_public, std::span<std::uint32_t> out);

}  // namespace hopveil::infer
