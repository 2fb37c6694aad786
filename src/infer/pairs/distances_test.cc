// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/distances.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

namespace hopveil::infer {
namespace {

constexpr NodeId kUsers = 200;

WeightedNetwork network_of(const std::vector<Edge>& edges) {
  return {kUsers, edges, std::vector<float>(edges.size(), 0.5F)};
}

/// The obvious way: from each user, step by step.
unsigned steps_between(const WeightedNetwork& network, Edge pair, unsigned most) {
  std::vector<bool> seen(network.num_users(), false);
  std::vector<NodeId> reached{pair.from};
  seen[pair.from] = true;
  for (unsigned steps = 0; steps < most; ++steps) {
    if (seen[pair.to]) return steps;
    std::vector<NodeId> next;
    for (const NodeId user : reached) {
      for (const auto& link : network.links(user)) {
        if (!seen[link.to]) next.push_back(link.to);
        seen[link.to] = true;
      }
    }
    reached = std::move(next);
  }
  return most;
}

// A sparse random network in several parts; pairs from all users, so that there are several groups of 64.
TEST(Distances, AreThoseOfTheObviousSearch) {
  SeededRng rng(7);
  std::vector<Edge> edges, pairs;
  for (NodeId user = 1; user < kUsers; ++user) {
    if (user % 20 != 0) edges.push_back({user, static_cast<NodeId>(user - 1 - rng() % (user % 20))});
  }
  for (NodeId i = 0; i < 2000; ++i) {
    const auto from = static_cast<NodeId>(rng() % kUsers);
    pairs.push_back({from, static_cast<NodeId>((from / 20 * 20 + rng() % 22) % kUsers)});
    if (pairs.back().from == pairs.back().to) pairs.pop_back();
  }
  const WeightedNetwork network = network_of(edges);
  for (const unsigned most : {5U, 12U}) {
    const std::vector<unsigned> found = distances(network, pairs, most, 3);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      ASSERT_EQ(found[i], steps_between(network, pairs[i], most)) << pairs[i].from << ' ' << pairs[i].to;
  }
}

TEST(Distances, OfNoPairsAreNone) {
  EXPECT_TRUE(distances(network_of({{0, 1}}), {}, 5, 1).empty());
}

}  // namespace
}  // namespace hopveil::infer
