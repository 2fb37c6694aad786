// SPDX-License-Identifier: Apache-2.0
#include "query/query_layer.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "support/chi_square.h"

namespace hopveil::query {
namespace {

Preferences preferences_of(const std::vector<const char*>& texts) {
  std::vector<Epsilon> by_row;
  for (const char* text : texts) by_row.push_back(Epsilon::from_text(text));
  return Preferences(std::move(by_row));
}

TEST(QueryLayer, WithHugePreferencesAnswersAreExact) {
  // 0 and 1 are public. Private 2 (strictest) .. 5.
  const Graph graph = graph_from_edges(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {2, 5}});
  const PublicKnowledge knowledge(graph, UserRoles(6, {0, 1}),
                                  preferences_of({"1000", "2000", "3000", "4000"}));
  SeededRng random(1);
  QueryLayer pairs(graph, knowledge, random);
  const NoisyEdges expected = {{0, 2}, {1, 3}, {2, 3}, {2, 5}, {3, 4}, {4, 5}};
  EXPECT_EQ(pairs.ask(PairQuestion{std::vector<bool>(6, true)}), expected) << "all but the public edge";

  QueryLayer counts(graph, knowledge, random);
  CountQuestion question;
  question.pool_of_owner = {kNobody, kNobody, 0, 1, 2, 2};
  question.cell_of_partner = {0, 0, 1, 1, 1, 1};
  question.num_pools = 3;
  question.num_cells = 2;
  const NoisyCounts answers = counts.ask(question);
  EXPECT_EQ(answers(0, 0), 1);
  EXPECT_EQ(answers(0, 1), 2) << "2 is the stricter of both its private pairs";
  EXPECT_EQ(answers(1, 0), 1);
  EXPECT_EQ(answers(1, 1), 1) << "the pair {2, 3} belongs to 2";
  EXPECT_EQ(answers(2, 0), 0);
  EXPECT_EQ(answers(2, 1), 1);
}

TEST(QueryLayer, APairIsNotChargedMoreThanItsLevel) {
  const Graph graph = graph_from_edges(3, {{0, 1}, {0, 2}});
  const PublicKnowledge knowledge(graph, UserRoles(3, {0}), preferences_of({"1", "1"}));
  SeededRng random(1);
  QueryLayer layer(graph, knowledge, random);
  CountQuestion question;
  question.pool_of_owner = {kNobody, 0, 1};
  question.cell_of_partner = {0, kNobody, kNobody};
  question.num_pools = 2;
  question.num_cells = 1;
  question.share = dp::Rational(9, 10);
  layer.ask(question);
  question.share = dp::Rational(1, 9);
  EXPECT_THROW(layer.ask(question), BugError);
  question.share = dp::Rational(1, 10);
  layer.ask(question);
  EXPECT_THROW(layer.ask(PairQuestion{{true, true, false}, dp::Rational(1, 1000)}), BugError);
  layer.ask(PairQuestion{{false, true, true}, dp::Rational(1, 1)});
}

TEST(QueryLayer, WrongQuestionsAreRefusedBeforeAnythingIsCharged) {
  const Graph graph = graph_from_edges(3, {{0, 1}, {0, 2}});
  const PublicKnowledge knowledge(graph, UserRoles(3, {0}), preferences_of({"1", "1"}));
  SeededRng random(1);
  QueryLayer layer(graph, knowledge, random);
  CountQuestion right;
  right.pool_of_owner = {kNobody, 0, 1};
  right.cell_of_partner = {0, kNobody, kNobody};
  right.num_pools = 2;
  right.num_cells = 1;
  CountQuestion asks_a_public_user = right;
  asks_a_public_user.pool_of_owner[0] = 0;
  EXPECT_THROW(layer.ask(asks_a_public_user), BugError);
  CountQuestion unknown_pool = right;
  unknown_pool.pool_of_owner[1] = 2;
  EXPECT_THROW(layer.ask(unknown_pool), BugError);
  CountQuestion unknown_cell = right;
  unknown_cell.cell_of_partner[1] = 1;
  EXPECT_THROW(layer.ask(unknown_cell), BugError);
  CountQuestion about_others = right;
  about_others.cell_of_partner.pop_back();
  EXPECT_THROW(layer.ask(about_others), BugError);
  EXPECT_THROW(layer.ask(PairQuestion{{true, true}}), BugError);
  layer.ask(right);
}

/// 3000 users in a ring with P = 1, 2, 3 in turn; every twentieth is public.
struct Ring {
  static constexpr NodeId kUsers = 3000;
  Ring() : graph(ring()), knowledge(graph, roles(), preferences()) {}
  static Graph ring() {
    std::vector<Edge> edges;
    for (NodeId user = 0; user < kUsers; ++user) edges.push_back({user, (user + 1) % kUsers});
    return graph_from_edges(kUsers, edges);
  }
  static UserRoles roles() {
    std::vector<NodeId> public_users;
    for (NodeId user = 0; user < kUsers; user += 20) public_users.push_back(user);
    return {kUsers, public_users};
  }
  static Preferences preferences() {
    std::vector<Epsilon> by_row;
    for (NodeId user = 0; user < kUsers; ++user) {
      if (user % 20 != 0) by_row.push_back(Epsilon::from_nanos((1 + user % 3) * Epsilon::kNanosPerUnit));
    }
    return Preferences(std::move(by_row));
  }
  /// Everybody's own counts per `num_cells` cells of users.
  CountQuestion question(std::uint32_t num_cells) const {
    CountQuestion result;
    result.num_pools = kUsers;
    result.num_cells = num_cells;
    for (NodeId user = 0; user < kUsers; ++user) {
      result.pool_of_owner.push_back(knowledge.is_public(user) ? kNobody : user);
      result.cell_of_partner.push_back(user % num_cells);
    }
    return result;
  }
  Graph graph;
  PublicKnowledge knowledge;
};

TEST(QueryLayer, ThreadsChangeNothing) {
  const Ring ring;
  SeededRng random(7);
  const CountQuestion counts = ring.question(30);
  const PairQuestion pairs{std::vector<bool>(Ring::kUsers, true)};
  QueryLayer one(ring.graph, ring.knowledge, random, 1);
  QueryLayer many(ring.graph, ring.knowledge, random, 4);
  const NoisyCounts counts_of_one = one.ask(counts);
  const NoisyCounts counts_of_many = many.ask(counts);
  for (std::uint32_t pool = 0; pool < Ring::kUsers; ++pool) {
    ASSERT_TRUE(std::ranges::equal(counts_of_one.pool(pool), counts_of_many.pool(pool)));
  }
  EXPECT_EQ(QueryLayer(ring.graph, ring.knowledge, random, 1).ask(pairs),
            QueryLayer(ring.graph, ring.knowledge, random, 4).ask(pairs));
}

TEST(QueryLayer, TheSameQuestionAgainHasNoiseOfItsOwn) {
  const Ring ring;
  SeededRng random(7);
  QueryLayer layer(ring.graph, ring.knowledge, random);
  CountQuestion half = ring.question(2);
  half.share = dp::Rational(1, 2);
  const NoisyCounts first = layer.ask(half);
  const NoisyCounts second = layer.ask(half);
  int different = 0;
  for (std::uint32_t pool = 0; pool < Ring::kUsers; ++pool) {
    if (!std::ranges::equal(first.pool(pool), second.pool(pool))) ++different;
  }
  EXPECT_GT(different, 2000);
}

TEST(QueryLayer, EveryCellHasDiscreteLaplaceNoiseOfItsOwnersPreference) {
  const Ring ring;
  SeededRng random(11);
  QueryLayer layer(ring.graph, ring.knowledge, random);
  constexpr std::uint32_t kCells = 30;
  const CountQuestion question = ring.question(kCells);
  const NoisyCounts answers = layer.ask(question);
  std::map<std::uint64_t, std::map<std::int64_t, std::uint64_t>> noise_of_level;
  for (NodeId user = 0; user < Ring::kUsers; ++user) {
    if (ring.knowledge.is_public(user)) {
      EXPECT_TRUE(std::ranges::all_of(answers.pool(user), [](std::int64_t value) { return value == 0; }))
          << "an empty pool has no answer";
      continue;
    }
    std::vector<std::int64_t> truth(kCells, 0);
    for (const NodeId partner : ring.graph.neighbours(user)) {
      if (ring.knowledge.owner(user, partner) == user) ++truth[partner % kCells];
    }
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      ++noise_of_level[1 + user % 3][answers(user, cell) - truth[cell]];
    }
  }
  ASSERT_EQ(noise_of_level.size(), 3U);
  for (const auto& [level, draws] : noise_of_level) {
    const auto laplace = [](double epsilon) {
      return [epsilon](std::int64_t x) {
        return std::tanh(epsilon / 2) * std::exp(-epsilon * std::abs(static_cast<double>(x)));
      };
    };
    const auto epsilon = static_cast<double>(level);
    EXPECT_TRUE(testing::chi_square_integers(draws, -60, 60, laplace(epsilon)).fits()) << level;
    EXPECT_FALSE(testing::chi_square_integers(draws, -60, 60, laplace(epsilon * 1.05)).fits()) << level;
  }
}

}  // namespace
}  // namespace hopveil::query
