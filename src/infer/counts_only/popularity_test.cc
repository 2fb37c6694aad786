// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/popularity.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "dp/discrete_laplace.h"

namespace hopveil::infer {
namespace {

constexpr std::uint32_t kPublic = 400;
constexpr std::uint32_t kRows = 10'000;
constexpr double kEpsilon = 1;
constexpr double kShare = 0.1;

/// One region, in which public user p has p % 20 links.
PublicNetwork network_with_links() {
  PublicNetwork network;
  network.num_regions = 1;
  network.region_of.assign(kPublic, 0);
  for (std::uint32_t p = 0; p < kPublic; ++p)
    network.neighbours.emplace_back(p % 20, 0);  // only how many they are matters
  return network;
}

/// Everybody is of the region; popularity_of(p) users know p, asked under noise or not.
template <class PopularityOf>
LocalAnswers answers_of(const PopularityOf& popularity_of, SeededRng* noise) {
  LocalAnswers answers;
  answers.bands.bands = {{.epsilon = kEpsilon, .owned_share = 0.5, .popularity_share = kShare}};
  answers.bands.of_row.assign(kRows, 0);
  answers.label_of_row.assign(kRows, 0);
  answers.popularity = query::NoisyCounts(num_labels(1), kPublic);
  const dp::DiscreteLaplace laplace(dp::Rational(1, 10), 1);
  for (std::uint32_t p = 0; p < kPublic; ++p)
    answers.popularity(0, p) = popularity_of(p) + (noise != nullptr ? laplace.sample(*noise) : 0);
  return answers;
}

template <class PopularityOf>
double mean_error(const std::vector<double>& found, const PopularityOf& popularity_of) {
  double sum = 0;
  for (std::uint32_t p = 0; p < kPublic; ++p)
    sum += std::abs(found[p] - static_cast<double>(popularity_of(p))) / kPublic;
  return sum;
}

// The deviation of the noise is 14, and public users differ by 5 on the average.
TEST(LocalPopularity, UnderMuchNoiseIsWhatLinksSay) {
  const auto by_links = [](std::uint32_t p) { return std::int64_t{p % 20}; };
  SeededRng noise(1);
  const auto found = popularity_by_label(answers_of(by_links, &noise), network_with_links());
  EXPECT_LT(mean_error(found[0], by_links), 2) << "everybody at the mean would be 5 off";
}

TEST(LocalPopularity, WithoutPatternLinksSayLittle) {
  const auto even = [](std::uint32_t) { return std::int64_t{10}; };
  SeededRng noise(2);
  const auto found = popularity_by_label(answers_of(even, &noise), network_with_links());
  EXPECT_LT(mean_error(found[0], even), 2);
}

// Links would say the opposite: the line does not fall, and what is far above the noise stands.
TEST(LocalPopularity, WhatStandsOutOfTheNoiseStays) {
  const auto against_links = [](std::uint32_t p) { return std::int64_t{2000 - 100 * (p % 20)}; };
  SeededRng noise(3);
  const auto found = popularity_by_label(answers_of(against_links, &noise), network_with_links());
  EXPECT_LT(mean_error(found[0], against_links), 15);
}

TEST(LocalPopularity, UsersOfWhomNobodyWasAskedAreLikeEverybody) {
  const auto by_links = [](std::uint32_t p) { return std::int64_t{100 * (p % 20)}; };
  LocalAnswers answers = answers_of(by_links, nullptr);
  answers.bands.bands.insert(answers.bands.bands.begin(), {.epsilon = 0.1, .owned_share = 0.9});
  const query::NoisyCounts told = answers.popularity;
  answers.popularity = query::NoisyCounts(2 * num_labels(1), kPublic);
  for (std::uint32_t p = 0; p < kPublic; ++p) answers.popularity(1, p) = told(0, p);
  answers.bands.of_row.assign(kRows, 1);
  answers.bands.of_row.resize(2 * kRows, 0);
  answers.label_of_row.resize(2 * kRows, label_unknown(1));
  const auto found = popularity_by_label(answers, network_with_links());
  EXPECT_EQ(found[label_unknown(1)], found[0]);
}

}  // namespace
}  // namespace hopveil::infer
