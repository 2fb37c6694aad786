// SPDX-License-Identifier: Apache-2.0
// release --reach: the table of public users' reach as a part of the release.

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/path_network.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kRelease = "release path.txt --public public.txt --prefs prefs.csv --hops 2 ";

class ReachProgram : public PathNetwork {
 protected:
  void make_ledger() { ASSERT_EQ(run("ledger init l.db --prefs prefs.csv >init.log").exit_code, 0); }
  std::size_t charges() { return nlohmann::json::parse(run("ledger history l.db --json").out).size(); }
};

TEST_F(ReachProgram, IsAPartOfTheReleaseThatVerifyChecks) {
  make_ledger();
  const ProgramResult released =
      run(kRelease + "--intervals 90 --ledger l.db --reach r.csv -o t.csv --cumulative");
  EXPECT_EQ(released.exit_code, 0) << released.err;
  EXPECT_THAT(released.err, HasSubstr("r.csv: reach, how many private users are at each hop from each of 2"));
  EXPECT_THAT(read_text(folder.path("r.csv")),
              StartsWith("user,hop_1,hop_2,range_1,range_2,hop_1_low,hop_1_high"));
  EXPECT_EQ(json("t.csv.meta.json").at("reach").at("file"), "r.csv");
  const ProgramResult verified = run("verify t.csv --ledger l.db");
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_THAT(verified.out, HasSubstr("reach"));
  EXPECT_EQ(charges(), 1U) << "one release, one charge";
}

// Where there are no private users, or no public ones, a table has its columns all the same.
TEST_F(ReachProgram, WithoutRowsIsVerified) {
  write_text(folder.path("nobody.txt"), "");
  write_text(folder.path("all.txt"), "a\nb\nc\nd\np\nq\n");
  write_text(folder.path("none.csv"), "user,epsilon\n");
  write_text(folder.path("each.csv"), "user,epsilon\na,1\nb,1\nc,1\nd,1\np,1\nq,1\n");
  const std::string release =
      "release path.txt --hops 1 --intervals 90 --allow-empty --quiet --reach r.csv -o t.csv ";
  ASSERT_EQ(run(release + "--public nobody.txt --prefs each.csv").exit_code, 0);
  EXPECT_EQ(read_text(folder.path("r.csv")), "user,hop_1,hop_1_low,hop_1_high\n");
  EXPECT_EQ(run("verify t.csv").exit_code, 0);
  ASSERT_EQ(run(release + "--public all.txt --prefs none.csv --overwrite").exit_code, 0);
  EXPECT_EQ(read_text(folder.path("t.csv")), "user,hop_1,hop_1_low,hop_1_high\n");
  EXPECT_EQ(run("verify t.csv").exit_code, 0);
}

TEST_F(ReachProgram, ThatWasChangedFails) {
  ASSERT_EQ(run(kRelease + "--reach r.csv -o t.csv --quiet").exit_code, 0);
  write_text(folder.path("r.csv"), read_text(folder.path("r.csv")) + "z,1,1\n");
  const ProgramResult verified = run("verify t.csv");
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, AllOf(HasSubstr("reach"), HasSubstr("SHA-256")));
  ASSERT_EQ(run_shell("rm r.csv", folder).exit_code, 0);
  EXPECT_THAT(run("verify t.csv").out, HasSubstr("r.csv is not there"));
}

TEST_F(ReachProgram, ThatCannotBeWrittenOrIsRefusedCostsNothing) {
  make_ledger();
  ASSERT_EQ(run_shell("mkdir other", folder).exit_code, 0);
  const std::string charged = kRelease + "--ledger l.db -o t.csv --quiet ";
  EXPECT_THAT(run(charged + "--reach other/r.csv").err, HasSubstr("another folder"));
  EXPECT_EQ(run(charged + "--reach t.csv").exit_code, 2);
  EXPECT_EQ(run(charged + "--reach prefs.csv").exit_code, 2) << "an input";
  EXPECT_EQ(run(charged + "--reach r.json").exit_code, 2) << "a csv table called json";
  EXPECT_EQ(run(charged + "--reach r.csv --mechanism uniform --accept-refuted").exit_code, 2);
  EXPECT_EQ(charges(), 0U);
  EXPECT_FALSE(exists("t.csv"));
  ASSERT_EQ(run(charged + "--reach r.csv --budget-share 0.5").exit_code, 0);
  const ProgramResult over = run("count path.txt --public public.txt --hops 2 -o r.csv");
  EXPECT_EQ(over.exit_code, 2) << "reach was paid for";
  EXPECT_THAT(over.err, HasSubstr("a release would be written over"));
}

TEST_F(ReachProgram, NoCommandOfTheReleaseDependsOnAnEdgeButThroughNoise) {
  // The same lists, another network: messages and metadata but for noise, times and ids are the same.
  write_text(folder.path("other.txt"), "a q\nq b\nb c\nd d\np a\n");
  ASSERT_EQ(run(kRelease + "--reach r.csv -o t.csv --quiet").exit_code, 0);
  ASSERT_EQ(
      run("release other.txt --public public.txt --prefs prefs.csv --hops 2 --reach s.csv -o u.csv --quiet")
          .exit_code,
      0);
  nlohmann::json one = json("t.csv.meta.json"), other = json("u.csv.meta.json");
  for (nlohmann::json* metadata : {&one, &other}) {
    for (const char* key : {"release_id", "started", "table_sha256", "expected_error"}) metadata->erase(key);
    (*metadata)["reach"].erase("sha256");
    (*metadata)["reach"].erase("file");
  }
  EXPECT_EQ(one, other);
}

// Wherever the program is killed: no table without a charge, no table without its reach.
TEST_F(ReachProgram, KilledAtAnyMomentNoTableLacksItsReach) {
  make_ledger();
  const std::string command = kRelease + "--ledger l.db --budget-share 0.001 --quiet ";
  int tables = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "k" + std::to_string(i);
    run_shell("timeout -s KILL 0." + std::string(i < 10 ? "0" : "") + std::to_string(i * 3 % 100) +
                  " hopveil " + command + "--reach " + name + ".r.csv -o " + name + ".csv",
              folder);
    if (!exists(name + ".csv")) continue;
    ++tables;
    EXPECT_TRUE(exists(name + ".r.csv")) << name;
    EXPECT_EQ(run("verify " + name + ".csv").exit_code, 0) << name;
  }
  EXPECT_LE(tables, static_cast<int>(charges()));
}

TEST_F(ReachProgram, EvaluateMeasuresItBesideZerosAndTheScaledShare) {
  const ProgramResult result =
      run("evaluate path.txt --public public.txt --prefs prefs.csv --hops 2 --mechanism eli --runs 2 --reach "
          "-o e");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("scaled share"), HasSubstr("rank correlation")));
  EXPECT_THAT(read_text(folder.path("e/reach.csv")),
              AllOf(StartsWith("graph,prefs,estimate,reach,hop,runs,mae"), HasSubstr(",eli,within,2,2,")));
}

}  // namespace
}  // namespace hopveil::testing
