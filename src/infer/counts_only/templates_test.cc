// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/templates.h"

#include <array>
#include <numeric>

#include <gtest/gtest.h>

#include "infer/counts_only/counts_only_testing.h"
#include "infer/loss/candidates.h"
#include "infer/loss/estimates.h"

namespace hopveil::infer {
namespace {

/// Users of one band and one region whose answers have next to no noise.
struct Case {
  LocalAnswers answers;
  Templates templates;
};

Case make_case(const std::vector<std::int64_t>& public_answers) {
  Case result;
  const auto rows = static_cast<std::uint32_t>(public_answers.size());
  result.answers.bands.bands = {{.epsilon = 30, .owned_share = 0.5}};
  result.answers.bands.of_row.assign(rows, 0);
  result.answers.public_neighbours = query::NoisyCounts(rows, 1);
  result.answers.private_neighbours = query::NoisyCounts(rows, 2);
  for (std::uint32_t row = 0; row < rows; ++row) {
    result.answers.public_neighbours(row, 0) = public_answers[row];
    result.answers.label_of_row.push_back(0);
  }
  result.templates.counts.resize(3);
  return result;
}

void add(Templates& templates, std::uint32_t direct, std::uint32_t second, int times) {
  for (int i = 0; i < times; ++i) {
    templates.profiles.push_back({direct, 0, 0});
    templates.counts[0].push_back(direct);
    templates.counts[1].push_back(second);
    templates.counts[2].push_back(0);
  }
}

/// All users are private but `num_public`, the last ones.
InferredCounts estimate(const Case& from, Objective objective, NodeId num_public) {
  const auto rows = static_cast<NodeId>(from.answers.bands.of_row.size());
  std::vector<NodeId> users(rows), public_users(num_public);
  std::iota(users.begin(), users.end(), NodeId{0});
  std::iota(public_users.begin(), public_users.end(), rows);
  const Graph graph = graph_from_edges(rows + num_public, {});
  const query::PublicKnowledge knowledge(graph, UserRoles(rows + num_public, public_users),
                                         everybody(rows, "30"));
  InferenceOptions options;
  options.hops = 2;
  options.intervals = 80;
  const Calibration unchanged(from.answers.bands.bands.size(),
                              std::vector<CalibratedHop>(2, {{candidates_for(Objective::kAbsolute).usual,
                                                              candidates_for(Objective::kRelative).usual}}));
  const PathLengthCorrection none;
  Estimates table(knowledge, options, objective, unchanged, none);
  weigh_templates(Population(from.answers), from.answers.bands, from.templates, users, 1, 1,
                  Meter(options.progress), table);
  return table.take();
}

TEST(LocalTemplates, UsersGetTheMedianOfTemplatesLikeThem) {
  Case from = make_case({1, 4, 1});
  add(from.templates, 1, 10, 20);
  add(from.templates, 1, 30, 25);
  add(from.templates, 4, 90, 40);
  InferredCounts result = estimate(from, Objective::kAbsolute, 200);
  EXPECT_EQ(result.hop(1)[0], 1U);
  EXPECT_EQ(result.hop(2)[0], 30U);
  EXPECT_EQ(result.hop(2)[1], 90U);
  EXPECT_EQ(result.hop(2)[2], 30U);
  EXPECT_EQ(result.low(2)[0], 10U);
  EXPECT_EQ(result.high(2)[0], 30U);
}

TEST(LocalTemplates, RelativeObjectiveWeighsSmallCountsMore) {
  Case from = make_case({1});
  add(from.templates, 1, 10, 20);
  add(from.templates, 1, 30, 25);
  // Expected relative error: at 10, (2/3) 25 = 16.7 of 45; at 30, 2 * 20 = 40 of 45.
  EXPECT_EQ(estimate(from, Objective::kRelative, 200).hop(2)[0], 10U);
}

TEST(LocalTemplates, HopsNeverSumToMoreThanThereArePublicUsers) {
  Case from = make_case({4});
  add(from.templates, 4, 9, 40);
  InferredCounts result = estimate(from, Objective::kAbsolute, 10);
  EXPECT_EQ(result.hop(1)[0] + result.hop(2)[0], 10U);
  EXPECT_LE(result.low(2)[0], result.hop(2)[0]);
}

TEST(LocalTemplates, WhoCountsTogetherIsLikeTemplatesWithThatSum) {
  Case from = make_case({0});
  from.answers.bands.bands = {{.epsilon = 30, .owned_share = 1, .counts_together = true},
                              {.epsilon = 30, .owned_share = 0}};
  from.answers.bands.of_row = {0};
  from.answers.private_neighbours(0, 0) = 5;
  from.answers.label_of_row = {1};
  for (const auto& [direct, labelled, second] :
       {std::array{0U, 5U, 20U}, std::array{3U, 2U, 20U}, std::array{5U, 5U, 90U}, std::array{5U, 1U, 90U}}) {
    add(from.templates, direct, second, 20);
    for (std::size_t i = from.templates.profiles.size() - 20; i < from.templates.profiles.size(); ++i)
      from.templates.profiles[i][1] = labelled;
  }
  EXPECT_EQ(estimate(from, Objective::kAbsolute, 200).hop(2)[0], 20U);
}

}  // namespace
}  // namespace hopveil::infer
