// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/synthetic_graph.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "graph/components.h"
#include "infer/counts_only/counts_only_testing.h"

namespace hopveil::infer {
namespace {

/// A synthetic graph of the two sides, from answers without noise.
class LocalGraph : public testing::Test {
 protected:
  static constexpr NodeId kPerSide = 60;
  static constexpr NodeId kPublic = 2 * kPublicPerSide;
  Graph graph_ = two_sides(kPerSide);
  UserRoles roles_ = first_users_public(graph_.num_nodes(), kPublic);
  query::PublicKnowledge knowledge_{graph_, roles_, everybody(2 * kPerSide, "8")};
  PublicNetwork network_ = public_network(knowledge_);
  ExactAnswers source_{graph_, knowledge_};
  LocalAnswers answers_ = ask_locally(knowledge_, network_, source_);
  Population population_{answers_};

  Graph synthetic(std::uint64_t seed) {
    const SyntheticSetting setting{knowledge_, network_, answers_, population_,
                                   popularity_by_label(answers_, network_)};
    SeededRng random(seed);
    Dice dice(random);
    std::vector<Profile> profiles;
    for (std::uint32_t row = 0; row < 2 * kPerSide; ++row) profiles.push_back(population_.sample(row, dice));
    return synthetic_graph(setting, profiles, Bridges::kAsAnswered, dice);
  }
};

TEST_F(LocalGraph, PopularPublicUsersAreThoseThatUsersOfTheLabelKnow) {
  const auto popularity = popularity_by_label(answers_, network_);
  EXPECT_GT(popularity[0][0], 5 * popularity[0][3]);
  EXPECT_GT(popularity[1][kPublicPerSide], 5 * popularity[1][kPublicPerSide + 3]);
  EXPECT_EQ(popularity[0][kPublicPerSide + 2], 0);  // no user of the first side is linked to the second
}

TEST_F(LocalGraph, HasTheLinksBetweenPublicUsers) {
  const Graph made = synthetic(1);
  for (NodeId p = 0; p < kPublic; ++p)
    for (NodeId q = 0; q < kPublic; ++q) {
      const auto has = [&](const Graph& g) {
        return std::binary_search(g.neighbours(p).begin(), g.neighbours(p).end(), q);
      };
      EXPECT_EQ(has(graph_), has(made)) << p << " " << q;
    }
}

TEST_F(LocalGraph, UsersHaveAsManyPublicNeighboursAsTheyAnswered) {
  const Graph made = synthetic(2);
  for (NodeId user = kPublic; user < made.num_nodes(); ++user) {
    const auto near = made.neighbours(user);
    const bool second = user >= kPublic + kPerSide;
    EXPECT_EQ(std::count_if(near.begin(), near.end(),
                            [&](NodeId v) { return v < kPublic && (v >= kPublicPerSide) == second; }),
              2);
  }
}

TEST_F(LocalGraph, NoLinkOfAPrivateUserLeavesItsRegion) {
  const Graph made = synthetic(3);
  const auto second = [](NodeId v) { return v < kPublic ? v >= kPublicPerSide : v >= kPublic + kPerSide; };
  for (NodeId user = kPublic; user < made.num_nodes(); ++user)
    for (const NodeId v : made.neighbours(user)) EXPECT_EQ(second(v), second(user));
}

/// Of 120 private users, the first are linked to a public user, the next to no user, the others each other in
/// pairs. How many private users reach a public one in a synthetic graph.
class CutOffUsers : public LocalGraph {
 protected:
  NodeId reaching(NodeId with_public, NodeId alone) {
    const SyntheticSetting setting{knowledge_, network_, answers_, population_,
                                   popularity_by_label(answers_, network_)};
    const std::uint32_t regions = population_.num_regions();
    std::vector<Profile> profiles(2 * kPerSide, Profile(population_.num_cells(), 0));
    for (NodeId row = 0; row < profiles.size(); ++row) {
      if (row < with_public) profiles[row][0] = 1;
      if (row >= with_public + alone) profiles[row][regions + label_nowhere(regions)] = 1;
    }
    SeededRng random(4);
    Dice dice(random);
    const Components parts = find_components(synthetic_graph(setting, profiles, Bridges::kAsAnswered, dice));
    return parts.sizes[parts.of_node[0]] - kPublic;
  }
};

TEST_F(CutOffUsers, AreTiedInButForATenth) {
  EXPECT_EQ(reaching(60, 0), 60 + 54);
  EXPECT_EQ(reaching(60, 30), 60 + 54) << "noise may hide the links of a half";
}

TEST_F(CutOffUsers, AreLeftAloneIfMostOfThemHaveNoLinksAtAll) {
  EXPECT_EQ(reaching(60, 40), 60 + 18) << "of 20 who have links";
  EXPECT_EQ(reaching(60, 60), 60);
  EXPECT_EQ(reaching(1, 119), 1);
}

/// A synthetic graph on this network of users with epsilon 8, the first `num_public` of them public.
Graph synthetic_of(const Graph& graph, NodeId num_public, Bridges bridges) {
  const NodeId rows = graph.num_nodes() - num_public;
  const query::PublicKnowledge knowledge(graph, first_users_public(graph.num_nodes(), num_public),
                                         everybody(rows, "8"));
  const PublicNetwork network = public_network(knowledge);
  ExactAnswers source(graph, knowledge);
  const LocalAnswers answers = ask_locally(knowledge, network, source);
  const Population population(answers);
  const SyntheticSetting setting{knowledge, network, answers, population,
                                 popularity_by_label(answers, network)};
  SeededRng random(5);
  Dice dice(random);
  std::vector<Profile> profiles;
  for (std::uint32_t row = 0; row < rows; ++row) profiles.push_back(population.sample(row, dice));
  return synthetic_graph(setting, profiles, bridges, dice);
}

// Public users 0 .. 4 know nobody but the private users of their own.
TEST(Islands, AreJoinedOnlyWhereAskedFor) {
  std::vector<Edge> edges;
  for (NodeId user = 5; user < 55; ++user) edges.push_back({user % 5, user});
  const Graph graph = graph_from_edges(55, std::move(edges));
  const auto largest = [&](Bridges bridges) {
    const Components parts = find_components(synthetic_of(graph, 5, bridges));
    return *std::ranges::max_element(parts.sizes);
  };
  EXPECT_LT(largest(Bridges::kAsAnswered), 50U);
  EXPECT_GT(largest(Bridges::kJoined), 50U);
}

// Users 0 .. 9 know each other; 40 private users know two of them, and 40 only user 10, whom no public user
// knows. All that is popular among the others is used up by those who know two.
TEST(Popularity, IsLeftToUsersWithOnePublicNeighbour) {
  std::vector<Edge> edges;
  for (NodeId a = 0; a < 10; ++a)
    for (NodeId b = 0; b < a; ++b) edges.push_back({a, b});
  for (NodeId user = 11; user < 51; ++user) {
    edges.push_back({0, user});
    edges.push_back({1, user});
    edges.push_back({10, user + 40});
  }
  const Graph made = synthetic_of(graph_from_edges(91, std::move(edges)), 11, Bridges::kAsAnswered);
  EXPECT_GT(made.neighbours(10).size(), 20U) << "13, if popularity were not used up";
}

}  // namespace
}  // namespace hopveil::infer
