// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who belongs where in a generated community network, and how many edges each part gets.

#include <cstdint>
#include <vector>

#include "base/seeded_rng.h"
#include "graph/network_spec.h"

namespace hopveil {

/// A dense group of users [first, first + size).
struct Community {
  NodeId first;
  NodeId size;
  std::uint64_t edges;  ///< inside it
};

/// A hub, the user `first`, and the communities [first_community, last_community) of the users around it, up
/// to first + size.
struct Region {
  NodeId first;
  NodeId size;
  std::size_t first_community;
  std::size_t last_community;
  std::size_t parent;  ///< the earlier region that bridges lead to; region 0 is its own
};

struct CommunityPlan {
  std::vector<Region> regions;
  std::vector<Community> communities;
  std::vector<std::uint32_t> region_of;  ///< by node
  std::uint64_t bridges;                 ///< edges between a region and its parent
};

/// Needs at least kMinCommunityNodes nodes and two edges per node.
CommunityPlan plan_community(const NetworkSpec& spec, const SeededRng& rng);

inline constexpr std::uint64_t kMinCommunityNodes = 16;
/// Of the users around a hub, how many it knows.
inline constexpr double kHubShare = 0.8;

}  // namespace hopveil
