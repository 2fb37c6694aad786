#include "infer/estimator/isolation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graph/builder.h"

namespace hopveil {
namespace {

/// One cell, and everybody is in it.
class OneCell final : public Interview {
 public:
  std::uint32_t num_cells() const override { return 1; }
  double seen_share(std::uint32_t) const override { return 1; }
  std::vector<std::uint32_t> cells_in(const Network& network) const override {
    return std::vector<std::uint32_t>(network.graph.num_nodes(), 0);
  }
  std::size_t num_features() const override { return 1; }
  void features(std::span<const std::int64_t>, double, std::span<float>) const override {}
};

// The examples 0 and 1 know 2 and 1 users.
class AloneOrNotTest : public ::testing::Test {
 protected:
  double chance(double before, std::int64_t answer, double preference = 3) const {
    const Lesson lesson{networks_, networks_.front().counts, examples_};
    return AloneOrNot(OneCell(), lesson, preference, SeededRng(1)).chance(before, {&answer, 1});
  }

  std::vector<Network> networks_{{graph_from_edges(5, {{0, 2}, {0, 3}, {1, 4}}), HopRows(5, 1)}};
  std::vector<NodeId> examples_{0, 1};
};

TEST_F(AloneOrNotTest, IsBayesRule) {
  const double q = std::exp(-3.0);  // a step of the noise
  EXPECT_NEAR(chance(0.6, 0), 0.6 / (0.6 + 0.4 * (q + q * q) / 2), 1e-12);
  EXPECT_NEAR(chance(0.6, 1), 0.6 * q / (0.6 * q + 0.4 * (1 + q) / 2), 1e-12);
  EXPECT_NEAR(chance(0.6, -4), chance(0.6, 0), 1e-12) << "below 0, all is noise";
}

TEST_F(AloneOrNotTest, StaysWhereAnswersTellNothing) {
  EXPECT_NEAR(chance(0.6, 2, 1e-9), 0.6, 1e-6);
  EXPECT_EQ(chance(0, 0), 0);
}

TEST_F(AloneOrNotTest, IsAProbabilityHoweverFarTheAnswers) {
  for (const std::int64_t answer : {-1000000000, -300, 300, 1000000000}) {
    for (const double preference : {0.1, 4.0, 900.0}) {
      const double result = chance(0.9, answer, preference);
      EXPECT_GE(result, 0) << answer << " " << preference;
      EXPECT_LE(result, 1) << answer << " " << preference;
    }
  }
  EXPECT_LT(chance(0.9, 300, 900), 1e-9);
}

}  // namespace
}  // namespace hopveil
