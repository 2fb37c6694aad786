#include "infer/local_regions.h"

#include <gtest/gtest.h>

#include "infer/local_testing.h"

namespace hopveil {
namespace {

PublicNetwork network_of(const Graph& graph, NodeId num_public) {
  const UserRoles roles = first_users_public(graph.num_nodes(), num_public);
  return public_network(PublicKnowledge(graph, roles, everybody(roles.private_users().size(), "1")));
}

TEST(LocalRegions, CliquesWithOneLinkBetweenThemAreTwoRegions) {
  const PublicNetwork network = network_of(two_sides(3), 10);
  ASSERT_EQ(network.num_regions, 2U);
  for (std::uint32_t p = 0; p < 10; ++p) EXPECT_EQ(network.region_of[p], p / 5) << p;
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
  const PublicNetwork with = network_of(two_sides(7), 10);
  const PublicNetwork without = network_of(two_sides(3), 10);
  EXPECT_EQ(with.region_of, without.region_of);
  EXPECT_EQ(with.neighbours, without.neighbours);
}

TEST(LocalRegions, FewRegionsEvenWhenEveryPairIsItsOwnCommunity) {
  std::vector<Edge> pairs;
  for (NodeId p = 0; p < 400; p += 2) pairs.push_back({p, p + 1});
  EXPECT_LE(network_of(graph_from_edges(400, std::move(pairs)), 400).num_regions, 25U);
}

}  // namespace
}  // namespace hopveil
