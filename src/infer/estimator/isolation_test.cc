// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/isolation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graph/builder.h"

namespace hopveil::infer {
namespace {

/// One cell for all users.
class OneCell final : public CountDesign {
 public:
  std::uint32_t num_cells() const override { return 1; }
  double counted_share(std::uint32_t) const override { return 1; }
  std::vector<std::uint32_t> cells_in(const CountedNetwork& network) const override {
    return std::vector<std::uint32_t>(network.counts.users(), 0);
  }
  std::size_t num_features() const override { return 1; }
  void features(std::span<const std::int64_t>, double, std::span<float>) const override {}
};

// The examples 0 and 1 have 2 and 1 neighbours.
class IsolationModelTest : public ::testing::Test {
 protected:
  double posterior(double before, std::int64_t answer, double preference = 3) const {
    const TrainingSet training{networks_, networks_.front().counts, examples_};
    return IsolationModel(OneCell(), training, preference, SeededRng(1)).posterior(before, {&answer, 1});
  }

  std::vector<CountedNetwork> networks_{{{5, std::vector<Edge>{{0, 2}, {0, 3}, {1, 4}}}, HopRows(5, 1)}};
  std::vector<NodeId> examples_{0, 1};
};

TEST_F(IsolationModelTest, IsBayesRule) {
  const double q = std::exp(-3.0);  // a step of the noise
  EXPECT_NEAR(posterior(0.6, 0), 0.6 / (0.6 + 0.4 * (q + q * q) / 2), 1e-12);
  EXPECT_NEAR(posterior(0.6, 1), 0.6 * q / (0.6 * q + 0.4 * (1 + q) / 2), 1e-12);
  EXPECT_NEAR(posterior(0.6, -4), posterior(0.6, 0), 1e-12) << "below 0, all is noise";
}

TEST_F(IsolationModelTest, StaysWhereAnswersSayNothing) {
  EXPECT_NEAR(posterior(0.6, 2, 1e-9), 0.6, 1e-6);
  EXPECT_EQ(posterior(0, 0), 0);
}

TEST_F(IsolationModelTest, IsAProbabilityHoweverFarTheAnswers) {
  for (const std::int64_t answer : {-1000000000, -300, 300, 1000000000}) {
    for (const double preference : {0.1, 4.0, 900.0}) {
      const double result = posterior(0.9, answer, preference);
      EXPECT_GE(result, 0) << answer << " " << preference;
      EXPECT_LE(result, 1) << answer << " " << preference;
    }
  }
  EXPECT_LT(posterior(0.9, 300, 900), 1e-9);
}

}  // namespace
}  // namespace hopveil::infer
