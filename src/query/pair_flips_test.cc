// SPDX-License-Identifier: Apache-2.0
// Randomized response flips each pair independently, with the probability of its level, rounded up.

#include "query/pair_flips.h"

#include <cmath>
#include <numeric>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "query/flip_rate.h"
#include "query/query_layer.h"
#include "query/simple_query_layer.h"
#include "support/chi_square.h"

namespace hopveil::query {
namespace {

using testing::chi_square;
using testing::chi_square_integers;
using testing::ChiSquareResult;

using Real = boost::multiprecision::cpp_bin_float_100;

TEST(FlipRate, IsRoundedUpByAlmostNothingAndNeverAboveOneHalf) {
  std::vector<dp::Rational> epsilons = {
      {1, 1},  {1, 3},    {16, 1},      {1, 1000000000}, {7, 1000000},     {1, std::uint64_t{1} << 45},
      {43, 1}, {1000, 1}, {1000000, 1}, {11356, 1},      {999999937, 1009}};
  for (std::uint64_t i = 1; i < 2000; ++i) epsilons.emplace_back(i, 97);
  for (const dp::Rational epsilon : epsilons) {
    const Real x = Real(epsilon.numerator()) / Real(epsilon.denominator());
    const Real stays = exp(-Real(flip_rate(epsilon).numerator) / Real(FlipRate::kDenominator));
    const Real wanted = 1 / (1 + exp(x));
    EXPECT_GE(1 - stays, wanted) << epsilon.value();
    EXPECT_LE(1 - stays, Real(0.5)) << epsilon.value();
    EXPECT_LE(1 - stays - wanted, wanted * pow(Real(2), -50) + pow(Real(2), -60)) << epsilon.value();
  }
}

TEST(FlipRate, RefusesBudgetsThatRoundingWouldTurnAround) {
  EXPECT_THROW(flip_rate(dp::Rational(1, std::uint64_t{1} << 60)), BugError);
}

/// 0 and 1 are public; 2 .. 6 have the preferences 1, 2, 1, 2, 0.5.
struct SmallCast {
  Graph graph = graph_from_edges(7, {{0, 1}, {0, 2}, {2, 3}, {3, 4}, {5, 6}, {1, 6}});
  PublicKnowledge knowledge{
      graph, UserRoles(7, {0, 1}),
      Preferences({Epsilon::from_text("1"), Epsilon::from_text("2"), Epsilon::from_text("1"),
                   Epsilon::from_text("2"), Epsilon::from_text("0.5")})};
};

TEST(MemberOrder, PutsTheStricterFirstAndPublicUsersLast) {
  const SmallCast cast;
  const MemberOrder members(cast.knowledge, {{true, false, true, true, true, true, true}});
  EXPECT_EQ(members.size(), 6U);
  EXPECT_EQ(members.num_rows(), 5U);
  const std::vector<NodeId> expected = {6, 4, 2, 3, 5, 0};  // 4 and 2 want the same: in canonical order
  ASSERT_EQ(cast.knowledge.preference(4), cast.knowledge.preference(2));
  ASSERT_TRUE(cast.knowledge.canonically_before(4, 2));
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(members.user(i), expected[i]);
  EXPECT_EQ(members.place(1), MemberOrder::kNotMember);
  EXPECT_EQ(members.place(0), 5U);
}

/// How often each subset of the pairs of four members (two levels, one public) came out, against independent
/// flips. `level_factor` 1 is right.
template <class Ask>
ChiSquareResult pattern_test(double level_factor, Ask&& ask) {
  const Graph graph = graph_from_edges(4, {{0, 1}, {2, 3}});
  const PublicKnowledge knowledge(
      graph, UserRoles(4, {1}),
      Preferences({Epsilon::from_text("0.8"), Epsilon::from_text("0.4"), Epsilon::from_text("0.8")}));
  const std::vector<std::pair<NodeId, NodeId>> pairs = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  const std::vector<double> levels = {0.8, 0.4, 0.8, 0.4, 0.8, 0.4};
  constexpr std::uint64_t kDraws = 200000;
  std::vector<double> observed(64, 0);
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    unsigned pattern = 0;
    for (const auto& answer : ask(graph, knowledge, seed)) {
      pattern |= 1U << (std::ranges::find(pairs, answer) - pairs.begin());
    }
    ++observed.at(pattern);
  }
  std::vector<double> expected(64, static_cast<double>(kDraws));
  for (unsigned pattern = 0; pattern < 64; ++pattern) {
    for (unsigned i = 0; i < 6; ++i) {
      const double flip = 1 / (1 + std::exp(levels[i] * level_factor));
      const bool is_edge = i == 0 || i == 5;
      const bool answered = (pattern >> i & 1) != 0;
      expected[pattern] *= is_edge == answered ? 1 - flip : flip;
    }
  }
  return chi_square(observed, expected);
}

template <class Layer>
NoisyEdges ask_everybody(const Graph& graph, const PublicKnowledge& knowledge, std::uint64_t seed) {
  SeededRng random(seed);
  return Layer(graph, knowledge, random).ask(PairQuestion{std::vector<bool>(4, true)});
}

TEST(PairQuestions, EverySetOfAnswersHasItsProbability) {
  EXPECT_TRUE(pattern_test(1, ask_everybody<QueryLayer>).fits());
  EXPECT_TRUE(pattern_test(1, ask_everybody<SimpleQueryLayer>).fits());
}

TEST(PairQuestions, TheTestNoticesALevelThatIsFivePercentOff) {
  EXPECT_FALSE(pattern_test(0.95, ask_everybody<QueryLayer>).fits());
  EXPECT_FALSE(pattern_test(1.05, ask_everybody<QueryLayer>).fits());
}

TEST(PairQuestions, TheTestNoticesAFlipThatLeaksIntoTheNextPair) {
  const auto leaking = [](const Graph& graph, const PublicKnowledge& knowledge, std::uint64_t seed) {
    NoisyEdges answers = ask_everybody<QueryLayer>(graph, knowledge, seed);
    // A skip that is one too long in one of 20 cases: never {0, 2} right after {0, 1}.
    if (seed % 20 == 0 && answers.size() >= 2 && answers[1] == std::pair<NodeId, NodeId>(0, 2)) {
      answers.erase(answers.begin() + 1);
    }
    return answers;
  };
  EXPECT_FALSE(pattern_test(1, leaking).fits());
}

/// 60 users of one level, 30 of another, 40 public: 90 rows, most flips far apart.
struct LargerCast {
  LargerCast() : graph(graph_from_edges(130, {})), knowledge(graph, roles(), preferences()) {}
  static UserRoles roles() {
    std::vector<NodeId> public_users(40);
    std::iota(public_users.begin(), public_users.end(), NodeId{45});
    return {130, public_users};
  }
  static Preferences preferences() {
    std::vector<Epsilon> by_row(90, Epsilon::from_text("3"));
    for (std::size_t row = 0; row < 90; row += 3) by_row[row] = Epsilon::from_text("5");
    return Preferences(std::move(by_row));
  }
  Graph graph;
  PublicKnowledge knowledge;
};

TEST(PairFlips, EveryPairComesUpAsOftenAsItsLevelSays) {
  const LargerCast cast;
  const PairQuestion question{std::vector<bool>(130, true)};
  const MemberOrder members(cast.knowledge, question);
  ASSERT_EQ(members.num_rows(), 90U);
  constexpr std::uint64_t kDraws = 20000;
  std::vector<double> flips(130 * 130, 0);
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    SeededRng random(seed);
    FlippedPair last{0, 0};
    for (const FlippedPair pair : draw_flips(random, cast.knowledge, members, question.share, 0, 90)) {
      ASSERT_LT(pair.row, pair.column);
      ASSERT_LT(pair.column, 130U);
      ASSERT_TRUE(last.row < pair.row || last.column < pair.column) << "ascending, none twice";
      last = pair;
      ++flips[pair.row * 130 + pair.column];
    }
  }
  // Every pair is a coin of its own: the squared deviations of independent binomials.
  double statistic = 0;
  unsigned num_pairs = 0;
  for (unsigned row = 0; row < 90; ++row) {
    const double p = 1 / (1 + std::exp(row < 60 ? 3.0 : 5.0));
    for (unsigned column = row + 1; column < 130; ++column, ++num_pairs) {
      const double deviation = flips[row * 130 + column] - p * kDraws;
      statistic += deviation * deviation / (p * (1 - p) * kDraws);
    }
  }
  EXPECT_EQ(num_pairs, 90U * 89 / 2 + 90 * 40) << "no pair is missed";
  const boost::math::chi_squared distribution(num_pairs);
  EXPECT_GT(boost::math::cdf(boost::math::complement(distribution, statistic)), testing::kFalseAlarmRate);
}

TEST(PairFlips, NumberOfFlipsIsBinomial) {
  const LargerCast cast;
  PairQuestion question{std::vector<bool>(130, true), dp::Rational(1, 2)};
  for (NodeId user = 0; user < 130; ++user) {
    question.is_member[user] =
        !cast.knowledge.is_public(user) && cast.knowledge.preference(user) == Epsilon::from_text("5");
  }
  const MemberOrder members(cast.knowledge, question);
  constexpr int kPairs = 30 * 29 / 2;
  const auto counts = testing::tally(100000, [&, seed = std::uint64_t{0}]() mutable {
    SeededRng random(seed++);
    return draw_flips(random, cast.knowledge, members, question.share, 0, 30).size();
  });
  const auto binomial = [](double level) {
    return [level](std::int64_t flips) {
      const double p = 1 / (1 + std::exp(level));
      const auto k = static_cast<double>(flips);
      return std::exp(std::lgamma(kPairs + 1.0) - std::lgamma(k + 1) - std::lgamma(kPairs - k + 1) +
                      k * std::log(p) + (kPairs - k) * std::log1p(-p));
    };
  };
  EXPECT_TRUE(chi_square_integers(counts, 0, kPairs, binomial(2.5)).fits());
  EXPECT_FALSE(chi_square_integers(counts, 0, kPairs, binomial(2.52)).fits());
}

TEST(PairQuestions, AnyNumberOfMembersWillDo) {
  const SmallCast cast;
  SeededRng random(3);
  for (unsigned mask = 0; mask < 1U << 7; ++mask) {
    PairQuestion question{std::vector<bool>(7), dp::Rational(1, 1)};
    for (NodeId user = 0; user < 7; ++user) question.is_member[user] = (mask >> user & 1) != 0;
    QueryLayer layer(cast.graph, cast.knowledge, random);
    for (const auto& [a, b] : layer.ask(question)) {
      EXPECT_LT(a, b);
      EXPECT_TRUE(question.is_member[a] && question.is_member[b]);
      EXPECT_FALSE(cast.knowledge.is_public(a) && cast.knowledge.is_public(b));
    }
  }
}

TEST(PairQuestions, TooSmallABudgetIsRefusedBeforeAnythingIsCharged) {
  const Graph graph = graph_from_edges(2, {{0, 1}});
  const PublicKnowledge knowledge(graph, UserRoles(2, {0}), Preferences({Epsilon::from_nanos(1)}));
  SeededRng random(1);
  QueryLayer layer(graph, knowledge, random);
  const dp::Rational tiny(1, std::uint64_t{1} << 28);
  EXPECT_THROW(layer.ask(PairQuestion{{true, true}, tiny}), BugError);
  EXPECT_EQ(layer.accounts().charged(1, 0), std::nullopt);
}

}  // namespace
}  // namespace hopveil::query
