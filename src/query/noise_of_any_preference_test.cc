// SPDX-License-Identifier: Apache-2.0
// The layer's noise is that of the preference itself from the strictest (1e-9) to the most liberal (1e6): no
// preference is rounded up to a smallest one that is drawn at.
//
// Seeds are fixed; each test would fail with probability 1e-6 for a correct layer with another seed.

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "query/query_layer.h"
#include "support/chi_square.h"

namespace hopveil::query {
namespace {

using testing::chi_square;
using testing::ChiSquareResult;

/// Private users without an edge, all of one preference.
struct Hermits {
  Hermits(NodeId num_users, const char* preference)
      : graph(graph_from_edges(num_users, {})),
        knowledge(graph, UserRoles(num_users, {}),
                  Preferences(std::vector<Epsilon>(num_users, Epsilon::from_text(preference)))) {}
  Graph graph;
  PublicKnowledge knowledge;
};

constexpr std::uint32_t kCells = 20'000;

/// The noise of that many cells of one user, and a share of the budget.
NoisyCounts noise_of(const char* preference, dp::Rational share) {
  const Hermits hermits(1, preference);
  CountQuestion question;
  question.pool_of_owner = {0};
  question.cell_of_partner = {kNobody};
  question.num_pools = 1;
  question.num_cells = kCells;
  question.share = share;
  SeededRng random(5);
  return QueryLayer(hermits.graph, hermits.knowledge, random).ask(question);
}

/// Noise of a small epsilon, times epsilon, against the Laplace distribution of scale 1: 20 cells of equal
/// probability. The noise is a whole number, which at 1e-4 moves a probability by 1e-4 of a cell at most.
ChiSquareResult against_laplace(const NoisyCounts& noise, double epsilon) {
  constexpr std::size_t kBins = 20;
  std::vector<double> observed(kBins, 0);
  for (const std::int64_t value : noise.pool(0)) {
    const double x = static_cast<double>(value) * epsilon;
    const double below = x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2;
    ++observed[std::min(static_cast<std::size_t>(below * kBins), kBins - 1)];
  }
  return chi_square(observed, std::vector<double>(kBins, static_cast<double>(kCells) / kBins));
}

TEST(NoiseOfAnyPreference, CountsOfTheStrictestUsersAreAsNoisyAsTheyAsk) {
  const std::map<const char*, double> strict = {{"0.000000001", 1e-9}, {"0.0001", 1e-4}, {"0.009", 9e-3}};
  for (const auto& [text, epsilon] : strict) {
    for (const std::uint64_t parts : {1U, 4U}) {
      const NoisyCounts noise = noise_of(text, dp::Rational(1, parts));
      const double spent = epsilon / static_cast<double>(parts);
      EXPECT_TRUE(against_laplace(noise, spent).fits()) << text << " / " << parts;
      EXPECT_FALSE(against_laplace(noise, spent * 1.1).fits()) << text << " / " << parts;
      EXPECT_FALSE(against_laplace(noise, 0.01).fits()) << text << " / " << parts;
    }
  }
}

TEST(NoiseOfAnyPreference, CountsOfTheMostLiberalUsersAreExact) {
  const NoisyCounts noise = noise_of("1000000", dp::Rational(1, 1));
  for (const std::int64_t value : noise.pool(0)) ASSERT_EQ(value, 0);
}

/// The share of all pairs of 3000 users that randomized response answers with "linked".
double flipped_share(const char* preference, NodeId users) {
  const Hermits hermits(users, preference);
  SeededRng random(6);
  const auto answers =
      QueryLayer(hermits.graph, hermits.knowledge, random).ask(PairQuestion{std::vector<bool>(users, true)});
  return static_cast<double>(answers.size()) / (static_cast<double>(users) * (users - 1) / 2);
}

TEST(NoiseOfAnyPreference, PairsOfTheStrictestUsersAreFlippedAsOftenAsTheyAsk) {
  // 4.5 million pairs: the standard error is .00024; at .01 the share would be .0025 lower, ten of them.
  for (const char* preference : {"0.000000001", "0.0001"}) {
    EXPECT_NEAR(flipped_share(preference, 3000), 0.5, 5 * 0.00024) << preference;
  }
  EXPECT_LT(flipped_share("0.01", 3000), 0.5 - 5 * 0.00024);
}

TEST(NoiseOfAnyPreference, PairsOfTheMostLiberalUsersAreNotFlipped) {
  EXPECT_EQ(flipped_share("1000000", 3000), 0);
}

}  // namespace
}  // namespace hopveil::query
