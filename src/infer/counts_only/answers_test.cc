// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/answers.h"

#include <numeric>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "infer/counts_only/counts_only_testing.h"
#include "query/query_layer.h"

namespace hopveil::infer {
namespace {

TEST(LocalAnswers, UsersAreLabelledByTheirRegionAndNeighboursCountedByLabel) {
  const Graph graph = two_sides(20);
  const UserRoles roles = first_users_public(graph.num_nodes(), 2 * kPublicPerSide);
  const query::PublicKnowledge knowledge(graph, roles, everybody(40, "3"));
  ExactAnswers source(graph, knowledge);
  const PublicNetwork network = public_network(knowledge);
  const LocalAnswers answers = ask_locally(knowledge, network, source);
  std::int64_t inside = 0, outside = 0;
  for (std::uint32_t row = 0; row < 40; ++row) {
    const std::uint32_t side = row / 20;
    EXPECT_EQ(answers.public_neighbours(row, side), 2);
    EXPECT_EQ(answers.label_of_row[row], side);
    inside += answers.private_neighbours(row, side);
    outside += answers.private_neighbours(row, 1 - side) + answers.private_neighbours(row, 2);
  }
  EXPECT_EQ(inside, 40);  // every link once, by its owner
  EXPECT_EQ(outside, 0);
  EXPECT_EQ(answers.popularity(0, 0), 20);
  EXPECT_EQ(answers.popularity(1, 0), 0);
}

TEST(LocalAnswers, WhoIsOwnedDependsOnThePreferencesBehindALabel) {
  LocalAnswers answers;
  answers.public_neighbours = query::NoisyCounts(5, 1);
  answers.bands.bands = {{.epsilon = 0.1, .owned_share = 0.8}, {.epsilon = 1, .owned_share = 0.2}};
  answers.bands.of_row = {0, 0, 1, 1, 0};
  answers.label_of_row = {label_unknown(1), label_unknown(1), 0, 0, 0};
  const auto shares = owned_shares(answers);
  EXPECT_DOUBLE_EQ(shares[label_unknown(1)][1], 0);    // the strict own these pairs
  EXPECT_DOUBLE_EQ(shares[label_unknown(1)][0], 0.5);  // half of each other
  EXPECT_DOUBLE_EQ(shares[0][0], 2.5 / 3);
  EXPECT_DOUBLE_EQ(shares[0][1], 1.0 / 3);
  EXPECT_DOUBLE_EQ(shares[label_nowhere(1)][0], 0.8);  // no user has the label
}

TEST(LocalAnswers, NoPairIsChargedMoreThanItsLevel) {
  const Graph graph = two_sides(20);
  const UserRoles roles = first_users_public(graph.num_nodes(), 2 * kPublicPerSide);
  const query::PublicKnowledge knowledge(graph, roles, everybody(40, "1"));
  SeededRng random(1);
  query::QueryLayer layer(graph, knowledge, random);
  const PublicNetwork network = public_network(knowledge);
  EXPECT_NO_THROW(ask_locally(knowledge, network, layer));         // the layer keeps account
  EXPECT_THROW(ask_locally(knowledge, network, layer), BugError);  // nothing is left
}

/// Four public users, all linked; private users in a ring, each linked to two of them; every third is strict.
struct Mixed {
  Graph graph;
  UserRoles roles;
  query::PublicKnowledge knowledge;
};
Mixed strict_and_others() {
  std::vector<Edge> edges = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  std::vector<Epsilon> preferences;
  for (NodeId i = 0; i < 30; ++i) {
    edges.push_back({4 + i, i % 4});
    edges.push_back({4 + i, (i + 1) % 4});
    edges.push_back({4 + i, 4 + (i + 1) % 30});
    preferences.push_back(Epsilon::from_text(i % 3 == 0 ? "0.1" : "2"));
  }
  Graph graph = graph_from_edges(34, std::move(edges));
  UserRoles roles = first_users_public(34, 4);
  query::PublicKnowledge knowledge(graph, roles, Preferences(preferences));
  return {std::move(graph), std::move(roles), std::move(knowledge)};
}

TEST(LocalAnswers, TheStrictCountPublicNeighboursAndLabelledOnesTogether) {
  const Mixed mixed = strict_and_others();
  const PublicNetwork network = public_network(mixed.knowledge);
  ASSERT_EQ(network.num_regions, 1U);
  ExactAnswers source(mixed.graph, mixed.knowledge);
  const LocalAnswers answers = ask_locally(mixed.knowledge, network, source);
  for (std::uint32_t row = 0; row < 30; row += 3) {
    EXPECT_EQ(answers.label_of_row[row], label_unknown(1));
    EXPECT_EQ(answers.public_neighbours(row, 0), 0);
    EXPECT_EQ(answers.private_neighbours(row, 0), 4);  // two public users, two in the ring
    EXPECT_EQ(answers.public_neighbours(row + 1, 0), 2);
  }
}

TEST(LocalAnswers, NoPairOfTheStrictIsChargedMoreThanItsLevel) {
  const Mixed mixed = strict_and_others();
  SeededRng random(1);
  query::QueryLayer layer(mixed.graph, mixed.knowledge, random);
  EXPECT_NO_THROW(ask_locally(mixed.knowledge, public_network(mixed.knowledge), layer));
}

}  // namespace
}  // namespace hopveil::infer
