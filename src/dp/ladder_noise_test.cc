// SPDX-License-Identifier: Apache-2.0
#include "dp/ladder_noise.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "dp/discrete_laplace.h"
#include "support/chi_square.h"
#include "support/enumerated_bits.h"

namespace hopveil::dp {
namespace {

using testing::chi_square_integers;
using testing::enumerate;
using testing::EnumeratedSteps;
using testing::tally;
using Tally = std::map<std::int64_t, std::uint64_t>;

/// Algorithm 3 line by line: the probability of every offset, in floating point.
class AlgorithmThree {
 public:
  AlgorithmThree(std::int64_t max_count, std::int64_t local_sensitivity, double epsilon) {
    const std::int64_t m = max_count - local_sensitivity;  // M
    const auto ladder = [&](std::int64_t x) { return std::min(max_count, local_sensitivity + x); };
    const double q = std::exp(-epsilon / 2);
    std::vector<double> weight{1};       // line 1
    std::vector<std::int64_t> begin{0};  // rung x holds begin[x] < distance <= begin[x] + ladder(x-1)
    std::int64_t d = 0;
    for (std::int64_t x = 1; x <= m; ++x) {  // lines 2-6
      begin.push_back(d);
      weight.push_back(2 * static_cast<double>(ladder(x - 1)) * std::pow(q, static_cast<double>(x)));
      d += ladder(x - 1);
    }
    const double tail =  // line 7
        2 * static_cast<double>(max_count) * std::pow(q, static_cast<double>(m + 1)) / (1 - q);
    double sum = tail;
    for (const double w : weight) sum += w;
    by_distance_.push_back(1 / sum);
    for (std::int64_t x = 1; x <= m; ++x) {  // line 10
      const auto i = static_cast<std::size_t>(x);
      for (std::int64_t j = 0; j < ladder(x - 1); ++j) {
        by_distance_.push_back(weight[i] / sum / (2 * static_cast<double>(ladder(x - 1))));
      }
    }
    for (double h = 0; max_count > 0 && h * epsilon / 2 < 45; ++h) {  // lines 11-12
      for (std::int64_t j = 0; j < max_count; ++j) {
        by_distance_.push_back(tail / sum * (1 - q) * std::pow(q, h) / (2 * static_cast<double>(max_count)));
      }
    }
  }

  std::int64_t reach() const { return static_cast<std::int64_t>(by_distance_.size()) - 1; }
  double probability(std::int64_t offset) const {
    return by_distance_[static_cast<std::size_t>(std::abs(offset))];
  }

 private:
  std::vector<double> by_distance_;
};

bool fits(const Tally& draws, const AlgorithmThree& table) {
  return chi_square_integers(draws, -table.reach(), table.reach(),
                             [&](std::int64_t x) { return table.probability(x); })
      .fits();
}

struct Case {
  std::uint32_t max_count;
  std::uint32_t local_sensitivity;
  Rational epsilon;
};

// Narrow and wide ladders; LS = 0 (rung 1 empty), LS = m_p (no growing rung), LS = m_p - 1; eps from nearly
// flat to nearly all on rung 0; blocks L < M and L = M; halvings 0 and more.
const Case kCases[] = {{1, 0, {1, 1}},       {1, 1, {1, 1}},    {2, 1, {1, 2}},      {5, 0, {1, 1}},
                       {5, 5, {1, 4}},       {5, 2, {4, 1}},    {20, 3, {1, 10}},    {20, 19, {3, 2}},
                       {61, 0, {1, 14}},     {61, 10, {8, 7}},  {61, 61, {2, 1}},    {61, 30, {9, 2}},
                       {201, 40, {6, 1}},    {201, 0, {12, 1}}, {1156, 280, {2, 7}}, {1156, 5, {16, 7}},
                       {1156, 1156, {8, 1}}, {1156, 0, {5, 3}}, {1156, 700, {14, 1}}};

TEST(LadderNoise, HasTheProbabilitiesOfAlgorithmThree) {
  SeededRng rng(1);
  for (const Case& c : kCases) {
    const LadderNoise noise(c.max_count, c.local_sensitivity, c.epsilon);
    const AlgorithmThree table(c.max_count, c.local_sensitivity, c.epsilon.value());
    EXPECT_TRUE(fits(tally(200000, [&] { return noise.sample(rng); }), table))
        << "m_p " << c.max_count << " LS " << c.local_sensitivity << " eps " << c.epsilon.value();
  }
}

TEST(LadderNoise, TheTableOfAlgorithmThreeSumsToOne) {
  for (const Case& c : kCases) {
    const AlgorithmThree table(c.max_count, c.local_sensitivity, c.epsilon.value());
    double sum = 0;
    for (std::int64_t x = -table.reach(); x <= table.reach(); ++x) sum += table.probability(x);
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

TEST(LadderNoise, TheTestRejectsSlightlyWrongLadders) {
  SeededRng rng(2);
  const auto draw = [&](const LadderNoise& noise) {
    return tally(200000, [&] { return noise.sample(rng); });
  };
  const AlgorithmThree table(61, 10, 8.0 / 7);
  EXPECT_TRUE(fits(draw(LadderNoise(61, 10, {8, 7})), table));
  EXPECT_FALSE(fits(draw(LadderNoise(61, 10, {8 * 21, 7 * 20})), table)) << "epsilon wrong by 5%";
  EXPECT_FALSE(fits(draw(LadderNoise(61, 11, {8, 7})), table)) << "ladder off by one";
  Tally shifted;
  for (const auto& [x, count] : draw(LadderNoise(61, 10, {8, 7}))) shifted[x + 1] = count;
  EXPECT_FALSE(fits(shifted, table)) << "off by one";
  Tally doubled = draw(LadderNoise(61, 10, {8, 7}));
  doubled[0] *= 2;
  EXPECT_FALSE(fits(doubled, table)) << "rung 0 twice";
}

/// Whether one try gives each rung a probability proportional to its weight, by enumeration of all coins.
bool tries_are_exact(const LadderNoise& noise, double epsilon, double* undecided) {
  const auto enclosure = enumerate<EnumeratedSteps>(1e-8, [&](auto& steps) {
    const auto rung = noise.try_rung(steps);
    return rung ? *rung + 1 : 0;
  });
  *undecided = enclosure.undecided;
  const double q = std::exp(-epsilon / 2);
  const auto weight = [&](unsigned x) {
    return x == 0 ? 1 : 2 * static_cast<double>(noise.width(x)) * std::pow(q, x);
  };
  double sum = 0;
  for (unsigned x = 0; x * epsilon / 2 < 100; ++x) sum += weight(x);
  const double rejected = enclosure.mass.count(0) != 0 ? enclosure.mass.at(0) : 0;
  bool exact = true;
  for (unsigned x = 0; x < 40; ++x) {
    const double share = weight(x) / sum;
    // Accepted tries weigh 1 - rejected, less at most what is undecided.
    const double most = share * (1 - rejected);
    const auto found = enclosure.mass.find(x + 1);
    const double low = found == enclosure.mass.end() ? 0 : found->second;
    exact = exact && low <= most + 1e-10 && low >= most - enclosure.undecided - 1e-10;
  }
  return exact;
}

TEST(LadderNoise, RungsHaveTheirProbabilitiesExactly) {
  // L = M and L < M, with and without halvings, and the edges LS = 0 and LS = m_p.
  for (const Case& c :
       {Case{1, 1, {2, 1}}, Case{1, 0, {2, 1}}, Case{2, 0, {4, 1}}, Case{3, 1, {1, 1}}, Case{9, 4, {7, 1}},
        Case{12, 2, {1, 1}}, Case{30, 0, {3, 2}}, Case{8, 8, {1, 1}}, Case{40, 20, {9, 1}}}) {
    double undecided = 1;
    EXPECT_TRUE(tries_are_exact(LadderNoise(c.max_count, c.local_sensitivity, c.epsilon), c.epsilon.value(),
                                &undecided))
        << c.max_count << " " << c.local_sensitivity;
    EXPECT_LT(undecided, 1e-5);
  }
}

TEST(LadderNoise, EnumerationNoticesALadderThatIsSlightlyWrong) {
  double undecided = 1;
  EXPECT_FALSE(tries_are_exact(LadderNoise(12, 2, {1, 1}), 1.001, &undecided));
  EXPECT_FALSE(tries_are_exact(LadderNoise(40, 20, {9, 1}), 9.001, &undecided));
}

TEST(LadderNoise, RungsFollowOneAnotherWithoutGapOrOverlap) {
  for (const Case& c : kCases) {
    const LadderNoise noise(c.max_count, c.local_sensitivity, c.epsilon);
    std::int64_t distance = 0;
    for (unsigned rung = 1; rung < 3000; ++rung) {
      ASSERT_EQ(noise.distance_before(rung), distance);
      ASSERT_EQ(noise.width(rung), std::min(c.max_count, c.local_sensitivity + rung - 1));
      distance += static_cast<std::int64_t>(noise.width(rung));
    }
  }
}

TEST(LadderNoise, AddingToManyCountsDrawsFromTheSameDistribution) {
  SeededRng rng(3);
  const std::vector<std::uint32_t> counts(200000, 17);
  std::vector<std::int64_t> noisy(counts.size());
  LadderNoise(61, 10, {8, 7}).add_to(rng, counts, noisy);
  auto next = noisy.begin();
  EXPECT_TRUE(fits(tally(200000, [&] { return *next++ - 17; }), AlgorithmThree(61, 10, 8.0 / 7)));
}

TEST(LadderNoise, ALocalSensitivityAboveTheMaximumCountsAsTheMaximum) {
  SeededRng rng_a(4);
  SeededRng rng_b(4);
  const LadderNoise above(10, 1000, {1, 2});
  const LadderNoise equal(10, 10, {1, 2});
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(above.sample(rng_a), equal.sample(rng_b));
}

TEST(LadderNoise, NoPublicUserNeedsNoNoise) {
  SeededRng rng(5);
  const LadderNoise noise(0, 0, Rational(1, std::numeric_limits<std::uint64_t>::max() / 2));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(noise.sample(rng), 0);
}

TEST(LadderNoise, StaysFarFromOverflowAtTheSmallestEpsilonAndRefusesLess) {
  constexpr std::uint32_t kManyUsers = 0xFFFFFFFE;
  SeededRng rng(6);
  const LadderNoise noise(kManyUsers, 0, Rational(1, std::uint64_t{1} << 19));
  for (int i = 0; i < 10000; ++i) EXPECT_LT(std::abs(noise.sample(rng)), kMaxNoise / 8);
  EXPECT_THROW(LadderNoise(kManyUsers, 0, Rational(1, std::uint64_t{1} << 20)), InputError);
}

/// Counts the words that are drawn.
class CountingSource final : public RandomSource {
 public:
  std::uint64_t next_u64() override {
    ++words;
    return rng_.next_u64();
  }
  std::unique_ptr<RandomSource> split(std::string_view purpose, std::uint64_t index) const override {
    return rng_.split(purpose, index);
  }
  std::uint64_t words = 0;

 private:
  SeededRng rng_{7};
};

TEST(LadderNoise, SpendsLittleRandomnessWhateverTheParameters) {
  constexpr std::size_t kDraws = 2000;
  const std::vector<std::uint32_t> counts(kDraws, 0);
  std::vector<std::int64_t> noisy(kDraws);
  for (const std::uint32_t max_count : {1u, 61u, 1156u, 100000u, 1u << 20}) {
    for (const std::uint32_t thousandths : {0u, 1u, 30u, 250u, 1000u}) {
      for (const std::uint64_t epsilon_millionths :
           {1ull, 1000ull, 70'000ull, 500'000ull, 1'000'000ull, 1'990'000ull, 4'000'000ull, 8'000'000ull,
            12'000'000ull, 16'000'000ull, 24'000'000ull, 100'000'000ull}) {
        CountingSource source;
        const auto sensitivity = static_cast<std::uint32_t>(std::uint64_t{max_count} * thousandths / 1000);
        LadderNoise(max_count, sensitivity, Rational(epsilon_millionths, 1'000'000))
            .add_to(source, counts, noisy);
        const double words = static_cast<double>(source.words) / kDraws;
        EXPECT_LT(words, max_count <= 1156 ? 12 : 80)
            << max_count << " " << sensitivity << " " << epsilon_millionths;
      }
    }
  }
}

}  // namespace
}  // namespace hopveil::dp
