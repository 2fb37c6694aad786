// SPDX-License-Identifier: Apache-2.0
#include "graph/community_plan.h"

#include <algorithm>
#include <cmath>

namespace hopveil {
namespace {

// Sizes are in units of the mean degree d, because a community of the density kDensest can give its users no
// more than their degree needs. The values are fitted to ego-Facebook (SNAP), see the test.
constexpr double kSmallestCommunity = 0.25;
constexpr double kLargestCommunity = 5;
constexpr double kCommunityTail = 1.1;
constexpr double kSmallestRegion = 3;
constexpr double kLargestRegion = 25;
constexpr double kRegionTail = 0.8;
/// A community's density is proportional to size^-kThinning, up to kDensest: large communities are looser.
constexpr double kThinning = 0.3;
constexpr double kDensest = 0.9;
/// Shares of all edges.
constexpr double kBridgeShare = 0.006;
constexpr double kCrossShare = 0.03;
/// Parents are region floor(r * u^kCentrality), u uniform: the first regions are central.
constexpr double kCentrality = 12;

/// Pareto with the given smallest value and tail exponent, truncated at `largest`.
std::uint64_t draw_size(SeededRng& rng, double smallest, double largest, double tail) {
  return static_cast<std::uint64_t>(std::min(largest, smallest * std::pow(random_unit(rng), -1 / tail)));
}

/// Cuts [0, total) into parts of random sizes; a rest smaller than the smallest part joins the last one.
template <class AddPart>
void cut(std::uint64_t total, double smallest, double largest, double tail, SeededRng& rng,
         AddPart&& add_part) {
  std::uint64_t begin = 0;
  while (begin < total) {
    std::uint64_t size = std::min(draw_size(rng, smallest, largest, tail), total - begin);
    if (static_cast<double>(total - begin - size) < smallest) size = total - begin;
    add_part(begin, size);
    begin += size;
  }
}

std::uint64_t edges_at(double level, const Community& community) {
  const double density = std::min(kDensest, level * std::pow(community.size, -kThinning));
  const auto edges = static_cast<std::uint64_t>(density * static_cast<double>(num_pairs(community.size)));
  // Never less than a tree, so that the community is connected.
  return std::max<std::uint64_t>(edges, community.size - std::uint64_t{1});
}

/// Gives the communities as many edges as fit into `budget`, by bisection on the level of their densities.
void share_edges(std::vector<Community>& communities, std::uint64_t budget) {
  const auto total_at = [&](double level) {
    std::uint64_t total = 0;
    for (const Community& community : communities) total += edges_at(level, community);
    return total;
  };
  double low = 0;
  double high = 65536;  // every community of up to 2^32 users is at its densest
  for (int step = 0; step < 50; ++step) {
    const double middle = (low + high) / 2;
    (total_at(middle) <= budget ? low : high) = middle;
  }
  for (Community& community : communities) community.edges = edges_at(low, community);
}

}  // namespace

CommunityPlan plan_community(const NetworkSpec& spec, const SeededRng& rng) {
  const double nodes = static_cast<double>(spec.nodes);
  const double edges = static_cast<double>(spec.edges);
  const double degree = std::min(2 * edges / nodes, nodes / 8);
  SeededRng region_sizes = rng.stream("region sizes");
  SeededRng community_sizes = rng.stream("circle sizes");
  SeededRng parents = rng.stream("parents");

  CommunityPlan plan;
  const double largest_region = std::max(16.0, std::min(kLargestRegion * degree, nodes / 4));
  const double smallest_region = std::clamp(kSmallestRegion * degree, 8.0, largest_region);
  const double smallest_community = std::max(kSmallestCommunity * degree, 4.0);
  const double largest_community = std::max(kLargestCommunity * degree, 8.0);
  cut(spec.nodes, smallest_region, largest_region, kRegionTail, region_sizes,
      [&](std::uint64_t begin, std::uint64_t size) {
        const std::size_t index = plan.regions.size();
        const double centre = static_cast<double>(index) * std::pow(random_unit(parents), kCentrality);
        const auto parent = std::min(static_cast<std::size_t>(centre), index == 0 ? 0 : index - 1);
        const std::size_t first_community = plan.communities.size();
        cut(size - 1, smallest_community, largest_community, kCommunityTail, community_sizes,
            [&](std::uint64_t community_begin, std::uint64_t community_size) {
              plan.communities.push_back(
                  {static_cast<NodeId>(begin + 1 + community_begin), static_cast<NodeId>(community_size), 0});
            });
        plan.regions.push_back({static_cast<NodeId>(begin), static_cast<NodeId>(size), first_community,
                                plan.communities.size(), parent});
        plan.region_of.resize(begin + size, static_cast<std::uint32_t>(index));
      });

  plan.bridges =
      std::max<std::uint64_t>(plan.regions.size() - 1, static_cast<std::uint64_t>(kBridgeShare * edges));
  const auto elsewhere = static_cast<std::uint64_t>(kCrossShare * edges + kHubShare * nodes) + plan.bridges;
  share_edges(plan.communities, spec.edges - std::min(spec.edges, elsewhere));
  return plan;
}

}  // namespace hopveil
