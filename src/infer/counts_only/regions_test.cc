// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/regions.h"

#include <gtest/gtest.h>

#include "infer/counts_only/counts_only_testing.h"

namespace hopveil::infer {
namespace {

PublicNetwork network_of(const Graph& graph, NodeId num_public) {
  const UserRoles roles = first_users_public(graph.num_nodes(), num_public);
  return public_network(query::PublicKnowledge(graph, roles, everybody(roles.private_users().size(), "1")));
}

TEST(LocalRegions, CliquesWithOneLinkBetweenThemAreTwoRegions) {
  const PublicNetwork network = network_of(two_sides(3), 2 * kPublicPerSide);
  ASSERT_EQ(network.num_regions, 2U);
  for (std::uint32_t p = 0; p < network.size(); ++p) EXPECT_EQ(network.region_of[p], p / kPublicPerSide) << p;
}

TEST(LocalRegions, CliquesWithManyLinksBetweenThemAreOneRegion) {
  std::vector<Edge> edges;
  for (NodeId a = 0; a < 20; ++a)
    for (NodeId b = a + 1; b < 20; ++b)
      if (a / 10 == b / 10 || (b - a == 10 && a < 5)) edges.push_back({a, b});
  EXPECT_EQ(network_of(graph_from_edges(20, std::move(edges)), 20).num_regions, 1U);
}

TEST(LocalRegions, WithoutPublicUsersThereIsOneEmptyRegion) {
  const PublicNetwork network = network_of(graph_from_edges(3, {{0, 1}}), 0);
  EXPECT_EQ(network.num_regions, 1U);
  EXPECT_EQ(network.size(), 0U);
}

TEST(LocalRegions, PublicUsersWithoutLinksAreARegionOfTheirOwn) {
  const PublicNetwork network = network_of(graph_from_edges(8, {{0, 1}, {1, 2}, {0, 2}}), 6);
  EXPECT_EQ(network.region_of, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1}));
}

TEST(LocalRegions, OnePublicUserWithoutLinksJoinsTheLargestRegion) {
  const PublicNetwork network = network_of(graph_from_edges(8, {{0, 1}, {1, 2}, {0, 2}}), 4);
  EXPECT_EQ(network.num_regions, 1U);
}

TEST(LocalRegions, LinksToPrivateUsersChangeNothing) {
  const PublicNetwork with = network_of(two_sides(7), 2 * kPublicPerSide);
  const PublicNetwork without = network_of(two_sides(3), 2 * kPublicPerSide);
  EXPECT_EQ(with.region_of, without.region_of);
  EXPECT_EQ(with.neighbours, without.neighbours);
}

TEST(LocalRegions, FewRegionsEvenWhenEveryPairIsItsOwnCommunity) {
  std::vector<Edge> pairs;
  for (NodeId p = 0; p < 400; p += 2) pairs.push_back({p, p + 1});
  EXPECT_LE(network_of(graph_from_edges(400, std::move(pairs)), 400).num_regions, 25U);
}

}  // namespace
}  // namespace hopveil::infer
