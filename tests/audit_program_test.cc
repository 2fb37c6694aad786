// SPDX-License-Identifier: Apache-2.0
// `hopveil audit` as an auditor uses it.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class AuditProgram : public ::testing::Test {
 protected:
  ProgramResult run(const std::string& arguments) { return run_shell("hopveil audit " + arguments, folder); }
  TemporaryFolder folder;
};

TEST_F(AuditProgram, EndsWithOneWhenAViolationIsFound) {
  const ProgramResult result = run("--mechanism uniform --pair hub --runs 4000");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, ContainsRegex("uniform +hub +2 +1 +[0-9.]+ +32.5  violation: epsilon is at least"));
  EXPECT_THAT(result.out, HasSubstr("finding nothing does not prove it"));
  EXPECT_THAT(result.out, Not(HasSubstr("\033")));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(AuditProgram, EndsWithZeroWhenNoneIsFound) {
  const ProgramResult result = run("--mechanism uniform --hops 1 --pair leaf,isolated --runs 4000");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("none found"), Not(HasSubstr("violation"))));
}

TEST_F(AuditProgram, SaysPlainlyWhatIsInconclusive) {
  const ProgramResult result = run("--mechanism exponential --pair strict-liberal --epsilon 9 --runs 1");
  EXPECT_THAT(result.out, AllOf(HasSubstr("inconclusive: 1 run cannot give a bound above 0"),
                                HasSubstr("Inconclusive rows have not passed")));
}

TEST_F(AuditProgram, GivesTheSameAnswerForTheSameSeed) {
  const std::string arguments = "--mechanism deba --pair bridge,tuple --time 1 --json --seed ";
  const ProgramResult first = run(arguments + "5 --threads 1");
  EXPECT_EQ(run(arguments + "5 --threads 2").out, first.out);
  EXPECT_NE(run(arguments + "6").out, first.out);
}

TEST_F(AuditProgram, WritesJson) {
  const ProgramResult result = run("--mechanism duba-lf --pair true-ladder --runs 8000 --json");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_TRUE(json.at("violation"));
  ASSERT_EQ(json.at("rows").size(), 2U);
  EXPECT_EQ(json.at("rows")[0].at("verdict"), "none found");
  EXPECT_EQ(json.at("rows")[1].at("subject"), "duba-lf, literal");
  EXPECT_EQ(json.at("rows")[1].at("verdict"), "violation");
  EXPECT_GT(json.at("rows")[1].at("lower_bound"), 1.0);
  EXPECT_EQ(json.at("rows")[1].at("promised"), 1.0);
}

TEST_F(AuditProgram, WritesAReportThatNeedsNoOtherFile) {
  const ProgramResult result = run("--mechanism uniform --pair leaf,bridge --time 1 --report audit.html");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const std::string page = read_text(folder.path("audit.html"));
  EXPECT_THAT(page,
              AllOf(HasSubstr("bridge"), HasSubstr("<svg"), HasSubstr("How epsilon grows with the hub")));
}

TEST_F(AuditProgram, AuditsEdgesOfAGivenNetwork) {
  write_text(folder.path("hub.txt"), "p a\na b\na c\na d\na e\n");
  write_text(folder.path("public.txt"), "p\n");
  const ProgramResult result =
      run("hub.txt --public public.txt --default-epsilon 1 --mechanism uniform --edges 5 --runs 500");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("Play-back on 5 edges of the given network"),
                                ContainsRegex("P1-U[1-5] +2 +1 +[0-9.]+ +2.5  violation")));
}

TEST_F(AuditProgram, ShowsItsPairs) {
  const ProgramResult result = run("--list-pairs");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("hub: E1"), HasSubstr("a ===(p)--- b")));
}

TEST_F(AuditProgram, RefusesWhatItDoesNotKnow) {
  const ProgramResult mechanism = run("--mechanism unifrom");
  EXPECT_EQ(mechanism.exit_code, 2);
  EXPECT_THAT(mechanism.err, HasSubstr("Did you mean uniform?"));
  const ProgramResult pair = run("--pair hubs");
  EXPECT_EQ(pair.exit_code, 2);
  EXPECT_THAT(pair.err, HasSubstr("the pairs are leaf, hub"));
  EXPECT_EQ(run("--epsilon 0").exit_code, 2);
  EXPECT_EQ(run("--time -1").exit_code, 2);
}

}  // namespace
}  // namespace hopveil::testing
