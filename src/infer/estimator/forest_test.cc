// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/forest.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graph/network_spec.h"

namespace hopveil::infer {
namespace {

/// The target is 10 where the first feature is above 0.5, else 2; the second feature means nothing.
Examples step(std::size_t size) {
  SeededRng random(1);
  Examples examples;
  examples.num_features = 2;
  for (std::size_t i = 0; i < size; ++i) {
    const auto meaning = static_cast<float>(random_unit(random));
    examples.features.push_back(meaning);
    examples.features.push_back(static_cast<float>(random_unit(random)));
    examples.targets.push_back({meaning > 0.5F ? 10.0F : 2.0F});
  }
  return examples;
}

double weighted_mean(const Examples& examples, const Forest& forest, const std::vector<float>& features) {
  Forest::Weights weights;
  forest.weigh(features, weights);
  double sum = 0, total = 0;
  for (const auto& [example, weight] : weights) {
    sum += weight * examples.targets[example][0];
    total += weight;
  }
  return sum / total;
}

TEST(Forest, FindsTheExamplesThatAreLikeTheCase) {
  const Examples examples = step(2000);
  const Forest forest(examples, {}, SeededRng(2));
  for (const float noise : {0.1F, 0.5F, 0.9F}) {
    EXPECT_NEAR(weighted_mean(examples, forest, {0.1F, noise}), 2, 1e-3);
    EXPECT_NEAR(weighted_mean(examples, forest, {0.9F, noise}), 10, 1e-3);
  }
}

TEST(Forest, WeightsSumToTheNumberOfTrees) {
  const Examples examples = step(100);
  const Forest forest(examples, {.trees = 7}, SeededRng(2));
  Forest::Weights weights;
  forest.weigh(std::vector<float>{0.4F, 0.4F}, weights);
  float total = 0;
  for (const auto& [example, weight] : weights) total += weight;
  EXPECT_NEAR(total, 7, 1e-4);
}

TEST(Forest, KeepsExamplesTogetherThatNothingTellsApart) {
  Examples examples;
  examples.num_features = 1;
  for (int i = 0; i < 50; ++i) {
    examples.features.push_back(3);
    examples.targets.push_back({static_cast<float>(i % 2)});
  }
  const Forest forest(examples, {.trees = 40}, SeededRng(3));
  EXPECT_NEAR(weighted_mean(examples, forest, {3.0F}), 0.5, 0.1);
}

TEST(Forest, LearnsFromASingleExample) {
  Examples examples{1, {1.0F}, {{5.0F}}};
  const Forest forest(examples, {}, SeededRng(4));
  EXPECT_EQ(weighted_mean(examples, forest, {9.0F}), 5);
}

TEST(Forest, IsTheSameOnAnyNumberOfThreads) {
  const Examples examples = step(500);
  const Forest one(examples, {.threads = 1}, SeededRng(5)), two(examples, {.threads = 2}, SeededRng(5));
  Forest::Weights first, second;
  one.weigh(std::vector<float>{0.6F, 0.2F}, first);
  two.weigh(std::vector<float>{0.6F, 0.2F}, second);
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace hopveil::infer
