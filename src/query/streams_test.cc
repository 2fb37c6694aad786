// SPDX-License-Identifier: Apache-2.0
// Noise is fresh wherever it is drawn: no question, no piece of work and no pool repeats another's. Were it
// repeated, the difference of two answers would be exact.

#include <algorithm>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "query/pair_flips.h"
#include "query/query_layer.h"

namespace hopveil::query {
namespace {

Preferences everybody(std::size_t rows, const char* epsilon) {
  return Preferences(std::vector<Epsilon>(rows, Epsilon::from_text(epsilon)));
}

/// Private users without an edge.
struct Hermits {
  Hermits(NodeId num_users, const char* epsilon)
      : graph(graph_from_edges(num_users, {})),
        knowledge(graph, UserRoles(num_users, {}), everybody(num_users, epsilon)) {}
  Graph graph;
  PublicKnowledge knowledge;
};

TEST(FreshNoise, EveryPoolAndEveryPieceHasItsOwn) {
  const Hermits hermits(6, "0.1");
  CountQuestion question;
  question.num_pools = 6;
  question.num_cells = 5000;  // three pools to a piece of work; cells without users have noise as well
  for (NodeId user = 0; user < 6; ++user) question.pool_of_owner.push_back(user);
  question.cell_of_partner.assign(6, 0);
  SeededRng random(1);
  const NoisyCounts answers = QueryLayer(hermits.graph, hermits.knowledge, random).ask(question);
  for (std::uint32_t a = 0; a < 6; ++a) {
    // P(0) is tanh(.05) = .05, and equal noise comes with .025: 5000 cells stay below 600 but once in 1e60.
    EXPECT_LT(std::ranges::count(answers.pool(a), 0), 600);
    for (std::uint32_t b = 0; b < a; ++b) {
      int equal = 0;
      for (std::uint32_t cell = 0; cell < 5000; ++cell) equal += answers(a, cell) == answers(b, cell) ? 1 : 0;
      EXPECT_LT(equal, 600) << "pools " << a << " and " << b;
    }
  }
}

TEST(FreshNoise, TheSamePairsAgainAreFlippedAnew) {
  const Hermits hermits(200, "6");
  SeededRng random(1);
  QueryLayer layer(hermits.graph, hermits.knowledge, random);
  const PairQuestion half{std::vector<bool>(200, true), dp::Rational(1, 2)};
  const NoisyEdges first = layer.ask(half);
  const NoisyEdges second = layer.ask(half);
  NoisyEdges both;
  std::ranges::set_intersection(first, second, std::back_inserter(both));
  // 19900 pairs, flipped with .047: 944 on average; twice with .0022: 45.
  EXPECT_GT(first.size(), 700U);
  EXPECT_GT(second.size(), 700U);
  EXPECT_LT(both.size(), 150U);
}

TEST(FreshNoise, EveryPieceOfRowsHasItsOwn) {
  constexpr NodeId kUsers = 2048;  // two pieces
  const Hermits hermits(kUsers, "6");
  SeededRng random(1);
  const PairQuestion question{std::vector<bool>(kUsers, true)};
  const NoisyEdges answers = QueryLayer(hermits.graph, hermits.knowledge, random).ask(question);
  const MemberOrder members(hermits.knowledge, question);
  // The places of the flips among the pairs of each piece; with one stream for both they would be the same.
  std::set<std::uint64_t> first;
  std::set<std::uint64_t> second;
  const auto pairs_before = [](std::uint64_t row) { return row * (2 * kUsers - 1 - row) / 2; };
  for (const auto& [a, b] : answers) {
    const auto [row, column] = std::minmax({members.place(a), members.place(b)});
    const std::uint64_t place = pairs_before(row) + (column - row - 1);
    (row < 1024 ? first : second).insert(row < 1024 ? place : place - pairs_before(1024));
  }
  ASSERT_GT(first.size(), 3000U);  // 3900 and 1300 on average
  ASSERT_GT(second.size(), 1000U);
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(first, second, std::back_inserter(both));
  EXPECT_LT(both.size(), 30U);  // 3 on average
}

TEST(PairFlips, PiecesTogetherReachEveryPairFirstAndLastOnesIncluded) {
  // The strictest preference: almost every second pair is flipped.
  const Hermits hermits(9, "0.000000001");
  const PairQuestion question{std::vector<bool>(9, true)};
  const MemberOrder members(hermits.knowledge, question);
  constexpr int kDraws = 4000;
  std::vector<int> flips(9 * 9, 0);
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    for (const auto& [begin, end] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 4}, {4, 8}, {8, 9}}) {
      SeededRng random(seed * 16 + begin);
      for (const FlippedPair pair : draw_flips(random, hermits.knowledge, members, {1, 1}, begin, end)) {
        ASSERT_TRUE(begin <= pair.row && pair.row < end && pair.row < pair.column && pair.column < 9);
        ++flips[pair.row * 9 + pair.column];
      }
    }
  }
  for (std::uint32_t row = 0; row < 9; ++row) {
    for (std::uint32_t column = row + 1; column < 9; ++column) {
      EXPECT_NEAR(flips[row * 9 + column], kDraws / 2, 210);  // 6.6 standard deviations: 36 pairs, 1e-9
    }
  }
}

TEST(PairFlips, TheMostLiberalPreferenceFlipsNothingAndEndsAtOnce) {
  const Hermits hermits(3000, "1000000");
  SeededRng random(1);
  EXPECT_TRUE(QueryLayer(hermits.graph, hermits.knowledge, random)
                  .ask(PairQuestion{std::vector<bool>(3000, true)})
                  .empty());
}

}  // namespace
}  // namespace hopveil::query
