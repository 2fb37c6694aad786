// SPDX-License-Identifier: Apache-2.0
#include "infer/design/clustering.h"

#include <gtest/gtest.h>

#include "graph/builder.h"
#include "graph/generators.h"

namespace hopveil::infer {
namespace {

/// Of a network in which the users of highest degree, a fifth, are public.
std::optional<double> clustering_of(const Graph& graph) {
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("20%")));
  const std::vector<Epsilon> preferences(roles.private_users().size(), Epsilon::from_text("1"));
  return excess_clustering(query::PublicKnowledge(graph, roles, Preferences(preferences)));
}

Graph generated(const char* kind) {
  return find_generator(kind).make({.nodes = 1000, .edges = 8000, .seed = 3, .threads = 1});
}

TEST(ExcessClustering, IsLargeInCommunitiesAndSmallInRandomNetworks) {
  EXPECT_GT(clustering_of(generated("community")), kClustered);
  EXPECT_LT(clustering_of(generated("rmat")).value(), kClustered);
  EXPECT_LT(clustering_of(generated("powerlaw")).value(), kClustered);
}

TEST(ExcessClustering, IsUnknownWhereTooFewPublicEdgesAreKnown) {
  EXPECT_EQ(clustering_of(graph_from_edges(10, {{0, 1}, {1, 2}, {2, 0}})), std::nullopt);
}

}  // namespace
}  // namespace hopveil::infer
