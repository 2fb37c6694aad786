// SPDX-License-Identifier: Apache-2.0
#include "base/seeded_rng.h"

#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace hopveil {
namespace {

using Block = std::array<std::uint32_t, 4>;

// The known answers of Random123 (tests/kat_vectors, "philox4x32 10").
TEST(PhiloxTest, GivesTheKnownAnswers) {
  EXPECT_EQ(philox4x32_10({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox4x32_10({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

std::vector<std::uint64_t> first_draws(SeededRng&& rng, std::size_t count = 8) {
  std::vector<std::uint64_t> draws(count);
  for (auto& draw : draws) draw = rng.next_u64();
  return draws;
}

TEST(SeededRngTest, TheSameSeedRepeats) {
  EXPECT_EQ(first_draws(SeededRng(1)), first_draws(SeededRng(1)));
  EXPECT_EQ(first_draws(SeededRng(1).stream("noise", 3)), first_draws(SeededRng(1).stream("noise", 3)));
}

TEST(SeededRngTest, StreamsDoNotDependOnWhatWasDrawnBefore) {
  SeededRng used(1);
  for (int i = 0; i < 5; ++i) used.next_u64();
  EXPECT_EQ(first_draws(used.stream("noise", 3)), first_draws(SeededRng(1).stream("noise", 3)));
}

TEST(SeededRngTest, SplitAndStreamAgree) {
  const SeededRng rng(7);
  EXPECT_EQ(rng.split("noise", 2)->next_u64(), rng.stream("noise", 2).next_u64());
}

TEST(SeededRngTest, SeedsPurposesIndicesAndDepthsGiveDifferentStreams) {
  std::set<std::uint64_t> draws;
  std::size_t count = 0;
  const auto add = [&](const SeededRng& rng) {
    for (const std::uint64_t draw : first_draws(rng.stream("end"), 4)) {
      draws.insert(draw);
      ++count;
    }
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SeededRng rng(seed);
    for (const char* purpose : {"", "a", "b", "ab", "ba"}) {
      for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
        add(rng.stream(purpose, index));
        add(rng.stream("x").stream(purpose, index));
      }
    }
  }
  EXPECT_EQ(draws.size(), count);  // 2400 draws of 64 bits: a chance of 2e-13 to fail by accident
}

/// Chi-square over 256 cells (255 degrees of freedom), as a normal quantile by Wilson and Hilferty.
double chi_square_z(const std::vector<double>& observed, double expected) {
  double statistic = 0;
  for (const double count : observed) statistic += (count - expected) * (count - expected) / expected;
  const double k = static_cast<double>(observed.size()) - 1;
  return (std::cbrt(statistic / k) - (1 - 2 / (9 * k))) / std::sqrt(2 / (9 * k));
}

constexpr int kDraws = 256 * 4000;  // enough to notice the bias of the last test
// One-sided; a correct generator is beyond 4.5 in 3.4e-6 of all seeds. Nine tests: false alarms 3e-5.
constexpr double kAlarm = 4.5;

TEST(SeededRngTest, EveryByteIsUniform) {
  for (int byte = 0; byte < 8; ++byte) {
    SeededRng rng = SeededRng(2026).stream("byte", static_cast<std::uint64_t>(byte));
    std::vector<double> observed(256, 0);
    for (int i = 0; i < kDraws; ++i) ++observed[rng.next_u64() >> (8 * byte) & 0xFF];
    EXPECT_LT(chi_square_z(observed, kDraws / 256.0), kAlarm) << "byte " << byte;
  }
}

TEST(SeededRngTest, FirstDrawsOfNeighbouringStreamsAreUniform) {
  const SeededRng rng(2026);
  std::vector<double> observed(256, 0);
  for (std::uint64_t i = 0; i < kDraws; ++i) ++observed[rng.stream("user", i).next_u64() & 0xFF];
  EXPECT_LT(chi_square_z(observed, kDraws / 256.0), kAlarm);
}

TEST(SeededRngTest, TheUniformityTestNoticesASlightBias) {
  SeededRng rng = SeededRng(2026).stream("biased");
  std::vector<double> observed(256, 0);
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t draw = rng.next_u64();
    const bool biased = (draw >> 32) % 50 == 0;  // in 2% of the draws the lowest bit is 0
    ++observed[draw & (biased ? 0xFE : 0xFF)];
  }
  EXPECT_GT(chi_square_z(observed, kDraws / 256.0), kAlarm);
}

}  // namespace
}  // namespace hopveil
