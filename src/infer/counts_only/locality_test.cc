// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/locality.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "graph/generators.h"
#include "infer/counts_only/counts_only_testing.h"

namespace hopveil::infer {
namespace {

bool is_local(const Graph& graph, const UserRoles& roles) {
  const query::PublicKnowledge knowledge(graph, roles, everybody(roles.private_users().size(), "8"));
  const PublicNetwork network = public_network(knowledge);
  ExactAnswers source(graph, knowledge);
  const Population population(ask_locally(knowledge, network, source));
  SeededRng random(1);
  Dice dice(random);
  return links_are_local(knowledge, network, population, dice);
}

bool is_local(const char* kind) {
  const Graph graph = find_generator(kind).make({.nodes = 1000, .edges = 8000, .seed = 3, .threads = 1});
  return is_local(graph, UserRoles(1000, highest_degree_users(graph, TopShare::from_text("10%"))));
}

TEST(Locality, IsWhatThePublicUsersNetworkShows) {
  EXPECT_TRUE(is_local("community"));
  EXPECT_FALSE(is_local("rmat"));
  EXPECT_FALSE(is_local("powerlaw"));
}

TEST(Locality, IsRefutedByManyPairsOfPublicUsersThatShareNeighboursAndAreNotLinked) {
  constexpr NodeId kPublic = 30, kPrivate = 300;
  std::vector<Edge> shared, single;
  for (NodeId user = 0; user < kPrivate; ++user) {
    for (const NodeId step : {1U, 7U, 11U}) shared.push_back({(user * step) % kPublic, kPublic + user});
    single.push_back({user % kPublic, kPublic + user});
  }
  const UserRoles roles = first_users_public(kPublic + kPrivate, kPublic);
  EXPECT_FALSE(is_local(graph_from_edges(kPublic + kPrivate, shared), roles));
  // Without shared neighbours nothing is known.
  EXPECT_TRUE(is_local(graph_from_edges(kPublic + kPrivate, single), roles));
}

}  // namespace
}  // namespace hopveil::infer
