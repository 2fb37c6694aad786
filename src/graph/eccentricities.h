// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil {

/// Sources that one call of eccentricities() takes: a row of bits is one cache line.
inline constexpr std::size_t kEccentricityBatch = 512;

/// The eccentricities of up to kEccentricityBatch nodes of one component, all of whose nodes are `component`.
std::vector<std::uint32_t> eccentricities(const Graph& graph, std::span<const NodeId> component,
                                          std::span<const NodeId> sources, unsigned threads);

}  // namespace hopveil
