// SPDX-License-Identifier: Apache-2.0
#include "infer/design/pooled_counts.h"

#include <gtest/gtest.h>

#include "graph/builder.h"
#include "infer/counts_only/counts_only_testing.h"

namespace hopveil::infer {
namespace {

//  0 - 1 - 4 - 3    5
//   `-- 2 --^   (2 is linked to 0, 1 and 4)
//
// 0 is public; the respondents 1 and 2 are near it, 3 is far away. 4 and 5 are liberal, and nothing but their
// lack of released edges is known of them.
class PooledCountsTest : public ::testing::Test {
 protected:
  PooledCountsTest()
      : graph_(graph_from_edges(6, {{0, 1}, {0, 2}, {1, 2}, {1, 4}, {2, 4}, {3, 4}})),
        knowledge_(graph_, UserRoles(6, {0}), preferences()),
        anchors_{{4, 5}, {false, false, false, false, true, true}, graph_from_edges(6, {})},
        partners_(knowledge_, anchors_, rows(), {false, false, false, false, true, true}),
        pooled_(partners_, std::vector<NodeId>{1, 2, 3}, 0.5) {}

  static Preferences preferences() {
    std::vector<Epsilon> all(3, Epsilon::from_text("4"));
    all.resize(5, Epsilon::from_text("16"));
    return Preferences(all);
  }
  static HopRows rows() {
    HopRows rows(6, 3);
    rows.of(1)[0] = rows.of(2)[0] = 1;
    rows.of(3)[2] = 1;
    return rows;
  }

  Graph graph_;
  query::PublicKnowledge knowledge_;
  Anchors anchors_;
  Partners partners_;
  PooledCounts pooled_;
};

TEST_F(PooledCountsTest, CountsTheRespondentsOfEachStratumThatAreLinkedToAUser) {
  ExactAnswers answers(graph_, knowledge_);
  const auto given = pooled_.ask(answers, std::vector<NodeId>{4, 5});
  ASSERT_EQ(pooled_.num_cells(), 2U);
  EXPECT_EQ(given[0], (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(given[1], (std::vector<std::int64_t>{0, 0}));
}

TEST_F(PooledCountsTest, PutsEveryPrivateUserOfANetworkIntoAStratumByItsCountsThere) {
  CountedNetwork network{{}, rows()};
  network.counts.of(3)[0] = 1;
  network.counts.of(3)[2] = 0;
  const auto cells = pooled_.cells_in(network);
  EXPECT_EQ(cells[0], query::kNobody);
  EXPECT_EQ(cells[1], 0U);
  EXPECT_EQ(cells[3], 0U);
}

TEST_F(PooledCountsTest, FeaturesAreAnswersSumsAndTheNearestStratum) {
  std::vector<float> features(pooled_.num_features());
  pooled_.features(std::vector<std::int64_t>{-1, 3}, 4, features);
  EXPECT_EQ(features, (std::vector<float>{-1, -1, 3, 2, 1}));
}

TEST_F(PooledCountsTest, UsersAskedAboutAreNoPartners) {
  EXPECT_TRUE(partners_.private_users.empty());
  EXPECT_FALSE(partners_.is_anchor[4]);
}

}  // namespace
}  // namespace hopveil::infer
