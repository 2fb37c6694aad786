// SPDX-License-Identifier: Apache-2.0
#include "dp/discrete_laplace.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/secure_rng.h"
#include "base/seeded_rng.h"
#include "support/chi_square.h"

namespace hopveil::dp {
namespace {

using testing::chi_square_integers;
using testing::tally;
using Tally = std::map<std::int64_t, std::uint64_t>;

constexpr std::uint64_t kDraws = 300000;
constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

/// Tests draws against P(x) proportional to exp(-rate |x|).
bool fits_discrete_laplace(const Tally& draws, double rate) {
  const double q = std::exp(-rate);
  const auto reach = static_cast<std::int64_t>(std::ceil(40 / rate));
  return chi_square_integers(draws, -reach, reach,
                             [&](std::int64_t x) {
                               return (1 - q) / (1 + q) * std::pow(q, static_cast<double>(std::abs(x)));
                             })
      .fits();
}

struct Case {
  Rational epsilon;
  std::uint64_t sensitivity;
  double rate() const { return epsilon.value() / static_cast<double>(sensitivity); }
};

const Case kCases[] = {{{1, 100}, 1}, {{1, 4}, 1},  {{1, 1}, 1},  {{3, 1}, 1},    {{16, 1}, 61},
                       {{8, 7}, 61},  {{1, 14}, 3}, {{7, 3}, 12}, {{16, 1}, 1156}};

TEST(DiscreteLaplace, HasTheProbabilitiesOfItsDefinition) {
  SeededRng rng(1);
  for (const Case& c : kCases) {
    const DiscreteLaplace noise(c.epsilon, c.sensitivity);
    EXPECT_TRUE(fits_discrete_laplace(tally(kDraws, [&] { return noise.sample(rng); }), c.rate()))
        << c.rate();
  }
}

TEST(DiscreteLaplace, TheTestRejectsAScaleThatIsWrongByFivePercent) {
  SeededRng rng(2);
  for (const Case& c : kCases) {
    if (c.rate() > 2) continue;  // nearly all draws are 0: 5% of the scale is not a slight mistake there
    for (const std::uint64_t twentieths : {19u, 21u}) {
      const Rational wrong(c.epsilon.numerator() * twentieths, c.epsilon.denominator() * 20);
      const DiscreteLaplace noise(wrong, c.sensitivity);
      EXPECT_FALSE(fits_discrete_laplace(tally(kDraws, [&] { return noise.sample(rng); }), c.rate()))
          << c.rate();
    }
  }
}

TEST(DiscreteLaplace, TheTestRejectsAnOffByOneAndADoubledZero) {
  SeededRng rng(3);
  for (const Case& c : kCases) {
    const DiscreteLaplace noise(c.epsilon, c.sensitivity);
    const Tally good = tally(kDraws, [&] { return noise.sample(rng); });
    if (c.rate() > 0.05) {  // below, one is less than a twentieth of the scale
      Tally shifted;
      for (const auto& [x, count] : good) shifted[x + 1] = count;
      EXPECT_FALSE(fits_discrete_laplace(shifted, c.rate())) << c.rate();
    }
    // Zero drawn with both signs: what forgetting CKS's "minus zero again" gives.
    const double q = std::exp(-c.rate());
    const auto extra = static_cast<std::uint64_t>((1 - q) / (1 + q) * static_cast<double>(kDraws));
    Tally doubled = good;
    doubled[0] += extra;
    EXPECT_FALSE(fits_discrete_laplace(doubled, c.rate())) << c.rate();
  }
}

TEST(DiscreteLaplace, AddingToManyCountsDrawsFromTheSameDistribution) {
  SeededRng rng(4);
  const std::vector<std::uint32_t> counts(kDraws, 1000);
  std::vector<std::int64_t> noisy(kDraws);
  const DiscreteLaplace noise(Rational(8, 7), 61);
  noise.add_to(rng, counts, noisy);
  auto next = noisy.begin();
  EXPECT_TRUE(fits_discrete_laplace(tally(kDraws, [&] { return *next++ - 1000; }), 8.0 / 7 / 61));
}

TEST(DiscreteLaplace, NeighboursInTheVectorAreIndependent) {
  // Pairs of signs and of zero or not, from one run of bits; 9 cells.
  SeededRng rng(5);
  const std::vector<std::uint32_t> counts(2 * kDraws, 0);
  std::vector<std::int64_t> noisy(2 * kDraws);
  DiscreteLaplace(Rational(1, 1), 1).add_to(rng, counts, noisy);
  const auto sign = [](std::int64_t x) { return x > 0 ? 2 : x < 0 ? 1 : 0; };
  std::size_t i = 0;
  const Tally pairs = tally(kDraws, [&] {
    i += 2;
    return 3 * sign(noisy[i - 2]) + sign(noisy[i - 1]);
  });
  const double zero = (1 - std::exp(-1.0)) / (1 + std::exp(-1.0));
  const double one[] = {zero, (1 - zero) / 2, (1 - zero) / 2};
  EXPECT_TRUE(
      chi_square_integers(pairs, 0, 8, [&](std::int64_t x) { return one[x / 3] * one[x % 3]; }).fits());
}

TEST(DiscreteLaplace, DrawsFromTheSecureGeneratorToo) {
  SecureRng rng;
  const DiscreteLaplace noise(Rational(1, 4), 1);
  EXPECT_TRUE(fits_discrete_laplace(tally(kDraws, [&] { return noise.sample(rng); }), 0.25));
}

TEST(DiscreteLaplace, TakesExtremeFractions) {
  SeededRng rng(6);
  // A rate of 1/2 in numbers of 63 bits, and of 1 in numbers of 64.
  const DiscreteLaplace wide(Rational((std::uint64_t{1} << 62) - 1, (std::uint64_t{1} << 63) - 1), 1);
  EXPECT_TRUE(fits_discrete_laplace(tally(kDraws, [&] { return wide.sample(rng); }), 0.5));
  const DiscreteLaplace near_one(Rational(kMax - 1, kMax), 1);
  EXPECT_TRUE(fits_discrete_laplace(tally(kDraws, [&] { return near_one.sample(rng); }), 1));
  // No privacy at all.
  const DiscreteLaplace loud(Rational(kMax, 1), 1);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(loud.sample(rng), 0);
}

TEST(DiscreteLaplace, NothingToHideNeedsNoNoise) {
  SeededRng rng(7);
  const DiscreteLaplace noise(Rational(1, kMax), 0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(noise.sample(rng), 0);
}

TEST(DiscreteLaplace, TheLargestScaleStaysFarFromOverflow) {
  SeededRng rng(8);
  const DiscreteLaplace noise(Rational(1, kMaxNoiseScale), 1);
  double magnitude = 0;
  for (int i = 0; i < 10000; ++i) {
    const std::int64_t x = noise.sample(rng);
    EXPECT_LT(std::abs(x), kMaxNoise / 8);  // beyond it: exp(-128)
    magnitude += std::abs(static_cast<double>(x)) / 10000;
  }
  // The mean magnitude is the scale; its deviation here is 1%: 6 of them, 2e-9.
  EXPECT_NEAR(magnitude / static_cast<double>(kMaxNoiseScale), 1, 0.06);
}

/// Bits with which geometric_exp(1, 2^52) gives a multiple of 2^52 far above kMaxNoise, of positive sign.
class EndlessLuck final : public RandomSource {
 public:
  std::uint64_t next_u64() override {
    constexpr unsigned kFirst = 5;         // chunks: the signs, and a uniform number of 64 bits
    constexpr unsigned kCoins = 2 * 2000;  // Bernoulli(1/2) true, Bernoulli(1/3) false: a success of exp(-1)
    std::uint64_t word = 0;
    for (unsigned shift = 0; shift < 64; shift += 16, ++chunk_) {
      const bool low = chunk_ < kFirst || (chunk_ < kFirst + kCoins && (chunk_ - kFirst) % 2 == 0);
      word |= std::uint64_t{low ? 0U : 0xFFFFU} << shift;
    }
    return word;
  }
  std::unique_ptr<RandomSource> split(std::string_view, std::uint64_t) const override {
    return std::make_unique<EndlessLuck>();
  }

 private:
  unsigned chunk_ = 0;
};

TEST(DiscreteLaplace, NoiseThatIsCutDoesNotTellTheCount) {
  const DiscreteLaplace noise(Rational(1, kMaxNoiseScale), 1);
  const auto released = [&](std::uint32_t count) {
    EndlessLuck bits;
    std::int64_t out = 0;
    noise.add_to(bits, {&count, 1}, {&out, 1});
    return out;
  };
  EndlessLuck bits;
  ASSERT_EQ(noise.sample(bits), kMaxNoise);
  EXPECT_EQ(released(0), released(1));
  EXPECT_EQ(released(0), released(std::numeric_limits<std::uint32_t>::max()));
  EXPECT_EQ(noisy_count(0, -kMaxNoise), noisy_count(std::numeric_limits<std::uint32_t>::max(), -kMaxNoise));
}

TEST(DiscreteLaplace, RefusesScalesBeyondSixtyFourBits) {
  EXPECT_THROW(DiscreteLaplace(Rational(1, kMaxNoiseScale + 1), 1), InputError);
  EXPECT_THROW(DiscreteLaplace(Rational(1, 1), kMax), InputError);
  EXPECT_THROW(DiscreteLaplace(Rational(1, kMax), kMax), InputError);
}

}  // namespace
}  // namespace hopveil::dp
