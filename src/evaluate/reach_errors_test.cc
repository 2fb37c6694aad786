// SPDX-License-Identifier: Apache-2.0
#include "evaluate/reach_errors.h"

#include <gmock/gmock.h>

#include "evaluate/journal.h"
#include "evaluate/runner.h"
#include "evaluate/summary.h"
#include "graph/builder.h"
#include "graph/generators.h"
#include "support/temporary_folder.h"

namespace hopveil::evaluation {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

TEST(RankCorrelation, IsOneForEqualOrdersAndSharesRanks) {
  EXPECT_DOUBLE_EQ(rank_correlation(std::vector{1.0, 2.0, 9.0}, std::vector{10.0, 20.0, 21.0}), 1);
  EXPECT_DOUBLE_EQ(rank_correlation(std::vector{1.0, 2.0, 9.0}, std::vector{3.0, 2.0, 1.0}), -1);
  EXPECT_DOUBLE_EQ(rank_correlation(std::vector{1.0, 2.0, 9.0}, std::vector{5.0, 5.0, 5.0}), 0);
  // Ranks 0, 1.5, 1.5, 3 beside 0, 1, 2, 3.
  EXPECT_NEAR(rank_correlation(std::vector{1.0, 2.0, 2.0, 3.0}, std::vector{1.0, 2.0, 3.0, 4.0}), 0.9487,
              1e-4);
}

ExactCounts truth_of_two() {
  ExactCounts truth(2, 2);
  truth.hop(1)[0] = 4;
  truth.hop(1)[1] = 2;
  truth.hop(2)[0] = 0;
  truth.hop(2)[1] = 6;
  return truth;
}

TEST(ReachErrors, AreMeansOverPublicUsersExactlyAndWithin) {
  mechanism::NoisyTable reach;
  reach.reset(2, 2, 0, true);
  reach.hop(1)[0] = 5;
  reach.hop(1)[1] = 2;
  reach.hop(2)[0] = 1;
  reach.hop(2)[1] = 3;
  for (unsigned hop = 1; hop <= 2; ++hop) {
    for (std::size_t row = 0; row < 2; ++row) reach.high(hop)[row] = 5;
  }
  const ReachErrors errors = reach_errors(reach, truth_of_two());
  EXPECT_THAT(errors.mae, ElementsAre(DoubleEq(0.5), DoubleEq(2)));
  EXPECT_THAT(errors.mre, ElementsAre(DoubleEq(0.125), DoubleEq(0.75)));
  EXPECT_THAT(errors.mae_within, ElementsAre(DoubleEq(0.5), DoubleEq(2.5)));
  EXPECT_THAT(errors.mre_within, ElementsAre(DoubleEq(0.125), DoubleEq(0.4375)));
  EXPECT_THAT(errors.rank_correlation, ElementsAre(DoubleEq(1), DoubleEq(1)));
  EXPECT_THAT(errors.covered, ElementsAre(DoubleEq(1), DoubleEq(0.5)));
}

TEST(ReachErrors, OfZerosAreTheTruth) {
  EXPECT_THAT(reach_errors_of_zeros(truth_of_two()).mae_within, ElementsAre(DoubleEq(3), DoubleEq(6)));
}

// Public user 0 is linked to 1, 2 and 3; 1 to 4. Users 1 and 4 have the largest preference: 0 is seen to
// reach 1 and 4, and there are twice as many private users.
TEST(ReachErrors, OfTheScaledShareAreOfTheMostLiberalUsersNetwork) {
  const Graph graph = graph_from_edges(5, {{0, 1}, {0, 2}, {0, 3}, {1, 4}});
  const UserRoles roles(5, {0});
  const auto epsilon = [](const char* text) { return Epsilon::from_text(text); };
  const Preferences preferences({epsilon("4"), epsilon("1"), epsilon("1"), epsilon("4")});
  const ExactCounts truth = exact_reach(graph, roles, 2, {.threads = 1});
  EXPECT_EQ(truth.hop(1)[0], 3U);
  const auto errors = reach_errors_of_scaled_share(graph, roles, preferences, truth, {.threads = 1});
  ASSERT_TRUE(errors.has_value());
  EXPECT_THAT(errors->mae, ElementsAre(DoubleEq(1), DoubleEq(1)));
  const Preferences alike(std::vector<Epsilon>(4, epsilon("1")));
  EXPECT_FALSE(reach_errors_of_scaled_share(graph, roles, alike, truth, {.threads = 1}).has_value());
}

ExperimentSpec small_experiment() {
  ExperimentSpec spec;
  ExperimentGraph& graph = spec.graphs.emplace_back();
  graph.name = "small";
  graph.graph = find_generator("community").make({.nodes = 200, .edges = 1200, .seed = 2, .threads = 1});
  graph.roles = UserRoles(graph.graph.num_nodes(), highest_degree_users(graph.graph, {false, 10}));
  spec.prefs = {{Epsilon::from_text("1"), Epsilon::from_text("16")}};
  spec.hops = {1, 2};
  spec.mechanisms = {"uniform", "eli"};
  spec.runs = 2;
  spec.reach = true;
  return spec;
}

TEST(ReachErrors, OfAnExperimentAreThoseOfEliZerosAndTheScaledShare) {
  const ExperimentSpec spec = small_experiment();
  const std::vector<UnitResult> results = run_experiment(spec, {.threads = 1});
  const std::vector<ReachSummary> lines = summarise_reach(spec, results);
  ASSERT_EQ(lines.size(), 3 * 2 * 2U);
  EXPECT_EQ(lines[0].estimate, "eli");
  EXPECT_EQ(lines[4].estimate, kZerosName);
  EXPECT_EQ(lines[8].estimate, kScaledShareName);
  EXPECT_LT(lines[0].errors.mae.mean, lines[4].errors.mae.mean);
  EXPECT_GT(lines[0].rank_correlation.mean, 0.5);
}

TEST(ReachErrors, SurviveAJournal) {
  const testing::TemporaryFolder folder;
  const ExperimentSpec spec = small_experiment();
  const std::string path = folder.path("runs.jsonl");
  RunnerOptions options;
  options.threads = 1;
  std::vector<ReachSummary> before;
  {
    Journal journal = Journal::create(path, spec);
    options.on_result = [&](const UnitResult& result) { journal.add(result); };
    before = summarise_reach(spec, run_experiment(spec, options));
  }
  RunnerOptions again;
  again.done = Journal::resume(path, spec).take_done();
  const std::vector<ReachSummary> after = summarise_reach(spec, run_experiment(spec, again));
  ASSERT_EQ(after.size(), before.size());
  EXPECT_EQ(after[3].errors.mre.mean, before[3].errors.mre.mean);
  EXPECT_EQ(after[3].rank_correlation.mean, before[3].rank_correlation.mean);
}

}  // namespace
}  // namespace hopveil::evaluation
