// SPDX-License-Identifier: Apache-2.0
#include "infer/design/liberal_users.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_graphs.h"

namespace hopveil::infer {
namespace {

/// Knows one total, and counts how often it is asked.
class OneTotal final : public query::AnswerSource {
 public:
  explicit OneTotal(std::int64_t total) : total_(total) {}
  query::NoisyCounts ask(const query::CountQuestion& question) override {
    ++asked;
    EXPECT_EQ(question.share, dp::Rational(1, 100));
    query::NoisyCounts counts(1, 1);
    counts(0, 0) = total_;
    return counts;
  }
  query::NoisyEdges ask(const query::PairQuestion&) override {
    ADD_FAILURE() << "deciding who is liberal asks for no pairs";
    return {};
  }
  int asked = 0;

 private:
  std::int64_t total_;
};

query::PublicKnowledge thousand_users(const std::vector<std::string>& levels) {
  const Graph graph = testing::isolated_nodes(1000);
  const UserRoles roles(1000, {0, 1, 2});
  std::vector<Epsilon> preferences;
  for (std::size_t row = 0; row < 997; ++row) {
    preferences.push_back(Epsilon::from_text(levels[row % levels.size()]));
  }
  return {graph, roles, Preferences(preferences)};
}

TEST(LiberalUsers, AreDecidedByPreferencesAloneWhereTheseAreClear) {
  OneTotal answers(0);
  EXPECT_EQ(find_liberal_users(thousand_users({"16"}), answers).users.size(), 997U);
  EXPECT_TRUE(find_liberal_users(thousand_users({"0.5", "2"}), answers).users.empty());
  const LiberalUsers third = find_liberal_users(thousand_users({"1", "4", "16"}), answers);
  EXPECT_EQ(third.users.size(), 332U);
  EXPECT_FALSE(third.looked);
  EXPECT_EQ(answers.asked, 0);
}

TEST(LiberalUsers, AreAllUsersOfADenseNetworkAndNoneOfASparseOneAtTheSamePreference) {
  // At 7 a user of 1000 gets 0.91 false edges.
  OneTotal dense(20 * 997), sparse(2 * 997);
  const LiberalUsers in_dense = find_liberal_users(thousand_users({"7"}), dense);
  const LiberalUsers in_sparse = find_liberal_users(thousand_users({"7"}), sparse);
  EXPECT_EQ(in_dense.users.size(), 997U);
  EXPECT_TRUE(in_sparse.users.empty());
  EXPECT_TRUE(in_dense.looked && in_sparse.looked);
}

TEST(AllPairs, AreAskedWhileNoiseMakesNoMoreEdgesThanThereAre) {
  // At 5 noise makes 3340 edges among 1000 users, whatever there is.
  const query::PublicKnowledge knowledge = thousand_users({"5"});
  OneTotal enough(3400), too_few(3200);
  const LiberalUsers liberal = find_liberal_users(knowledge, enough);
  EXPECT_TRUE(liberal.users.empty());
  EXPECT_TRUE(all_pairs_are_worth_it(knowledge, liberal));
  EXPECT_FALSE(all_pairs_are_worth_it(knowledge, find_liberal_users(knowledge, too_few)));
}

TEST(AllPairs, AreNotAskedWherePreferencesAloneForbidIt) {
  OneTotal answers(1'000'000);
  for (const char* level : {"0.5", "1", "2"}) {
    const query::PublicKnowledge knowledge = thousand_users({level});
    EXPECT_FALSE(all_pairs_are_worth_it(knowledge, find_liberal_users(knowledge, answers)));
  }
  EXPECT_EQ(answers.asked, 0);
}

TEST(LiberalUsers, ComeInAscendingOrder) {
  OneTotal answers(0);
  EXPECT_TRUE(std::ranges::is_sorted(find_liberal_users(thousand_users({"16", "20"}), answers).users));
}

}  // namespace
}  // namespace hopveil::infer
