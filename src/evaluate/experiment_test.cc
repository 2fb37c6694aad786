// SPDX-License-Identifier: Apache-2.0
#include "evaluate/experiment.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "evaluate/journal.h"
#include "evaluate/result_files.h"
#include "evaluate/runner.h"
#include "evaluate/summary.h"
#include "graph/generators.h"
#include "support/small_graphs.h"
#include "support/temporary_folder.h"

namespace hopveil::evaluation {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

ExperimentGraph community(const std::string& name, std::uint64_t seed) {
  ExperimentGraph graph;
  graph.name = name;
  NetworkSpec spec = kDemoNetwork;
  spec.nodes = 200;
  spec.edges = 1000;
  spec.seed = seed;
  graph.graph = find_generator("community").make(spec);
  graph.roles =
      UserRoles(graph.graph.num_nodes(), highest_degree_users(graph.graph, TopShare::from_text("5%")));
  return graph;
}

ExperimentSpec small_experiment() {
  ExperimentSpec spec;
  spec.graphs = {community("first", 1), community("second", 2)};
  spec.hops = {2, 3};
  spec.mechanisms = {"uniform", "duba-lf"};
  spec.options = {
      {"threshold", {"1", "4"}}, {"reading", {"consistent", "literal"}}, {"postprocess", {"none", "clamp"}}};
  spec.prefs = {{Epsilon::from_text("1"), Epsilon::from_text("4")}};
  spec.runs = 3;
  return spec;
}

std::string results_csv(const ExperimentSpec& spec, RunnerOptions options = {}) {
  return errors_csv(summarise(spec, run_experiment(spec, std::move(options))));
}

TEST(Experiment, AnOptionThatAMechanismDoesNotHaveDoesNotMultiplyItsRuns) {
  const ExperimentSpec spec = small_experiment();
  // hops x thresholds, and for duba-lf x readings
  EXPECT_EQ(plan_runs(spec).size(), 2 * 2 + 2 * 2 * 2U);
  // x post-processing, and zeros and hop-median for each number of hops
  EXPECT_EQ(configurations(spec).size(), 2 * (2 * 2 + 2 * 2 * 2) + 2 * 2U);
}

TEST(Experiment, TheSameForAnyNumberOfThreads) {
  const ExperimentSpec spec = small_experiment();
  const std::string alone = results_csv(spec, {.threads = 1});
  EXPECT_EQ(results_csv(spec, {.threads = 3}), alone);
  EXPECT_EQ(results_csv(spec, {.threads = 64}), alone);  // fewer runs than threads
}

TEST(Experiment, AResultDoesNotDependOnWhatElseIsEvaluated) {
  ExperimentSpec spec = small_experiment();
  const std::string all = results_csv(spec);
  spec.graphs.erase(spec.graphs.begin());
  spec.hops = {3};
  spec.mechanisms = {"duba-lf"};
  spec.options["threshold"] = {"4"};
  const std::string some = results_csv(spec);
  std::size_t begin = some.find('\n') + 1;
  while (begin < some.size()) {
    const std::size_t end = some.find('\n', begin);
    EXPECT_THAT(all, HasSubstr(some.substr(begin, end - begin)));
    begin = end + 1;
  }
}

TEST(Experiment, OneRunOfEliServesEveryNumberOfHopsAndObjective) {
  ExperimentSpec spec = small_experiment();
  spec.graphs.resize(1);
  spec.mechanisms = {"eli"};
  spec.options["optimise"] = {"absolute", "relative"};
  spec.options["intervals"] = {"90"};
  spec.runs = 1;
  EXPECT_EQ(plan_runs(spec).size(), 1U);
  const std::vector<ErrorSummary> lines = summarise(spec, run_experiment(spec, {}));
  ASSERT_EQ(lines.size(), 2 * 2 + 2 * 2U);
  EXPECT_EQ(lines[0].configuration.mechanism, "eli");
  EXPECT_EQ(lines[2].configuration.mechanism, "eli-relative");
  EXPECT_EQ(lines[0].by_hop[1].mae.mean, lines[1].by_hop[1].mae.mean);  // 2 hops are the first of 3
  EXPECT_EQ(lines[0].covered.size(), 2U);
  EXPECT_EQ(lines[1].covered.size(), 3U);
  EXPECT_EQ(lines[1].covered_by_level.size(), 3 * lines[1].levels.size());
  EXPECT_EQ(expected_cells(lines[1]).size(), 3 + lines[1].levels.size());
  for (const Spread& covered : lines[1].covered) {
    EXPECT_GT(covered.mean, 0);
    EXPECT_LE(covered.mean, 1);
  }
}

TEST(Experiment, AnObjectiveGivesTheSameBesideAnother) {
  ExperimentSpec spec = small_experiment();
  spec.graphs.resize(1);
  spec.mechanisms = {"eli"};
  spec.runs = 1;
  spec.options["optimise"] = {"absolute", "relative"};
  const std::vector<ErrorSummary> both = summarise(spec, run_experiment(spec, {}));
  spec.options["optimise"] = {"relative"};
  const std::vector<ErrorSummary> alone = summarise(spec, run_experiment(spec, {}));
  ASSERT_EQ(alone[0].configuration, both[2].configuration);
  EXPECT_EQ(alone[0].by_hop[1].mae.mean, both[2].by_hop[1].mae.mean);
  EXPECT_EQ(alone[1].by_hop[2].mre.mean, both[3].by_hop[2].mre.mean);
}

TEST(Experiment, AnotherSeedGivesOtherErrors) {
  ExperimentSpec spec = small_experiment();
  const std::string first = results_csv(spec);
  spec.seed = 2;
  EXPECT_NE(results_csv(spec), first);
}

TEST(Experiment, HasTheHeaderThatScriptsRelyOn) {
  const std::string csv = results_csv(small_experiment());
  EXPECT_THAT(csv,
              StartsWith("graph,mechanism,reading,postprocess,noise,hops,threshold,prefs,runs,mae,mae_sd,"
                         "mre,mre_sd\nfirst,uniform,consistent,none,discrete,2,1,1/4,3,"));
  EXPECT_THAT(csv, HasSubstr("\nsecond,zeros,-,-,-,3,-,1/4,3,"));
  EXPECT_THAT(csv, HasSubstr("\nsecond,hop-median,-,-,-,3,-,1/4,3,"));
}

TEST(Experiment, RefusesWhatCannotRunBeforeRunning) {
  ExperimentSpec spec = small_experiment();
  spec.options["threshold"] = {"5"};  // above every preference
  EXPECT_THROW(check_experiment(spec), InputError);
  spec = small_experiment();
  spec.prefs.push_back({Epsilon::from_text("8"), Epsilon::from_text("16")});  // and above one group's only
  spec.options["threshold"] = {"4"};
  EXPECT_THROW(check_experiment(spec), InputError);
  spec = small_experiment();
  spec.hops = {2, 2};
  EXPECT_THROW(run_experiment(spec, {}), InputError);
  spec = small_experiment();
  spec.prefs.clear();
  EXPECT_THROW(run_experiment(spec, {}), InputError);
  spec = small_experiment();
  spec.runs = 0;
  EXPECT_THROW(run_experiment(spec, {}), InputError);
}

TEST(Experiment, FixedPreferencesAreUsedAsTheyAre) {
  ExperimentSpec spec = small_experiment();
  spec.prefs.clear();
  for (ExperimentGraph& graph : spec.graphs) {
    graph.preferences =
        Preferences(std::vector<Epsilon>(graph.roles.private_users().size(), Epsilon::from_text("4")));
    graph.preferences_name = "4";
  }
  spec.options["threshold"] = {"max"};
  EXPECT_THAT(results_csv(spec), HasSubstr("\nfirst,uniform,consistent,none,discrete,2,max,4,3,"));
}

class JournalTest : public ::testing::Test {
 protected:
  /// Runs at most `most` units with a journal, then stops as if killed.
  void run_some(const ExperimentSpec& spec, std::size_t most) {
    Journal journal = Journal::resume(path_, spec);
    std::size_t finished = 0;
    RunnerOptions options{.threads = 1, .done = journal.take_done()};
    options.on_result = [&](const UnitResult& result) {
      if (finished++ == most) throw std::runtime_error("killed");
      journal.add(result);
    };
    EXPECT_THROW(run_experiment(spec, std::move(options)), std::runtime_error);
  }

  testing::TemporaryFolder folder_;
  std::string path_ = folder_.path("runs.jsonl");
};

TEST_F(JournalTest, InterruptedWorkContinuesAndGivesTheSame) {
  const ExperimentSpec spec = small_experiment();
  run_some(spec, 2);
  std::ofstream(path_, std::ios::app) << R"({"graph":"first","pre)";  // killed while writing
  Journal journal = Journal::resume(path_, spec);
  RunnerOptions options{.done = journal.take_done()};
  EXPECT_EQ(options.done.size(), 2U);
  std::size_t fresh = 0;
  options.on_result = [&](const UnitResult& result) {
    journal.add(result);
    ++fresh;
  };
  EXPECT_EQ(results_csv(spec, std::move(options)), results_csv(spec));
  EXPECT_EQ(fresh, 4U);
  EXPECT_EQ(Journal::resume(path_, spec).take_done().size(), 6U);
}

TEST_F(JournalTest, MoreRunsMayBeAskedForLater) {
  ExperimentSpec spec = small_experiment();
  run_some(spec, 2);
  spec.runs = 4;
  RunnerOptions options{.done = Journal::resume(path_, spec).take_done()};
  EXPECT_EQ(results_csv(spec, std::move(options)), results_csv(spec));
}

TEST_F(JournalTest, ResultsOfAnotherExperimentAreRefused) {
  ExperimentSpec spec = small_experiment();
  run_some(spec, 1);
  EXPECT_THROW(Journal::create(path_, spec), InputError);
  spec.seed = 7;
  try {
    Journal::resume(path_, spec);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("seed was 1, now 7"));
  }
  spec = small_experiment();
  spec.graphs[0] = community("first", 3);  // another network under the same name
  EXPECT_THROW(Journal::resume(path_, spec), InputError);
}

TEST_F(JournalTest, JunkIsAnErrorWithItsLine) {
  const ExperimentSpec spec = small_experiment();
  run_some(spec, 1);
  std::ofstream(path_, std::ios::app) << "junk\n";
  try {
    Journal::resume(path_, spec);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.line(), 3U);
    EXPECT_EQ(error.file(), path_);
  }
}

// A line that is JSON and holds too few numbers would make the summary read behind its arrays.
TEST_F(JournalTest, ResultsOfAnotherShapeAreAnErrorWithTheirLine) {
  const ExperimentSpec spec = small_experiment();
  run_some(spec, 1);
  std::ifstream file(path_);
  std::string header;
  std::string line;
  std::getline(file, header);
  std::getline(file, line);
  const auto whole = nlohmann::ordered_json::parse(line);
  for (const char* place : {"/errors/0/0", "/errors/0/3", "/errors/1/4", "/levels", "/errors"}) {
    auto changed = whole;
    changed[nlohmann::ordered_json::json_pointer(place)].erase(0);
    std::ofstream(path_, std::ios::trunc) << header << "\n" << changed.dump() << "\n";
    try {
      Journal::resume(path_, spec);
      FAIL() << place;
    } catch (const InputError& error) {
      EXPECT_EQ(error.line(), 2U) << place;
    }
  }
}

TEST(Summary, GivesMeansAndSpreadsOverRuns) {
  ExperimentSpec spec;
  spec.graphs = {community("g", 1)};
  spec.hops = {1};
  spec.mechanisms = {};
  spec.prefs = {{Epsilon::from_text("1")}};
  spec.runs = 2;
  ErrorsOfRun low{{1}, {0.5}, {1}, {0.5}, {true}, {}, {}, {}, {}};
  ErrorsOfRun high{{3}, {0.5}, {3}, {0.5}, {false}, {}, {}, {}, {}};
  const std::vector<UnitResult> results = {{"g", "1", 0, 1, {"1"}, {low, low}},
                                           {"g", "1", 1, 1, {"1"}, {high, low}}};
  const std::vector<ErrorSummary> lines = summarise(spec, results);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].all.mae.mean, 2);
  EXPECT_DOUBLE_EQ(lines[0].all.mae.sd, std::sqrt(2.0));
  EXPECT_EQ(lines[0].all.mre.sd, 0);
  EXPECT_EQ(lines[0].published[0], 0.5);
}

}  // namespace
}  // namespace hopveil::evaluation
