// SPDX-License-Identifier: Apache-2.0
#include "dp/exact_samplers.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/seeded_rng.h"
#include "dp/random_bits.h"
#include "support/chi_square.h"
#include "support/enumerated_bits.h"

namespace hopveil::dp {
namespace {

using testing::chi_square_integers;
using testing::encloses;
using testing::enumerate;
using testing::EnumeratedBits;
using testing::EnumeratedCoins;
using testing::EnumeratedSteps;
using testing::tally;

constexpr double kBitCut = 0x1p-16;
constexpr double kCoinCut = 1e-8;

// Enumeration. The bounds on what stays undecided say how sharp a test is.

TEST(ExactSamplers, UniformHasNoBiasInAnyBitString) {
  for (const std::uint64_t n : {1u, 2u, 3u, 5u, 6u, 7u, 8u, 13u, 60u, 255u, 256u}) {
    const auto enclosure =
        enumerate<EnumeratedBits>(kBitCut, [&](auto& bits) { return uniform_below(bits, n); });
    ASSERT_LT(enclosure.undecided, 0.01) << n;
    ASSERT_EQ(enclosure.mass.size(), n);
    for (std::uint64_t x = 0; x < n; ++x) {
      EXPECT_TRUE(encloses(enclosure, x, 1.0 / static_cast<double>(n))) << n << " " << x;
      EXPECT_EQ(enclosure.mass.at(x), enclosure.mass.at(0)) << "each value by as many strings";
    }
  }
}

TEST(ExactSamplers, EnumerationNoticesModuloBias) {
  const auto modulo = [](auto& bits) {
    std::uint64_t x = 0;
    for (int i = 0; i < 5; ++i) x = x << 2 | bits.next_chunk();
    return x % 3;
  };
  EXPECT_FALSE(encloses(enumerate<EnumeratedBits>(kBitCut, modulo), 0, 1.0 / 3));
}

TEST(ExactSamplers, CoinsHaveTheirProbabilityExactly) {
  for (std::uint64_t d = 1; d <= 12; ++d) {
    for (std::uint64_t n = 0; n <= d; ++n) {
      const auto enclosure =
          enumerate<EnumeratedBits>(kBitCut, [&](auto& bits) { return bernoulli(bits, n, d); });
      EXPECT_LE(enclosure.undecided, std::ldexp(1.0, -14));
      EXPECT_TRUE(encloses(enclosure, 1, static_cast<double>(n) / static_cast<double>(d))) << n << "/" << d;
    }
  }
}

TEST(ExactSamplers, CoinsWithWideFractionsHaveTheirProbabilityExactly) {
  const Uint128 d = (static_cast<Uint128>(1) << 111) + 12345;
  for (const unsigned shift : {1u, 2u, 7u}) {
    const Uint128 n = d >> shift;
    const auto enclosure =
        enumerate<EnumeratedBits>(kBitCut, [&](auto& bits) { return bernoulli(bits, n, d); });
    EXPECT_TRUE(encloses(enclosure, 1, std::ldexp(1.0, -static_cast<int>(shift))));
  }
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  const auto enclosure =
      enumerate<EnumeratedBits>(kBitCut, [&](auto& bits) { return bernoulli(bits, kMax / 3, kMax); });
  EXPECT_TRUE(encloses(enclosure, 1, 1.0 / 3));
}

TEST(ExactSamplers, ExponentialCoinsHaveTheirProbabilityExactly) {
  for (const auto& exponent :
       {std::pair{0, 1}, {1, 1}, {1, 2}, {2, 3}, {1, 7}, {3, 2}, {2, 1}, {9, 4}, {20, 1}}) {
    const int a = exponent.first, b = exponent.second;
    const auto enclosure = enumerate<EnumeratedCoins>(kCoinCut, [&](auto& bits) {
      return bernoulli_exp(bits, static_cast<unsigned>(a), static_cast<unsigned>(b));
    });
    EXPECT_LT(enclosure.undecided, 1e-4) << a << "/" << b;
    EXPECT_TRUE(encloses(enclosure, 1, std::exp(-static_cast<double>(a) / b))) << a << "/" << b;
  }
}

TEST(ExactSamplers, EnumerationNoticesAMissingTermOfTheSeries) {
  // exp(-1) with its series cut after 1/5!: wrong by 1.2e-3, which 100000 draws would hardly show.
  const auto cut = [](auto& bits) {
    std::uint64_t k = 1;
    while (k < 6 && bernoulli(bits, 1, k)) ++k;
    return k % 2 == 1;
  };
  EXPECT_FALSE(encloses(enumerate<EnumeratedCoins>(kCoinCut, cut), 1, std::exp(-1)));
}

TEST(ExactSamplers, TwoOverEHasItsProbabilityExactly) {
  const auto enclosure =
      enumerate<EnumeratedCoins>(kCoinCut, [](auto& bits) { return bernoulli_two_over_e(bits); });
  EXPECT_LT(enclosure.undecided, 1e-5);
  EXPECT_TRUE(encloses(enclosure, 1, 2 * std::exp(-1)));
}

TEST(ExactSamplers, GeometricHasItsProbabilitiesExactly) {
  for (const auto& exponent : {std::pair{1, 1}, {2, 1}, {3, 1}, {1, 2}, {3, 2}, {2, 3}, {1, 4}, {7, 4}}) {
    const int a = exponent.first, b = exponent.second;
    const auto enclosure = enumerate<EnumeratedSteps>(kCoinCut, [&](auto& bits) {
      return hopveil::dp::geometric_exp<EnumeratedSteps>(bits, static_cast<unsigned>(a),
                                                         static_cast<unsigned>(b));
    });
    EXPECT_LT(enclosure.undecided, 1e-3);
    const double q = std::exp(-static_cast<double>(a) / b);
    for (std::uint64_t x = 0; x < 12; ++x) {
      EXPECT_TRUE(encloses(enclosure, x, (1 - q) * std::pow(q, static_cast<double>(x)))) << a << "/" << b;
    }
  }
}

TEST(ExactSamplers, DiscreteLaplaceHasItsProbabilitiesExactly) {
  for (const unsigned a : {1u, 2u, 3u}) {
    const auto enclosure = enumerate<EnumeratedSteps>(kCoinCut, [&](auto& bits) {
      const auto [negative, magnitude] = two_sided_geometric_exp(bits, a, 1);
      return magnitude * 2 + (negative ? 1 : 0);
    });
    const double q = std::exp(-static_cast<double>(a));
    const double zero = (1 - q) / (1 + q);
    EXPECT_TRUE(encloses(enclosure, 0, zero));
    EXPECT_EQ(enclosure.mass.count(1), 0u) << "minus zero";
    for (std::uint64_t x = 1; x < 6; ++x) {
      EXPECT_TRUE(encloses(enclosure, 2 * x, zero * std::pow(q, static_cast<double>(x))));
      EXPECT_TRUE(encloses(enclosure, 2 * x + 1, zero * std::pow(q, static_cast<double>(x))));
    }
  }
}

// Chi-square: the same templates on RandomBits (pieces of 16 bits).

TEST(ExactSamplers, UniformFitsOnRandomBits) {
  SeededRng rng(1);
  RandomBits bits(rng);
  for (const std::uint64_t n : {3u, 100u, 300u, 1000u}) {
    const auto draws = tally(400000, [&] { return uniform_below(bits, n); });
    const auto last = static_cast<std::int64_t>(n) - 1;
    EXPECT_TRUE(
        chi_square_integers(draws, 0, last, [&](auto) { return 1.0 / static_cast<double>(n); }).fits());
    const auto missing_one = tally(400000, [&] { return uniform_below(bits, n - 1); });
    EXPECT_FALSE(
        chi_square_integers(missing_one, 0, last, [&](auto) { return 1.0 / static_cast<double>(n); }).fits());
  }
}

TEST(ExactSamplers, UniformReachesBothEndsOfTheWholeRange) {
  SeededRng rng(2);
  RandomBits bits(rng);
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t n : {kMax, kMax / 2 + 2, (std::uint64_t{1} << 63) + 1}) {
    // Quarters of the range; the second bound rejects nearly half of the words.
    const auto draws = tally(100000, [&] { return uniform_below(bits, n) / (n / 4 + 1); });
    EXPECT_TRUE(chi_square_integers(draws, 0, 3, [](auto) { return 0.25; }).fits());
  }
}

TEST(ExactSamplers, GeometricFitsOnRandomBits) {
  SeededRng rng(3);
  RandomBits bits(rng);
  for (const auto& exponent : {std::pair<std::uint64_t, std::uint64_t>{1, 100},
                               {7, 3},
                               {123456789, 1000000007},
                               {std::uint64_t{1} << 62, (std::uint64_t{1} << 63) + 1}}) {
    const std::uint64_t a = exponent.first, b = exponent.second;
    const double q = std::exp(-static_cast<double>(a) / static_cast<double>(b));
    const auto probability = [&](std::int64_t x) { return (1 - q) * std::pow(q, static_cast<double>(x)); };
    const auto draws = tally(200000, [&] { return geometric_exp(bits, a, b); });
    EXPECT_TRUE(chi_square_integers(draws, 0, 3000, probability).fits()) << a << "/" << b;
    const auto shifted = tally(200000, [&] { return geometric_exp(bits, a, b) + 1; });
    EXPECT_FALSE(chi_square_integers(shifted, 0, 3000, probability).fits()) << "off by one";
  }
}

RC_GTEST_PROP(ExactSamplers, UniformStaysBelowItsBound, ()) {
  const auto n = *rc::gen::inRange<std::uint64_t>(1, std::numeric_limits<std::uint64_t>::max());
  SeededRng rng(*rc::gen::arbitrary<std::uint64_t>());
  RandomBits bits(rng);
  for (int i = 0; i < 20; ++i) RC_ASSERT(uniform_below(bits, n) < n);
}

}  // namespace
}  // namespace hopveil::dp
