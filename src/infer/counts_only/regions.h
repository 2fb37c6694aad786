// SPDX-License-Identifier: Apache-2.0
#pragma once

// What public users know of each other without asking anybody: their links, and the regions that these form.

#include <cstdint>
#include <vector>

#include "query/public_knowledge.h"

namespace hopveil::infer {

/// Public users are numbered by their place in roles().public_users().
struct PublicNetwork {
  std::vector<std::vector<std::uint32_t>> neighbours;
  std::vector<std::uint32_t> region_of;
  std::uint32_t num_regions = 0;  ///< at least 1, also without public users

  std::uint32_t size() const { return static_cast<std::uint32_t>(neighbours.size()); }
};

/// Regions are communities of the public users' own network, by Louvain's method (Blondel et al. 2008) at a
/// coarse resolution; those below kSmallestRegion of the public users join the region they have most links
/// to.
PublicNetwork public_network(const query::PublicKnowledge& knowledge);

}  // namespace hopveil::infer
