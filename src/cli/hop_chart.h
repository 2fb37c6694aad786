// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hopveil::cli {

/// A small terminal chart of how counts are distributed at each hop: a row per hop, a column per range of
/// counts from 0 to `largest`, the height of a block for the share of users in that range, and the mean
/// beside it.
std::string hop_chart(const std::vector<std::span<const std::uint32_t>>& hops, std::uint32_t largest);

}  // namespace hopveil::cli
