// SPDX-License-Identifier: Apache-2.0
// `hopveil evaluate`, `reproduce` and `fetch` as a researcher uses them.

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/data_files.h"
#include "support/loopback_server.h"
#include "support/path_network.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class ExperimentProgram : public PathNetwork {
 protected:
  ProgramResult evaluate(const std::string& arguments) {
    return run("evaluate path.txt --public public.txt " + arguments);
  }
};

const std::string kGroups = "--prefs-groups 1,4 ";
const std::string kPaper = "--mechanism uniform,exponential,deba,duba-lf ";

TEST_F(ExperimentProgram, EvaluateRunsTheProductOfItsLists) {
  const ProgramResult result =
      evaluate(kGroups + kPaper +
               "--prefs-groups 0.5,2 --hops 2,3 --threshold 1,2 --reading consistent,literal "
               "--postprocess none,clamp --noise laplace --runs 2 -o out");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string csv = read_text(folder.path("out/errors.csv"));
  EXPECT_THAT(csv,
              StartsWith("graph,mechanism,reading,postprocess,noise,hops,threshold,prefs,runs,mae,mae_sd,mre,"
                         "mre_sd\npath,uniform,consistent,none,laplace,2,1,1/4,2,"));
  EXPECT_THAT(csv, AllOf(HasSubstr("\npath,duba-lf,literal,clamp,laplace,3,2,0.5/2,2,"),
                         HasSubstr("\npath,zeros,-,-,-,3,-,0.5/2,2,"), HasSubstr("\npath,hop-median,-,")));
  // prefs x hops x (3 mechanisms + duba-lf in two readings) x thresholds x post-processing, and the two
  // floors
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 2 * 2 * (5 * 2 * 2 + 2));
  for (const char* name : {"errors_by_hop.csv", "errors_by_level.csv", "published.csv", "report.html"})
    EXPECT_TRUE(exists(std::string("out/") + name)) << name;
  EXPECT_THAT(result.out, AllOf(HasSubstr("x zeros"), HasSubstr("hop-median")));
}

TEST_F(ExperimentProgram, EvaluateGivesTheSameForAnyThreadsAndSeedsDiffer) {
  const std::string common = kGroups + kPaper + "--hops 3 --runs 3 --quiet ";
  for (const char* variant : {"--threads 1 -o a", "--threads 3 -o b", "--seed 2 -o c"})
    EXPECT_EQ(evaluate(common + variant).exit_code, 0);
  EXPECT_EQ(read_text(folder.path("a/errors.csv")), read_text(folder.path("b/errors.csv")));
  EXPECT_NE(read_text(folder.path("a/errors.csv")), read_text(folder.path("c/errors.csv")));
}

TEST_F(ExperimentProgram, EvaluateDoesNotOverwriteResultsAndResumes) {
  const std::string common = kGroups + kPaper + "--hops 2 -o out ";
  EXPECT_EQ(evaluate(common + "--runs 2").exit_code, 0);
  const ProgramResult again = evaluate(common + "--runs 2");
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("--resume"));
  const ProgramResult more = evaluate(common + "--runs 3 --resume");
  EXPECT_EQ(more.exit_code, 0) << more.err;
  EXPECT_THAT(more.out, HasSubstr("1 run in"));
  EXPECT_EQ(evaluate(common + "--runs 3 --seed 9 --resume").exit_code, 2);
}

TEST_F(ExperimentProgram, AFolderWithOtherThingsInItIsLeftAlone) {
  HOPVEIL_NEED_DATA(path, "polblogs.gml");
  const std::string data = std::filesystem::path(path).parent_path().string();
  ASSERT_EQ(run_shell("mkdir mine && echo precious >mine/errors.csv", folder).exit_code, 0);
  for (const std::string resume : {"", " --resume"}) {
    const ProgramResult evaluated = evaluate(kGroups + kPaper + "--hops 2 -o mine" + resume);
    EXPECT_EQ(evaluated.exit_code, 2);
    EXPECT_THAT(evaluated.err, HasSubstr(resume.empty() ? "not empty" : "no results to resume"));
    EXPECT_EQ(run("reproduce --data '" + data + "' --figure 1 --runs 1 -o mine" + resume).exit_code, 2);
  }
  EXPECT_EQ(read_text(folder.path("mine/errors.csv")), "precious\n");
  EXPECT_EQ(run("reproduce --data '" + data + "' --figure 1 --runs 0 -o other").exit_code, 2);
}

TEST_F(ExperimentProgram, EvaluateTakesPreferencesOfAFileAndOneForAll) {
  EXPECT_EQ(evaluate("--prefs prefs.csv --hops 2 -o a " + kPaper).exit_code, 0);
  EXPECT_THAT(read_text(folder.path("a/errors.csv")), HasSubstr(",max,prefs,10,"));
  EXPECT_EQ(evaluate("--default-epsilon 2 --hops 2 -o b " + kPaper).exit_code, 0);
  EXPECT_THAT(read_text(folder.path("b/errors.csv")), HasSubstr(",max,2,10,"));
}

TEST_F(ExperimentProgram, EvaluateSaysWhatIsWrong) {
  const auto expect_error = [&](const std::string& arguments, const std::string& message) {
    const ProgramResult result = evaluate(arguments + " -o wrong");
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
    EXPECT_FALSE(exists("wrong/errors.csv"));
  };
  expect_error("--hops 2", "--prefs-groups");
  expect_error(kGroups + "--hops 2,,3", "empty value");
  expect_error(kGroups + "--hops 0", "--hops");
  expect_error(kGroups + "--hops 2,2", "run twice");
  expect_error(kGroups + "--mechanism debba", "deba");
  expect_error(kGroups + kPaper + "--threshold 17", "threshold");
  expect_error(kGroups + "--postprocess round", "clamp");
  expect_error(kGroups + "--runs 0", "--runs");
  expect_error("--prefs-groups 1,-4", "--prefs-groups");
  expect_error("--prefs-groups 1 --prefs prefs.csv", "--prefs");
}

TEST_F(ExperimentProgram, ReproduceRunsAFigureOfThePaper) {
  HOPVEIL_NEED_DATA(path, "polblogs.gml");
  const std::string data = std::filesystem::path(path).parent_path().string();
  const ProgramResult result =
      run("reproduce --data '" + data + "' --figure 1 --runs 2 -o out --figures out/svg");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("paper    16724   ours    16714   differs"),
                                HasSubstr("Of 10 claims"), HasSubstr("counts of a network")));
  EXPECT_THAT(read_text(folder.path("out/claims.csv")),
              HasSubstr("DUBA-LF outperforms Uniform in MAE by up to"));
  EXPECT_THAT(read_text(folder.path("out/report.html")), HasSubstr("Figure 1: Polblogs, 4 hops"));
  EXPECT_TRUE(exists("out/svg/fig1-mae.svg"));
  EXPECT_FALSE(exists("out/runs-condmat.jsonl"));
}

TEST_F(ExperimentProgram, ReproduceSaysWhichDataIsMissingAndWhereItIsOffered) {
  const ProgramResult result = run("reproduce --data . --figure 3 --runs 1 -o out");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("facebook_combined.txt.gz"), HasSubstr("https://snap.stanford.edu"),
                                HasSubstr("hopveil fetch facebook")));
  EXPECT_FALSE(exists("out"));
}

TEST_F(ExperimentProgram, ReproduceRefusesOtherData) {
  write_text(folder.path("polblogs.gml"), "graph [ node [ id 0 ] ]\n");
  const ProgramResult result = run("reproduce --data . --figure 1 --runs 1 -o out");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("SHA-256"));
}

TEST_F(ExperimentProgram, ReproduceKnowsItsFigures) {
  EXPECT_THAT(run("reproduce --figure 7 -o out").err, HasSubstr("figures 1 to 6"));
}

TEST_F(ExperimentProgram, FetchDownloadsAndVerifies) {
  HOPVEIL_NEED_DATA(path, "facebook_combined.txt.gz");
  const LoopbackServer server({{"/facebook_combined.txt.gz", read_text(path)}});
  const ProgramResult result = run("fetch facebook --data data --from " + server.address());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_text(folder.path("data/facebook_combined.txt.gz")), read_text(path));
  EXPECT_THAT(run("fetch facebook --data data --from " + server.address()).out, HasSubstr("there already"));
}

TEST_F(ExperimentProgram, FetchTakesTheNetworkOutOfAZipArchive) {
  HOPVEIL_NEED_DATA(path, "polblogs.gml");
  ASSERT_EQ(
      run_shell("cp '" + path + "' . && zip -q polblogs.zip polblogs.gml path.txt && rm polblogs.gml", folder)
          .exit_code,
      0);
  const LoopbackServer server({{"/polblogs.zip", read_text(folder.path("polblogs.zip"))}});
  const ProgramResult result = run("fetch polblogs --data data --from " + server.address());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_text(folder.path("data/polblogs.gml")), read_text(path));
}

TEST_F(ExperimentProgram, ReproduceFetchesWhatIsMissingIntoTheUsersDataFolderAndFindsItThere) {
  HOPVEIL_NEED_DATA(path, "polblogs.gml");
  ASSERT_EQ(run_shell("cp '" + path + "' . && zip -q polblogs.zip polblogs.gml && rm polblogs.gml", folder)
                .exit_code,
            0);
  const LoopbackServer server({{"/polblogs.zip", read_text(folder.path("polblogs.zip"))}});
  const std::string reproduce =
      "unset HOPVEIL_DATA; XDG_DATA_HOME=\"$PWD/xdg\" hopveil reproduce --figure 1 --runs 1 --own-runs 1 -o ";
  const ProgramResult fetched = run_shell(reproduce + "first --fetch --from " + server.address(), folder);
  EXPECT_EQ(fetched.exit_code, 0) << fetched.err;
  EXPECT_EQ(read_text(folder.path("xdg/hopveil/polblogs.gml")), read_text(path));
  const ProgramResult found = run_shell(reproduce + "second", folder);
  EXPECT_EQ(found.exit_code, 0) << found.err;
  EXPECT_TRUE(exists("second/report.html"));
}

TEST_F(ExperimentProgram, FetchWritesNothingThatIsNotTheDataSet) {
  const LoopbackServer server(
      {{"/facebook_combined.txt.gz", "something else"}, {"/polblogs.zip", "no archive"}});
  const ProgramResult other = run("fetch facebook --data data --from " + server.address());
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("nothing was written"));
  EXPECT_THAT(run("fetch polblogs --data data --from " + server.address()).err,
              HasSubstr("not a zip archive"));
  const ProgramResult absent = run("fetch condmat --data data --from " + server.address());
  EXPECT_EQ(absent.exit_code, 4);
  EXPECT_THAT(absent.err, HasSubstr("404"));
  EXPECT_FALSE(exists("data/facebook_combined.txt.gz"));
}

TEST_F(ExperimentProgram, FetchNoticesATransferThatBreaksOffAndAMissingServer) {
  const LoopbackServer server({{"/facebook_combined.txt.gz", "half of"}}, true);
  const ProgramResult cut = run("fetch facebook --data data --from " + server.address());
  EXPECT_EQ(cut.exit_code, 4);
  EXPECT_THAT(cut.err, HasSubstr("cannot download"));
  const ProgramResult nobody = run("fetch facebook --data data --from http://127.0.0.1:1/");
  EXPECT_EQ(nobody.exit_code, 4);
  EXPECT_THAT(nobody.err, HasSubstr("Is there a network?"));
  EXPECT_EQ(run("fetch nothing").exit_code, 2);
  EXPECT_EQ(run("fetch facebook --data data --from file:///etc/passwd").exit_code, 4);
}

}  // namespace
}  // namespace hopveil::testing
