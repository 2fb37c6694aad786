// SPDX-License-Identifier: Apache-2.0
#include "dp/sampling.h"

#include <cmath>
#include <limits>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "support/chi_square.h"
#include "support/preferences.h"

namespace hopveil::dp {
namespace {

using testing::chi_square;
using testing::preferences;
using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>>;
constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

Epsilon eps(const char* text) {
  return Epsilon::from_text(text);
}

Exact exact_product(Rational share, Epsilon epsilon) {
  return Exact(share.numerator()) / share.denominator() * epsilon.nanos() / Epsilon::kNanosPerUnit;
}

Exact exact_keep_probability(Epsilon level, const SamplingBudget& budget) {
  using boost::multiprecision::expm1;
  const Exact x = exact_product(budget.preference_share, level);
  const Exact t = exact_product(budget.threshold_share, budget.threshold);
  return x >= t ? Exact(1) : Exact(expm1(x) / expm1(t));
}

//   0 (public) - 1 (public)
//   |            |
//   2 (P = 4)  - 3 (P = 1)      4 (P = 16) - 0
Graph small_graph() {
  return graph_from_edges(5, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 4}});
}

TEST(SamplingLevels, AnEdgeHasTheSmallestPreferenceOfItsPrivateEnds) {
  const auto levels =
      SamplingLevels::of_edges(small_graph(), UserRoles(5, {0, 1}), preferences({"4", "1", "16"}));
  EXPECT_EQ(std::vector(levels.levels().begin(), levels.levels().end()),
            (std::vector{eps("1"), eps("4"), eps("16")}));
  // Edge indices: 0-1, 0-2, 0-4, 1-3, 2-3.
  EXPECT_EQ(std::vector(levels.level_of_item().begin(), levels.level_of_item().end()),
            (std::vector<std::uint32_t>{3, 1, 2, 0, 0}));
}

TEST(SamplingLevels, ThereMayBeNoEdgeNoPrivateAndNoPublicUser) {
  EXPECT_EQ(SamplingLevels::of_edges(Graph(), UserRoles(), Preferences()).size(), 0u);
  const auto all_public =
      SamplingLevels::of_edges(small_graph(), UserRoles(5, {0, 1, 2, 3, 4}), Preferences());
  EXPECT_EQ(all_public.size(), 5u);
  EXPECT_TRUE(all_public.levels().empty());
  const auto all_private =
      SamplingLevels::of_edges(small_graph(), UserRoles(5, {}), preferences({"1", "1", "1", "1", "1"}));
  EXPECT_EQ(all_private.levels().size(), 1u);
}

TEST(SamplingLevels, EveryPrivateUserNeedsAPreference) {
  EXPECT_THROW(SamplingLevels::of_edges(small_graph(), UserRoles(5, {0, 1}), preferences({"4", "1"})),
               BugError);
}

TEST(KeepProbability, IsCertainExactlyFromTheThresholdOn) {
  const auto budget = SamplingBudget::with_share(Rational(1, 3), eps("0.3"));
  EXPECT_TRUE(keep_probability(eps("0.3"), budget).certain);
  EXPECT_TRUE(keep_probability(eps("0.300000001"), budget).certain);
  EXPECT_FALSE(keep_probability(eps("0.299999999"), budget).certain);
}

TEST(KeepProbability, UnequalSharesOfPreferencesAndThresholdCompareExactly) {
  // The literal reading (E4): preferences count twice.
  const SamplingBudget literal{Rational(2, 14), Rational(1, 14), eps("3")};
  EXPECT_TRUE(keep_probability(eps("1.5"), literal).certain);
  EXPECT_FALSE(keep_probability(eps("1.499999999"), literal).certain);
  const Rational huge(kMax - 1, kMax), less(kMax - 2, kMax - 1);
  EXPECT_TRUE(keep_probability(eps("7"), {huge, less, eps("7")}).certain);
  EXPECT_FALSE(keep_probability(eps("7"), {less, huge, eps("7")}).certain);
}

TEST(KeepProbability, VanishesWhenTheThresholdIsHuge) {
  const auto budget = SamplingBudget::with_share(Rational(1, 1), eps("1000000"));
  EXPECT_EQ(keep_probability(eps("1"), budget), (KeepProbability{false, 0}));
  EXPECT_EQ(keep_probability(eps("999900"), budget), (KeepProbability{false, 0}));
  EXPECT_GT(keep_probability(eps("999999"), budget).fraction, kMax / 3);
}

RC_GTEST_PROP(KeepProbability, IsRoundedDownAndByNoMoreThanItSays, ()) {
  // Magnitudes spread evenly on a logarithmic scale, and levels near the threshold.
  const auto magnitude = [] { return std::pow(10.0, *rc::gen::inRange(0, 15000) / 1000.0); };
  const auto nanos = static_cast<std::uint64_t>(magnitude());
  const bool near = *rc::gen::arbitrary<bool>();
  const auto other =
      near ? nanos + *rc::gen::inRange<std::uint64_t>(0, 5) : static_cast<std::uint64_t>(magnitude());
  const Epsilon level = Epsilon::from_nanos(std::min(nanos, other));
  const Epsilon threshold = Epsilon::from_nanos(std::max(nanos, other));
  const Rational share(*rc::gen::inRange<std::uint64_t>(1, 1000),
                       *rc::gen::inRange<std::uint64_t>(1, 1u << 30));
  const Rational second(*rc::gen::inRange<std::uint64_t>(1, 1000),
                        *rc::gen::inRange<std::uint64_t>(1, 1u << 30));
  const SamplingBudget budget{share, *rc::gen::arbitrary<bool>() ? share : second, threshold};

  const KeepProbability found = keep_probability(level, budget);
  const Exact exact = exact_keep_probability(level, budget);
  RC_ASSERT(found.certain == (exact == 1));
  if (found.certain) return;
  const Exact scaled = ldexp(exact, 64);
  RC_ASSERT(Exact(found.fraction) <= scaled);
  const Exact x_plus_t = exact_product(share, level) + exact_product(budget.threshold_share, threshold);
  RC_ASSERT(Exact(found.fraction) >= scaled * (1 - ldexp(16 + x_plus_t, -60)) - 1);
}

using Sampler = void (*)(RandomSource&, const SamplingLevels&, const SamplingBudget&, EdgeSubset&);

/// Many copies of an edge of each level, and how often each level's edges are kept.
struct Kept {
  std::vector<double> kept;
  std::vector<double> edges;
};

/// Rows stand in for edges: sample_edges only looks at items.
SamplingLevels cycling_items(std::size_t size, std::initializer_list<const char*> levels) {
  const Preferences cycle = preferences(levels);
  std::vector<Epsilon> by_row;
  for (std::size_t i = 0; i < size; ++i) by_row.push_back(cycle.by_row()[i % cycle.size()]);
  return SamplingLevels::of_rows(Preferences(std::move(by_row)));
}

Kept count_kept(Sampler sampler, const SamplingLevels& levels, const SamplingBudget& budget,
                std::uint64_t seed) {
  SeededRng rng(seed);
  EdgeSubset subset;
  sampler(rng, levels, budget, subset);
  Kept result{std::vector<double>(levels.levels().size()), std::vector<double>(levels.levels().size())};
  for (std::uint64_t edge = 0; edge < levels.size(); ++edge) {
    const auto level = levels.level_of_item()[edge];
    result.edges[level] += 1;
    result.kept[level] += subset.contains(edge) ? 1 : 0;
  }
  return result;
}

/// Kept and dropped edges of one level against `probability`.
bool fits(const Kept& counts, std::size_t level, double probability) {
  const double n = counts.edges[level];
  return chi_square({counts.kept[level], n - counts.kept[level]}, {n * probability, n * (1 - probability)})
      .fits();
}

TEST(SampleEdges, BothVersionsKeepEachLevelWithItsProbability) {
  const auto levels = cycling_items(3'000'000, {"0.1", "1", "4", "7.99", "8", "16"});
  const auto budget = SamplingBudget::with_share(Rational(1, 4), eps("8"));
  for (const Sampler sampler : {Sampler{sample_edges}, Sampler{sample_edges_one_by_one}}) {
    const Kept counts = count_kept(sampler, levels, budget, 1);
    for (std::size_t level = 0; level < 4; ++level) {
      const double pi = static_cast<double>(exact_keep_probability(levels.levels()[level], budget));
      EXPECT_TRUE(fits(counts, level, pi)) << level;
      EXPECT_FALSE(fits(counts, level, pi < 0.5 ? pi * 1.2 : 1 - (1 - pi) * 1.2)) << "the test must notice";
    }
    for (const std::size_t certain : {4u, 5u}) EXPECT_EQ(counts.kept[certain], counts.edges[certain]);
  }
}

TEST(SampleEdges, ProbabilitiesThatNeedMoreThanTheFirstByteAreMet) {
  // pi = 0.0011: less than one step of a byte; decided by the bits behind it.
  const auto levels = cycling_items(4'000'000, {"0.001", "0.5"});
  const auto budget = SamplingBudget::with_share(Rational(1, 1), eps("0.64"));
  const Kept counts = count_kept(sample_edges, levels, budget, 2);
  EXPECT_TRUE(fits(counts, 0, std::expm1(0.001) / std::expm1(0.64)));
  EXPECT_FALSE(fits(counts, 0, 1.0 / 256));
  EXPECT_FALSE(fits(counts, 0, 1.2 * std::expm1(0.001) / std::expm1(0.64)));
}

TEST(SampleEdges, NeighbouringEdgesAreIndependent) {
  // All 256 patterns of eight edges that share a random word.
  const auto levels = cycling_items(8 * 200'000, {"1", "3", "2", "5", "4", "1.5", "2.5", "7"});
  const auto budget = SamplingBudget::with_share(Rational(1, 2), eps("8"));
  SeededRng rng(3);
  EdgeSubset subset;
  sample_edges(rng, levels, budget, subset);
  std::vector<double> observed(256, 0), expected(256, 200'000);
  for (std::uint64_t edge = 0; edge < levels.size(); edge += 8) {
    ++observed[subset.words()[edge / 64] >> (edge % 64) & 255];
  }
  for (unsigned pattern = 0; pattern < 256; ++pattern) {
    for (unsigned i = 0; i < 8; ++i) {
      const auto level = levels.levels()[levels.level_of_item()[i]];
      const auto pi = static_cast<double>(exact_keep_probability(level, budget));
      expected[pattern] *= (pattern >> i & 1) != 0 ? pi : 1 - pi;
    }
  }
  // Rare patterns together, so that every cell is large enough.
  std::vector<double> joined_observed(1, 0), joined_expected(1, 0);
  for (unsigned pattern = 0; pattern < 256; ++pattern) {
    const bool rare = expected[pattern] < 50;
    if (!rare) joined_observed.push_back(0), joined_expected.push_back(0);
    (rare ? joined_observed.front() : joined_observed.back()) += observed[pattern];
    (rare ? joined_expected.front() : joined_expected.back()) += expected[pattern];
  }
  EXPECT_GT(joined_expected.size(), 30u);
  EXPECT_TRUE(chi_square(joined_observed, joined_expected).fits());
}

TEST(SampleEdges, AlwaysKeepsEdgesBetweenPublicUsers) {
  const auto levels =
      SamplingLevels::of_edges(small_graph(), UserRoles(5, {0, 1}), preferences({"0.001", "0.001", "0.001"}));
  SeededRng rng(4);
  EdgeSubset subset;
  for (int i = 0; i < 100; ++i) {
    sample_edges(rng, levels, SamplingBudget::with_share(Rational(1, 1), eps("50")), subset);
    EXPECT_TRUE(subset.contains(0));
  }
}

TEST(SampleEdges, LeavesNoBitBehindTheLastEdge) {
  SeededRng rng(5);
  EdgeSubset subset;
  for (const std::size_t size : {0u, 1u, 7u, 8u, 9u, 63u, 64u, 65u, 200u}) {
    const auto levels = cycling_items(size, {"1"});
    sample_edges(rng, levels, SamplingBudget::with_share(Rational(1, 1), eps("1")), subset);
    EdgeSubset all(size);
    all.fill();
    EXPECT_TRUE(
        std::equal(all.words().begin(), all.words().end(), subset.words().begin(), subset.words().end()));
  }
}

TEST(SampleEdges, EveryUserMayHaveAPreferenceOfTheirOwn) {
  std::vector<Epsilon> by_row;
  for (std::uint64_t i = 0; i < 300'000; ++i) by_row.push_back(Epsilon::from_nanos(1'000'000 + i * 10'000));
  const auto levels = SamplingLevels::of_rows(Preferences(by_row));
  ASSERT_EQ(levels.levels().size(), by_row.size());
  const auto budget = SamplingBudget::with_share(Rational(1, 1), by_row.back());
  SeededRng rng(6);
  EdgeSubset subset;
  sample_edges(rng, levels, budget, subset);
  // By tenths of the users; a tenth's sum of Bernoullis varies less than a binomial with its mean.
  double kept = 0, expected = 0, variance = 0;
  for (std::uint64_t i = 0; i < by_row.size(); ++i) {
    const double pi = std::expm1(by_row[i].value()) / std::expm1(by_row.back().value());
    kept += subset.contains(i) ? 1 : 0;
    expected += pi;
    variance += pi * (1 - pi);
    if (i % 30'000 == 29'999) {
      EXPECT_LT(std::abs(kept - expected), 5.3 * std::sqrt(variance)) << i;  // 1.2e-7 each
      kept = expected = variance = 0;
    }
  }
}

TEST(SampleTuples, KeepsAValueOrMakesItZero) {
  const auto rows = cycling_items(600'000, {"1", "4", "16"});
  const auto budget = SamplingBudget::with_share(Rational(1, 8), eps("16"));
  std::vector<std::uint32_t> values(rows.size()), out(rows.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint32_t>(i + 1);
  SeededRng rng(7);
  sample_tuples(rng, rows, budget, values, out);
  Kept counts{{0, 0, 0}, {0, 0, 0}};
  for (std::size_t i = 0; i < out.size(); ++i) {
    ASSERT_TRUE(out[i] == values[i] || out[i] == 0);
    counts.edges[i % 3] += 1;
    counts.kept[i % 3] += out[i] != 0 ? 1 : 0;
  }
  EXPECT_TRUE(fits(counts, 0, std::expm1(1.0 / 8) / std::expm1(2.0)));
  EXPECT_TRUE(fits(counts, 1, std::expm1(0.5) / std::expm1(2.0)));
  EXPECT_EQ(counts.kept[2], counts.edges[2]);

  SeededRng again(7);
  sample_tuples(again, rows, budget, values, values);
  EXPECT_EQ(values, out) << "in place, and by the same seed";
}

}  // namespace
}  // namespace hopveil::dp
