#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "infer/hop_rows.h"

namespace hopveil {

/// Cuts `users` into at most `wanted` strata of users whose counts are alike, by k-means on the square roots
/// of their rows (whose noise is then about even), started from strata of equal mean distance. Numbered from
/// 0, the users closest to everybody first. out[user] is set for these users only; returns the number of
/// strata.
std::uint32_t cut_into_strata(std::span<const NodeId> users, const HopRows& counts, const Graph& known,
                              std::uint32_t wanted, std::vector<std::uint32_t>& out);

}  // namespace hopveil
