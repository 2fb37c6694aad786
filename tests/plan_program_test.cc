// SPDX-License-Identifier: Apache-2.0
// `hopveil plan`, and a release that follows it.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace hopveil::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

/// 76 private and 4 public users.
class PlanProgram : public ::testing::Test {
 protected:
  PlanProgram() {
    const ProgramResult made =
        run("hopveil generate community --nodes 80 --edges 400 --seed 3 -o network.txt\n"
            "seq 0 3 >public.txt\nseq 4 79 | awk '{print $1 \",\" ($1 % 2 ? 1 : 4)}' >prefs.csv\n"
            "printf '0 1\\n1 2\\n' >public-edges.txt");
    EXPECT_EQ(made.exit_code, 0) << made.err;
  }
  ProgramResult run(const std::string& command) { return run_shell(command, folder_); }
  ProgramResult plan(const std::string& options) {
    return run("hopveil plan --public public.txt --prefs prefs.csv --quick " + options);
  }
  std::string text_of(const std::string& name) const { return read_text(folder_.path(name)); }
  void write(const std::string& name, const std::string& text) { write_text(folder_.path(name), text); }

 private:
  TemporaryFolder folder_;
};

TEST_F(PlanProgram, SaysCostPromiseExpectationAndWhatToRunNext) {
  const ProgramResult result = plan("--hops 2");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("38 users         charged epsilon 1 of 1"));
  EXPECT_THAT(result.out, HasSubstr("at most 73.2%"));
  EXPECT_THAT(result.out, HasSubstr("What to expect"));
  EXPECT_THAT(
      result.out,
      HasSubstr("hopveil release GRAPH --public public.txt --prefs prefs.csv --hops 2 -o released.csv"));
}

// No protected edge is opened: the network's file may be anything, or missing.
TEST_F(PlanProgram, IsTheSameWhateverTheProtectedEdgesAre) {
  const ProgramResult before = plan("--hops 3 --public-edges public-edges.txt --json");
  ASSERT_EQ(before.exit_code, 0) << before.err;
  write("network.txt", "4 5\n6 0\n");
  EXPECT_EQ(plan("--hops 3 --public-edges public-edges.txt --json").out, before.out);
  run("rm network.txt");
  EXPECT_EQ(plan("--hops 3 --public-edges public-edges.txt --json").out, before.out);
}

TEST_F(PlanProgram, RefusesAProtectedEdge) {
  write("public-edges.txt", "0 1\n1 17\n");
  const ProgramResult result = plan("--hops 2 --public-edges public-edges.txt");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("the user \"17\" is not public"));
}

TEST_F(PlanProgram, ReadsWhatIsLeftAndChargesNothing) {
  ASSERT_EQ(run("hopveil ledger init budget.db --prefs "
                "prefs.csv")
                .exit_code,
            0);
  const std::string before = text_of("budget.db");
  const Json fits = Json::parse(plan("--hops 2 --ledger budget.db --budget-share 0.5 --json").out);
  EXPECT_TRUE(fits["charges"]["granted"]);
  EXPECT_EQ(fits["charges"]["levels"][0]["charged"], "0.5");
  EXPECT_EQ(fits["charges"]["levels"][0]["least_left_share_after"], "0.5");
  EXPECT_EQ(text_of("budget.db"), before);
  ASSERT_EQ(
      run("hopveil release network.txt --public public.txt --prefs prefs.csv --hops 1 --ledger budget.db "
          "--budget-share 0.7 -o first.csv")
          .exit_code,
      0);
  const ProgramResult refused = plan("--hops 2 --ledger budget.db --budget-share 0.5");
  EXPECT_EQ(refused.exit_code, 0);
  EXPECT_THAT(refused.out, HasSubstr("WOULD BE REFUSED: 76 users with too little budget left"));
}

TEST_F(PlanProgram, IsRepeatedByAReleaseAndNamedInItsMetadata) {
  ASSERT_EQ(plan("--hops 2 --intervals 80 --save plan.json").exit_code, 0);
  const ProgramResult released = run(
      "hopveil release network.txt --public public.txt --prefs prefs.csv --recipe plan.json -o released.csv\n"
      "hopveil verify released.csv && sha256sum <plan.json");
  ASSERT_EQ(released.exit_code, 0) << released.err;
  const Json metadata = Json::parse(text_of("released.csv.meta.json"));
  EXPECT_EQ(metadata["parameters"]["hops"], 2);
  EXPECT_EQ(metadata["parameters"]["intervals"], "80");
  EXPECT_THAT(released.out, HasSubstr(metadata["plan_sha256"].get<std::string>()));
}

TEST_F(PlanProgram, ARecipeIsNotContradicted) {
  ASSERT_EQ(plan("--hops 2 --save plan.json").exit_code, 0);
  const ProgramResult result =
      run("hopveil release network.txt --public public.txt --prefs prefs.csv --recipe plan.json --hops 3 -o "
          "released.csv");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--hops is 3 on the command line and 2 in the recipe"));
}

TEST_F(PlanProgram, SomethingElseIsNoRecipe) {
  for (const char* text :
       {"", "[]", "{\"kind\": \"hopveil plan\", \"schema_version\": 1}", "{\"kind\": 3}"}) {
    write("plan.json", text);
    const ProgramResult result =
        run("hopveil release network.txt --public public.txt --prefs prefs.csv --recipe plan.json -o "
            "released.csv");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("this is not a plan"));
  }
}

TEST_F(PlanProgram, SaysWhatAnErrorTakes) {
  const ProgramResult easy = plan("--hops 1 --target-error 1000");
  EXPECT_THAT(easy.out, HasSubstr("A mean absolute error of 1000 probably needs 0.125 times the epsilons"));
  EXPECT_EQ(plan("--hops 1 --target-error none").exit_code, 2);
}

TEST_F(PlanProgram, TakesALikeNetwork) {
  const ProgramResult result = plan("--hops 1 --like network.txt");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("On network.txt (4 of its 80 users public"));
}

}  // namespace
}  // namespace hopveil::testing
