// SPDX-License-Identifier: Apache-2.0
// The command line as people and scripts rely on it: what each command prints, writes and returns.

#include <algorithm>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/data_files.h"
#include "support/path_network.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class Program : public PathNetwork {};

const std::string kCount = "count path.txt --public public.txt ";

TEST_F(Program, TellsItsVersionCompilerAndSimd) {
  const ProgramResult result = run("--version");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, AllOf(ContainsRegex("hopveil [0-9]+\\.[0-9]+\\.[0-9]+"), HasSubstr("compiler"),
                                HasSubstr("SIMD")));
}

TEST_F(Program, HelpListsEveryCommand) {
  const ProgramResult result = run("--help");
  EXPECT_EQ(result.exit_code, 0);
  for (const char* command :
       {"info", "count", "release", "ledger", "mechanisms", "generate", "convert", "demo"}) {
    EXPECT_THAT(result.out, HasSubstr(command));
    const ProgramResult help = run(std::string(command) + " --help");
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_THAT(help.out, HasSubstr(command));
  }
}

TEST_F(Program, MistakesOnTheCommandLineEndWithTwoAndPointToTheHelp) {
  for (const char* arguments : {"cuont", "count", "info path.txt --frobnicate", "generate", "ledger"}) {
    const ProgramResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, AllOf(StartsWith("hopveil: "), HasSubstr("--help"))) << arguments;
    EXPECT_THAT(result.out, IsEmpty());
  }
}

TEST_F(Program, CountWritesTheTableAndSaysThatItIsNotPrivate) {
  const ProgramResult result = run(kCount + "--hops 3 -o counts.csv");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("NOT private"));
  EXPECT_EQ(read_text(folder.path("counts.csv")),
            "user,hop_1,hop_2,hop_3\na,1,0,1\nb,2,0,0\nc,1,0,1\nd,0,0,0\n");
}

// The same path from the other side: p is one hop from a and b, q from b and c; d is alone.
TEST_F(Program, CountWritesTheReachOfPublicUsers) {
  const ProgramResult result = run(kCount + "--hops 3 -o counts.csv --reach reach.csv");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("NOT private"));
  EXPECT_EQ(read_text(folder.path("reach.csv")), "user,hop_1,hop_2,hop_3\np,2,0,1\nq,2,0,1\n");
  EXPECT_EQ(read_text(folder.path("counts.csv")),
            "user,hop_1,hop_2,hop_3\na,1,0,1\nb,2,0,0\nc,1,0,1\nd,0,0,0\n");
  EXPECT_EQ(run(kCount + "--hops 3 -o same.csv --reach same.csv").exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder.path("same.csv")));
  EXPECT_EQ(run(kCount + "--hops 3 -o other.csv --reach missing-folder/reach.csv").exit_code, 4);
  EXPECT_FALSE(std::filesystem::exists(folder.path("other.csv")));
}

// A network whose renumbered copy alone is larger than what the system lets the process have.
TEST_F(Program, CountStreamsTheEdgesUnderAHardLimitOfMemory) {
  ASSERT_EQ(run("generate powerlaw --nodes 60000 --edges 6000000 --seed 1 -o big.hvg --quiet").exit_code, 0);
  const std::string count = "hopveil count big.hvg --public-top 256 --hops 4 --threads 2 --quiet ";
  ASSERT_EQ(run_shell(count + "-o expected.csv", folder).exit_code, 0);
  const ProgramResult refused = run_shell("ulimit -d 40000; " + count + "-o refused.csv", folder);
  EXPECT_NE(refused.exit_code, 0) << "40 MB are enough to count in memory: the limit does not limit";
  const ProgramResult streamed =
      run_shell("ulimit -d 40000; " + count + "--memory 12M -o streamed.csv", folder);
  ASSERT_EQ(streamed.exit_code, 0) << streamed.err;
  EXPECT_EQ(read_text(folder.path("streamed.csv")), read_text(folder.path("expected.csv")));
}

TEST_F(Program, ConvertSortsEdgesOnTheDiskUnderAHardLimitOfMemory) {
  ASSERT_EQ(run("generate powerlaw --nodes 60000 --edges 4000000 --seed 1 -o edges.txt --quiet").exit_code,
            0);
  ASSERT_EQ(run("convert edges.txt -o expected.hvg --quiet").exit_code, 0);
  const std::string convert = "ulimit -d 50000; hopveil convert edges.txt --threads 2 --quiet ";
  EXPECT_NE(run_shell(convert + "-o refused.hvg", folder).exit_code, 0) << "the limit does not limit";
  const ProgramResult made = run_shell(convert + "--memory 8M -o made.hvg", folder);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_TRUE(read_text(folder.path("made.hvg")) == read_text(folder.path("expected.hvg")));
  EXPECT_EQ(run("convert edges.txt --memory 8M -o made.txt").exit_code, 2);
  EXPECT_EQ(run("convert edges.txt --memory 8M --largest-component -o made.hvg").exit_code, 2);
  EXPECT_EQ(run("convert expected.hvg --memory 8M -o made.hvg").exit_code, 2);
}

TEST_F(Program, CountCanAddRangesAndWriteJson) {
  EXPECT_EQ(run(kCount + "--hops 2 --cumulative -o counts.csv").exit_code, 0);
  EXPECT_THAT(read_text(folder.path("counts.csv")),
              StartsWith("user,hop_1,hop_2,range_1,range_2\na,1,0,1,1\nb,2,0,2,2\n"));
  EXPECT_EQ(run(kCount + "--hops 2 --json -o counts.json").exit_code, 0);
  const auto json = nlohmann::json::parse(read_text(folder.path("counts.json")));
  EXPECT_EQ(json.at(1).at("user"), "b");
  EXPECT_EQ(json.at(1).at("hop_1"), 2);
  EXPECT_EQ(run(kCount + "--hops 2 --format json -o same.json").exit_code, 0);
  EXPECT_EQ(read_text(folder.path("same.json")), read_text(folder.path("counts.json")));
}

TEST_F(Program, CountWritesToStandardOutputAndReadsStandardInput) {
  const ProgramResult result = run_shell(
      "hopveil count - --graph-format edges --public public.txt --hops 1 --quiet -o - <path.txt", folder);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "user,hop_1\na,1\nb,2\nc,1\nd,0\n");
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(Program, HopsMustBeAWholeNumberFromOneToAHundred) {
  for (const char* hops : {"0", "-3", "1000", "x", "1.5", "''", "99999999999999999999"}) {
    const ProgramResult result = run(kCount + "-o counts.csv --hops=" + hops);
    EXPECT_EQ(result.exit_code, 2) << hops;
    EXPECT_THAT(result.err, HasSubstr("hops")) << hops;
    EXPECT_FALSE(std::filesystem::exists(folder.path("counts.csv")));
  }
}

TEST_F(Program, PublicTopMustBeANumberOrAPercentage) {
  for (const char* top : {"0%", "101%", "0", "-1", "many", "7"}) {
    const ProgramResult result =
        run(std::string("count path.txt --hops 1 -o counts.csv --public-top=") + top);
    EXPECT_EQ(result.exit_code, 2) << top;
    EXPECT_THAT(result.err, HasSubstr("public")) << top;
    EXPECT_FALSE(std::filesystem::exists(folder.path("counts.csv")));
  }
  EXPECT_EQ(run("count path.txt --hops 1 -o counts.csv --public-top 2").exit_code, 0);
  EXPECT_EQ(run("count path.txt --hops 1 -o counts.csv --public-top 50%").exit_code, 0);
}

TEST_F(Program, PublicUsersMustBeInAGraphThatListsItsUsersAndListedOnce) {
  write_text(folder.path("unknown.txt"), "p\nnobody\n");
  write_text(folder.path("listed.graphml"),
             "<graphml><graph><node id='a'/><node id='p'/><edge source='a' target='p'/></graph></graphml>");
  const ProgramResult unknown = run("count listed.graphml --public unknown.txt --hops 1 -o counts.csv");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("unknown.txt:2"), HasSubstr("nobody")));
  write_text(folder.path("twice.txt"), "p\np\n");
  const ProgramResult twice = run("count path.txt --public twice.txt --hops 1 -o counts.csv");
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.err, HasSubstr("twice.txt:2"));
  EXPECT_EQ(run("count path.txt --hops 1 -o counts.csv").exit_code, 2);
}

TEST_F(Program, OutputThatCannotBeWrittenEndsWithFourAndLeavesNothing) {
  for (const char* output : {"/dev/full", "missing-folder/counts.csv", "."}) {
    const ProgramResult result = run(kCount + "--hops 2 -o " + output);
    EXPECT_EQ(result.exit_code, 4) << output;
    EXPECT_THAT(result.err, HasSubstr("cannot write")) << output;
  }
  EXPECT_EQ(run_shell("hopveil " + kCount + "--hops 2 --quiet -o - >/dev/full", folder).exit_code, 4);
  EXPECT_EQ(run_shell("hopveil info path.txt >/dev/full", folder).exit_code, 4);
  EXPECT_THAT(folder.names(), ElementsAre("path.txt", "prefs.csv", "public.txt"));
}

TEST_F(Program, AReaderThatHasSeenEnoughEndsItSilently) {
  EXPECT_EQ(run("generate rmat --nodes 20000 --edges 100000 --seed 1 --quiet -o big.hvg").exit_code, 0);
  const ProgramResult result = run_shell(
      "{ hopveil count big.hvg --public-top 5% --hops 3 --quiet -o -; echo $? >code; } | head -c 10 "
      ">/dev/null",
      folder);
  EXPECT_EQ(read_text(folder.path("code")), "141\n") << "128 + SIGPIPE, as with any other program";
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(Program, AFailedCountKeepsTheOldTable) {
  write_text(folder.path("counts.csv"), "old");
  EXPECT_EQ(run(kCount + "--hops 2 -o counts.csv --memory 10").exit_code, 2);
  EXPECT_EQ(read_text(folder.path("counts.csv")), "old");
}

TEST_F(Program, LessThanAByteIsNoAmountOfMemory) {
  for (const char* amount : {"0", "0.5B", "0.0001", "much"}) {
    const ProgramResult result = run(kCount + "--hops 2 -o counts.csv --memory " + amount);
    EXPECT_EQ(result.exit_code, 2) << amount;
    EXPECT_THAT(result.err, HasSubstr("is not an amount of memory")) << amount;
  }
}

TEST_F(Program, InfoPrintsFactsForPeopleAndScripts) {
  const ProgramResult text = run("info path.txt --public public.txt");
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out,
              AllOf(ContainsRegex("nodes +6"), ContainsRegex("edges +4"), ContainsRegex("components +2"),
                    ContainsRegex("diameter +4"), ContainsRegex("public users +2")));
  const auto json = nlohmann::json::parse(run("info path.txt --largest-component --json").out);
  EXPECT_EQ(json.at("nodes"), 5);
  EXPECT_EQ(json.at("self_loops_removed"), 1);
  EXPECT_TRUE(json.at("public_users").is_null());
  EXPECT_THAT(run("info path.txt --no-diameter").out, Not(HasSubstr("diameter")));
}

TEST_F(Program, ConvertKeepsUsersEdgesAndCounts) {
  for (const char* name : {"copy.hvg", "copy.csv", "copy.txt"}) {
    EXPECT_EQ(run(std::string("convert path.txt --quiet -o ") + name).exit_code, 0);
    EXPECT_EQ(
        run(std::string("count ") + name + " --public public.txt --hops 3 -o copy_counts.csv").exit_code, 0);
    EXPECT_THAT(read_text(folder.path("copy_counts.csv")),
                AllOf(HasSubstr("a,1,0,1\n"), HasSubstr("d,0,0,0\n")))
        << name;
  }
  EXPECT_EQ(run("convert path.txt -o copy.gz").exit_code, 2);
}

TEST_F(Program, GenerateIsDeterministicBySeed) {
  for (const char* kind : {"community", "powerlaw", "rmat"}) {
    const std::string command = std::string("generate ") + kind + " --nodes 500 --edges 3000 --quiet ";
    EXPECT_EQ(run(command + "--seed 3 --threads 1 -o a.txt").exit_code, 0) << kind;
    EXPECT_EQ(run(command + "--seed 3 --threads 2 -o b.txt").exit_code, 0);
    EXPECT_EQ(run(command + "--seed 4 -o c.txt").exit_code, 0);
    EXPECT_EQ(read_text(folder.path("a.txt")), read_text(folder.path("b.txt")));
    EXPECT_NE(read_text(folder.path("a.txt")), read_text(folder.path("c.txt")));
  }
  EXPECT_EQ(run("generate rmat --nodes 10 --edges 100 -o d.txt").exit_code, 2);
  EXPECT_EQ(run("generate rmat --nodes 0 -o d.txt").exit_code, 2);
}

/// The longest time between two lines that begin with the time at which they came, as a share of all the
/// time.
double longest_silence(const std::string& stamped) {
  std::istringstream lines(stamped);
  double first = 0;
  double last = 0;
  double longest = 0;
  for (std::string line; std::getline(lines, line);) {
    const double time = std::stod(line);
    if (first == 0) first = last = time;
    longest = std::max(longest, time - last);
    last = time;
  }
  return longest / (last - first);
}

TEST_F(Program, DemoTellsTheStoryAndWhereToLook) {
  // Through a pipe, every line with the time at which it came.
  const ProgramResult result = run_shell(
      "bash -o pipefail -c 'echo $EPOCHREALTIME; hopveil demo -o story | "
      "while IFS= read -r line; do echo \"$EPOCHREALTIME $line\"; done'",
      folder);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_LT(longest_silence(result.out), 0.4) << "of the whole time\n" << result.out;
  EXPECT_THAT(result.out, AllOf(HasSubstr("nodes             4039"), HasSubstr("hop 4"), HasSubstr("story/"),
                                HasSubstr("proved with exceptions: P-PDP"), ContainsRegex("duba-lf +▇"),
                                HasSubstr("x zeros")));
  for (const char* name : {"network.txt", "exact_counts_NOT_PRIVATE.csv", "released.csv",
                           "released.csv.meta.json", "released.html", "report.html"})
    EXPECT_TRUE(exists(std::string("story/") + name)) << name;
  EXPECT_EQ(json("story/released.csv.meta.json").at("mechanism"), "eli");
}

TEST_F(Program, InfoPrintsTableOneOfThePaper) {
  HOPVEIL_NEED_DATA(polblogs, "polblogs.gml");
  HOPVEIL_NEED_DATA(facebook, "facebook_combined.txt.gz");
  HOPVEIL_NEED_DATA(condmat, "ca-CondMat.txt.gz");
  const auto facts = [&](const std::string& arguments) {
    const auto json = nlohmann::json::parse(run("info --json --public-top 5% " + arguments).out);
    return std::vector<int>{json.at("nodes"), json.at("edges"), json.at("diameter"), json.at("public_users")};
  };
  EXPECT_THAT(facts(polblogs + " --largest-component"), ElementsAre(1222, 16714, 8, 61));
  EXPECT_THAT(facts(facebook), ElementsAre(4039, 88234, 8, 201));
  EXPECT_THAT(facts(condmat), ElementsAre(23133, 93439, 15, 1156));
}

}  // namespace
}  // namespace hopveil::testing
