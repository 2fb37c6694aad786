// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/population.h"

#include <numeric>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "dp/discrete_laplace.h"

namespace hopveil::infer {
namespace {

/// One region; everybody has the same preference and owns half of its pairs.
LocalAnswers answers_of(const std::vector<std::uint32_t>& public_counts, double epsilon, SeededRng* noise) {
  LocalAnswers answers;
  const auto rows = static_cast<std::uint32_t>(public_counts.size());
  answers.bands.bands = {{.epsilon = epsilon, .owned_share = 0.5}};
  answers.bands.of_row.assign(rows, 0);
  answers.public_neighbours = query::NoisyCounts(rows, 1);
  answers.private_neighbours = query::NoisyCounts(rows, 2);
  const dp::DiscreteLaplace laplace(dp::Rational(static_cast<std::uint64_t>(epsilon * 1000), 1000), 1);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const auto draw = [&] { return noise != nullptr ? laplace.sample(*noise) : 0; };
    answers.public_neighbours(row, 0) = public_counts[row] + draw();
    answers.private_neighbours(row, 0) = draw();
    answers.private_neighbours(row, 1) = draw();
    answers.label_of_row.push_back(answers.public_neighbours(row, 0) > 1 ? 0 : 1);
  }
  return answers;
}

double mean_count(const Population& population, std::uint32_t rows, std::uint32_t cell, std::uint64_t seed) {
  SeededRng random(seed);
  Dice dice(random);
  double sum = 0;
  for (std::uint32_t row = 0; row < rows; ++row)
    sum += population.grid(cell)[population.sample(row, dice)[cell]];
  return sum / rows;
}

TEST(LocalPopulation, WithoutNoiseEverybodyIsWhoTheAnswersSay) {
  std::vector<std::uint32_t> counts;
  for (std::uint32_t i = 0; i < 200; ++i) counts.push_back(i % 9);
  const Population population(answers_of(counts, 20, nullptr));
  SeededRng random(1);
  Dice dice(random);
  for (std::uint32_t row = 0; row < counts.size(); ++row)
    EXPECT_EQ(population.grid(0)[population.sample(row, dice)[0]], counts[row]);
}

TEST(LocalPopulation, RecoversTheShareOfUsersWithoutPublicNeighboursFromNoise) {
  std::vector<std::uint32_t> counts;
  for (std::uint32_t i = 0; i < 6000; ++i) counts.push_back(i % 2 == 0 ? 0 : 6);
  SeededRng noise(2);
  const Population population(answers_of(counts, 0.5, &noise));
  SeededRng random(3);
  Dice dice(random);
  double few = 0, sum = 0;
  for (std::uint32_t row = 0; row < counts.size(); ++row) {
    const std::uint32_t count = population.grid(0)[population.sample(row, dice)[0]];
    few += count <= 2 ? 1 : 0;
    sum += count;
  }
  // Noisy answers of at most 2: 0.5 * (0.86 + 0.10) + ..; cut at 0 they average above 3.3.
  EXPECT_NEAR(few / 6000, 0.5, 0.05);
  EXPECT_NEAR(sum / 6000, 3, 0.12);
}

TEST(LocalPopulation, LinksThatNoiseExplainsAreDropped) {
  SeededRng noise(4);
  const std::vector<std::uint32_t> counts(4000, 3);
  const Population population(answers_of(counts, 0.5, &noise));
  EXPECT_LT(mean_count(population, 4000, 1, 5), 0.1);
  EXPECT_LT(mean_count(population, 4000, 2, 5), 0.1);
}

// Their sum of public and labelled neighbours would be taken for public ones, or for labelled ones.
TEST(LocalPopulation, WhoCountsTogetherIsDrawnFromWhatTheOthersTell) {
  LocalAnswers answers = answers_of(std::vector<std::uint32_t>(600, 3), 20, nullptr);
  answers.bands.bands = {{.epsilon = 20, .owned_share = 1, .counts_together = true},
                         {.epsilon = 20, .owned_share = 0.5}};
  for (std::uint32_t row = 0; row < 600; ++row) {
    const bool together = row < 200;
    answers.bands.of_row[row] = together ? 0 : 1;
    if (!together) continue;
    answers.public_neighbours(row, 0) = 0;
    answers.private_neighbours(row, 0) = 9;
    answers.label_of_row[row] = label_nowhere(1);
  }
  const Population population(answers);
  EXPECT_NEAR(mean_count(population, 200, 0, 1), 3, 0.1);
  EXPECT_NEAR(mean_count(population, 200, 1, 1), 0, 0.1);
}

}  // namespace
}  // namespace hopveil::infer
