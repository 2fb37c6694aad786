// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/edge_posterior.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "graph/generators.h"
#include "infer/design/false_edges.h"
#include "infer/pairs/communities.h"
#include "infer/pairs/pair_scores.h"
#include "query/query_layer.h"

namespace hopveil::infer {
namespace {

/// A network whose pairs were all asked, everybody at the same preference.
struct Asked {
  Asked(Graph network, const char* preference)
      : graph(std::move(network)),
        roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%"))),
        knowledge(
            graph, roles,
            Preferences(std::vector<Epsilon>(roles.private_users().size(), Epsilon::from_text(preference)))),
        noisy{&knowledge, {std::vector<bool>(graph.num_nodes(), true)}, {}} {
    SeededRng noise(5);
    query::QueryLayer layer(graph, knowledge, noise);
    for (const auto& [a, b] : layer.ask(noisy.question)) noisy.answered.push_back({a, b});
  }
  bool is_true(const Edge edge) const {
    return std::ranges::binary_search(graph.neighbours(edge.from), edge.to);
  }
  std::vector<Edge> true_edges() const {
    std::vector<Edge> edges;
    for (NodeId user = 0; user < graph.num_nodes(); ++user) {
      for (const NodeId other : graph.neighbours(user)) {
        if (user < other && !(roles.is_public(user) && roles.is_public(other)))
          edges.push_back({user, other});
      }
    }
    return edges;
  }

  Graph graph;
  UserRoles roles;
  query::PublicKnowledge knowledge;
  NoisyNetwork noisy;
};

Graph circles() {
  return find_generator("community").make({.nodes = 1000, .edges = 10000, .seed = 3, .threads = 1});
}

struct Sums {
  double believed = 0, linked = 0, answers = 0;
};

/// Answers that are believed to at least `from` and less than `to`.
Sums sums_of(const Asked& asked, const EdgeBeliefs& beliefs, float from, float to) {
  Sums sums;
  for (std::size_t i = 0; i < beliefs.belief.size(); ++i) {
    if (beliefs.belief[i] < from || beliefs.belief[i] >= to) continue;
    sums.believed += static_cast<double>(beliefs.belief[i]);
    sums.linked += asked.is_true(asked.noisy.answered[i]) ? 1 : 0;
    ++sums.answers;
  }
  return sums;
}

// At 5, some 3000 of 13000 answers are false. Beliefs are cautious: a little below the share of true edges,
// but never far above it. (Before decoys, beliefs between .5 and .99 added up to twice the true edges among
// them.)
TEST(EdgePosterior, IsCalibrated) {
  const Asked asked(circles(), "5");
  const EdgeBeliefs beliefs = edge_posterior(asked.noisy, 1, SeededRng(1));
  const Sums doubted = sums_of(asked, beliefs, 0, 0.5F), likely = sums_of(asked, beliefs, 0.5F, 0.99F),
             sure = sums_of(asked, beliefs, 0.99F, 2);
  EXPECT_GT(doubted.answers - doubted.linked, 2500);
  EXPECT_LT(doubted.linked, 0.1 * (likely.linked + sure.linked));
  for (const Sums& sums : {likely, sure}) {
    EXPECT_LT(sums.believed, sums.linked + 3 * std::sqrt(sums.answers - sums.linked + 1));
    EXPECT_GT(sums.believed, 0.9 * sums.linked);
  }
}

TEST(EdgePosterior, BelievesEveryAnswerWhereNothingIsFlipped) {
  const Asked asked(circles(), "30");
  const EdgeBeliefs beliefs = edge_posterior(asked.noisy, 1, SeededRng(1));
  EXPECT_EQ(beliefs.belief.size(), asked.true_edges().size());
  EXPECT_TRUE(std::ranges::all_of(beliefs.belief, [](float belief) { return belief == 1; }));
}

TEST(EdgePosterior, DoesNotDependOnTheNumberOfThreads) {
  const Asked asked(circles(), "6");
  EXPECT_EQ(edge_posterior(asked.noisy, 1, SeededRng(1)).belief,
            edge_posterior(asked.noisy, 3, SeededRng(1)).belief);
}

// What is said about a pair does not depend on the pair's own answer.
TEST(PairScores, DoNotLookAtThePairsOwnEdge) {
  const std::vector<Edge> with{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {0, 4}};
  const std::vector<Edge> without(with.begin() + 1, with.end());
  const std::vector<Edge> pair{with.front()};
  const Communities communities{{0, 0, 0, 1, 1}, {0, 0, 0, 0, 0}};
  const std::vector<float> weights(with.size(), 0.7F);
  const WeightedNetwork weighted(5, with, weights), rest(5, without, std::span(weights).subspan(1));
  const auto own_edge = PairScores(weighted, communities, with, 0.1).of(pair, true, 1).front();
  const auto no_edge = PairScores(rest, communities, without, 0.1).of(pair, false, 1).front();
  // The mean degree, by which all pairs are scaled alike, is all that the edge changes: by a constant.
  for (std::size_t i = 0; i < own_edge.size(); ++i)
    EXPECT_NEAR(own_edge[i], no_edge[i], i == 1 ? 0.3 : 1e-5) << i;
}

// Of pairs that nothing joins within three steps, those that are nearer have a larger score; others keep
// theirs.
TEST(PairScores, ShowHowFarPairsAreFromEachOther) {
  std::vector<Edge> path;
  for (NodeId user = 0; user + 1 < 12; ++user) path.push_back({user, user + 1});
  const WeightedNetwork network(12, path, std::vector<float>(path.size(), 1));
  const std::vector<std::uint32_t> all(12, 0);
  const Communities communities{all, all};
  const std::vector<Edge> pairs{{0, 2}, {0, 4}, {0, 7}, {0, 11}};
  const auto before = PairScores(network, communities, path, 0.1).of(pairs, false, 1);
  auto features = before;
  PairScores::add_distances(network, pairs, features, 1);
  EXPECT_EQ(features[0], before[0]);
  EXPECT_EQ(before[1][1], before[3][1]);
  EXPECT_NEAR(features[1][1] - features[2][1], 3, 1e-4);
  EXPECT_NEAR(features[2][1] - features[3][1], 4, 1e-4);
}

TEST(Communities, AreTwoCliquesThatOneEdgeJoins) {
  std::vector<Edge> edges{{0, 6}};
  for (NodeId first : {0U, 6U}) {
    for (NodeId a = first; a < first + 6; ++a) {
      for (NodeId b = a + 1; b < first + 6; ++b) edges.push_back({a, b});
    }
  }
  const std::vector<float> weights(edges.size(), 1);
  const Communities found = find_communities(WeightedNetwork(12, edges, weights));
  const std::vector<std::uint32_t> expected{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(found.large, expected);
  EXPECT_EQ(found.small, expected);
}

TEST(Communities, OfNobodyLinkedAreSingle) {
  const Communities found = find_communities(WeightedNetwork(3, {}, {}));
  EXPECT_EQ(found.large, (std::vector<std::uint32_t>{0, 1, 2}));
}

// 6 standard deviations of the numbers of flips: a false alarm in a billion.
TEST(AskAgain, FlipsAsOftenAsTheQuestionItself) {
  const Asked asked(circles(), "4");
  const std::vector<Edge> edges = asked.true_edges();
  const NoisyNetwork again = ask_again(asked.noisy, edges, SeededRng(9));
  double stayed = 0;
  for (const Edge edge : again.answered) stayed += asked.is_true(edge) ? 1 : 0;
  const double flip = 1 / (1 + std::exp(4));
  const auto num_edges = static_cast<double>(edges.size());
  const double by_noise = expected_false_edges(asked.knowledge, asked.noisy.question) - num_edges * flip;
  EXPECT_NEAR(stayed, num_edges * (1 - flip), 6 * std::sqrt(num_edges * flip));
  EXPECT_NEAR(static_cast<double>(again.answered.size()) - stayed, by_noise, 6 * std::sqrt(by_noise));
}

}  // namespace
}  // namespace hopveil::infer
