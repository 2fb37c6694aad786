// SPDX-License-Identifier: Apache-2.0
// Whoever adds a mechanism with an option writes one file and registers it. This program is hopveil with one
// more mechanism (constant.cc) and one more line in the registry: the option is everywhere.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <hopveil/build_graph.h>
#include <hopveil/build_users.h>
#include <hopveil/errors.h>
#include <hopveil/evaluate.h>
#include <hopveil/hopveil.h>
#include <hopveil/mechanisms.h>
#include <hopveil/release.h>

#include "support/run_program.h"

namespace hopveil {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using testing::ProgramResult;
using testing::run_shell;
using testing::TemporaryFolder;

class NewMechanism : public ::testing::Test {
 protected:
  NewMechanism() {
    run("hopveil generate community --nodes 100 --seed 1 -o network.hvg; seq 0 9 >public.txt; "
        "seq 10 99 | sed 's/$/,1/' >prefs.csv");
  }
  std::string run(const std::string& command) const {
    const ProgramResult result = run_shell(command, folder_);
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.err;
    return result.out;
  }
  static constexpr const char* kUsers = " --public public.txt --prefs prefs.csv --hops 2 ";
  TemporaryFolder folder_;
};

TEST_F(NewMechanism, ItsOptionIsInHelpManualCompletionAndList) {
  for (const char* command : {"release", "plan", "evaluate"}) {
    EXPECT_THAT(run(std::string("hopveil help ") + command), HasSubstr("--level N")) << command;
  }
  EXPECT_THAT(run("hopveil mechanisms"), HasSubstr("--level N (default 2): the number that every count is"));
  EXPECT_THAT(run("hopveil completion bash"), HasSubstr("--level"));
  run("hopveil man -o pages");
  EXPECT_THAT(run("cat pages/hopveil-release.1"), HasSubstr("level"));
}

TEST_F(NewMechanism, AReleaseTakesItAndItsMetadataHasIt) {
  const std::string table = run(std::string("hopveil release network.hvg --mechanism constant --level 7") +
                                kUsers + "-o released.csv >/dev/null; tail -n +2 released.csv | head -n 3");
  EXPECT_THAT(table, HasSubstr(",7,7\n"));
  const auto metadata = nlohmann::json::parse(run("cat released.csv.meta.json"));
  EXPECT_EQ(metadata.at("parameters").at("level"), "7");
  EXPECT_EQ(metadata.at("guarantee").at("status"), "proved");
  run("hopveil verify released.csv");
}

TEST_F(NewMechanism, APlanSavesItAndAReleaseRepeatsIt) {
  run(std::string("hopveil plan --quick --mechanism constant --level 5 --save plan.json") + kUsers);
  run(std::string("hopveil release network.hvg --recipe plan.json --public public.txt --prefs prefs.csv ") +
      "-o again.csv");
  EXPECT_THAT(run("head -n 2 again.csv"), HasSubstr(",5,5\n"));
}

TEST_F(NewMechanism, AnExperimentComparesItsValues) {
  const std::string csv =
      run("hopveil evaluate network.hvg --public public.txt --prefs-groups 1,4 --hops 2 --runs 2 --quiet "
          "--mechanism constant,uniform --level 0,2,3 -o out >/dev/null; cat out/errors.csv");
  EXPECT_THAT(csv, HasSubstr("constant-level=0,-,-,-,2,-"));
  EXPECT_THAT(csv, HasSubstr("constant,-,-,-,2,-"));
  EXPECT_THAT(csv, HasSubstr("constant-level=3,-,-,-,2,-"));
  EXPECT_THAT(csv, HasSubstr("uniform,consistent,none,discrete,2,max"));
}

TEST_F(NewMechanism, WrongValuesAndOtherMechanismsOptionsAreRefused) {
  const ProgramResult wrong = run_shell(
      std::string("hopveil release network.hvg --mechanism constant --level many") + kUsers + "-o no.csv",
      folder_);
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--level \"many\" is not a count"));
  const ProgramResult other =
      run_shell(std::string("hopveil release network.hvg --level 3") + kUsers + "-o no.csv", folder_);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("eli has no option --level"));
}

/// What Python's plan(), evaluate() and mechanism_options() call.
TEST(NewMechanismInTheLibrary, TakesAndListsTheOption) {
  const std::vector<MechanismSummary> summaries = mechanism_summaries();
  EXPECT_EQ(summaries.back().name, "constant");
  EXPECT_EQ(summaries.back().options.at(0).name, "level");
  EXPECT_EQ(summaries.back().options.at(0).default_value, "2");

  const Graph graph =
      graph_from_edges(numbered_users(4), std::vector<NodeId>{0, 1}, std::vector<NodeId>{1, 2});
  const UserRoles roles(4, std::vector<NodeId>{0});
  const Preferences preferences(std::vector<Epsilon>(3, Epsilon::from_text("1")));
  Plan plan(graph, roles, preferences, {.hops = 2, .mechanism = "constant", .options = {{"level", "4"}}});
  const auto published = plan.publish({});
  EXPECT_THAT(std::get<Release>(published).hop(2), Each(4));

  EvaluationOptions options{.mechanisms = {"constant"}, .hops = 1, .preferences = preferences, .runs = 1};
  options.options = {{"level", {"0", "9"}}};
  const std::vector<EvaluationLine> lines = evaluate(graph, roles, options);
  EXPECT_EQ(lines.front().mechanism, "constant-level=0");
  EXPECT_EQ(lines.front().options.at("level"), "0");
  options.options = {{"depth", {"0"}}};
  EXPECT_THROW(evaluate(graph, roles, options), InputError);
}

TEST(NewMechanismInC, IsListed) {
  std::size_t length = 0;
  ASSERT_EQ(hopveil_mechanisms(nullptr, 0, &length), HOPVEIL_OK);
  std::string text(length + 1, '\0');
  ASSERT_EQ(hopveil_mechanisms(text.data(), text.size(), nullptr), HOPVEIL_OK);
  text.pop_back();
  EXPECT_EQ(nlohmann::json::parse(text).back().at("parameters").at(0).at("name"), "level");
}

}  // namespace
}  // namespace hopveil
