// SPDX-License-Identifier: Apache-2.0
#pragma once

// Communities of a network whose edges are believed to some degree.

#include <cstdint>
#include <vector>

#include "infer/pairs/weighted_network.h"

namespace hopveil::infer {

/// Two partitions of the users by Louvain's method (Blondel et al. 2008): small communities, after its first
/// level, and large ones, after the last. By user, numbered from 0 by first appearance.
struct Communities {
  std::vector<std::uint32_t> small, large;
};

Communities find_communities(const WeightedNetwork& network);

}  // namespace hopveil::infer
