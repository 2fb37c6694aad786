// SPDX-License-Identifier: Apache-2.0
#include "infer/design/stratified_counts.h"

#include <gtest/gtest.h>

#include "graph/builder.h"
#include "infer/counts_only/counts_only_testing.h"

namespace hopveil::infer {
namespace {

//  0 - 1
//  | \ | \ .
//  2 - 4 - 5 - 3
//
// 0 and 1 are public. 2 (near) and 3 (far) are liberal. 4 and 5 are asked; 4 is linked to 0, 1, 2 and 5, and
// 5 to 1, 3 and 4.
class StratifiedCountsTest : public ::testing::Test {
 protected:
  StratifiedCountsTest()
      : graph_(graph_from_edges(6, {{0, 1}, {0, 2}, {0, 4}, {1, 4}, {1, 5}, {2, 4}, {4, 5}, {5, 3}})),
        knowledge_(graph_, UserRoles(6, {0, 1}), preferences()),
        anchors_{{2, 3}, {false, false, true, true, false, false}, graph_from_edges(6, {{0, 1}, {0, 2}})},
        partners_(knowledge_, anchors_, rows(), std::vector<bool>(6, false)) {}

  static Preferences preferences() {
    std::vector<Epsilon> all(2, Epsilon::from_text("16"));
    all.resize(4, Epsilon::from_text("4"));
    return Preferences(all);
  }
  /// Public users and 2 are near, 3 is far.
  static HopRows rows() {
    HopRows rows(6, 3);
    for (const NodeId near : {0U, 1U, 2U}) rows.of(near)[0] = 50;
    rows.of(3)[2] = 50;
    return rows;
  }
  StratifiedCounts::Answers ask(const StratifiedCounts& stratified) {
    StratifiedCounts::Answers answers;
    stratified.ask(exact_, kAsked, answers);
    return answers;
  }

  const std::vector<NodeId> kAsked{4, 5};
  Graph graph_;
  query::PublicKnowledge knowledge_;
  Anchors anchors_;
  Partners partners_;
  ExactAnswers exact_{graph_, knowledge_};
};

TEST_F(StratifiedCountsTest, AsksForPublicAndPrivateNeighboursApart) {
  const StratifiedCounts apart(partners_, 1, 2);
  EXPECT_EQ(ask(apart), (StratifiedCounts::Answers{{2, 1, 0}, {1, 0, 1}}));
}

TEST_F(StratifiedCountsTest, OrForThoseOfLikeCountsTogether) {
  const StratifiedCounts together(partners_, 0, 2);
  EXPECT_EQ(ask(together), (StratifiedCounts::Answers{{3, 0}, {1, 1}}));
}

TEST_F(StratifiedCountsTest, TogetherUnobservedUsersAreWhereTheirImputedNetworkPutsThem) {
  partners_.add(std::vector<NodeId>{4});
  partners_.counts.of(4)[0] = 50;
  CountedNetwork network{{}, rows()};
  network.counts.of(4)[2] = 50;
  network.counts.of(2)[0] = 0;
  const auto cells = StratifiedCounts(partners_, 0, 2).cells_in(network);
  EXPECT_EQ(cells, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, query::kNobody})) << "2 is an anchor and stays";
}

// The one of 4 and 5 that owns their pair counts it, the other one does not.
TEST_F(StratifiedCountsTest, ASecondRoundAsksForEachPairOfTheGroupOnce) {
  for (const std::uint32_t public_strata : {0U, 1U}) {
    StratifiedCounts stratified(partners_, public_strata, 1);
    StratifiedCounts::Answers answers;
    stratified.ask(exact_, kAsked, answers);
    const std::size_t first_round = answers[0].size();
    stratified.add_round(kAsked);
    stratified.ask(exact_, kAsked, answers);
    ASSERT_EQ(answers[0].size(), stratified.num_cells());
    EXPECT_EQ(answers[0].size(), first_round + 1);
    EXPECT_EQ(answers[0].back() + answers[1].back(), 1);
  }
}

}  // namespace
}  // namespace hopveil::infer
