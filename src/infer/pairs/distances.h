// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "graph/builder.h"
#include "infer/pairs/weighted_network.h"

namespace hopveil::infer {

/// By pair: how many links are between its ends on the shortest path, whatever the links weigh; `most` where
/// there are more, or no path. Breadth-first search from 64 users at a time (Then et al. 2014).
std::vector<unsigned> distances(const WeightedNetwork& network, std::span<const Edge> pairs, unsigned most,
                                unsigned threads);

}  // namespace hopveil::infer
