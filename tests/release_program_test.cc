// SPDX-License-Identifier: Apache-2.0
// `hopveil release` and `hopveil ledger` as a data steward uses them, and as they must behave when things go
// wrong.

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

class ReleaseProgram : public PathNetwork {
 protected:
  ProgramResult release(const std::string& arguments) {
    return run("release path.txt --public public.txt -o table.csv --overwrite --accept-refuted " + arguments);
  }
};

const std::string kPrefs = "--prefs prefs.csv ";
const std::string kUniform = "--mechanism uniform --hops 1 ";

TEST_F(ReleaseProgram, WritesATableAndWhatItGuarantees) {
  const ProgramResult result = release(kPrefs + "--mechanism duba-lf --hops 4 --postprocess clamp");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(read_text(folder.path("table.csv")),
              ContainsRegex("^user,hop_1,hop_2,hop_3,hop_4\na,[0-2],[0-2],[0-2],[0-2]\nb,.*\nc,.*\nd,.*\n$"));
  const auto metadata = json("table.csv.meta.json");
  EXPECT_EQ(metadata.at("mechanism"), "duba-lf");
  EXPECT_EQ(metadata.at("parameters").at("hops"), 4);
  EXPECT_EQ(metadata.at("guarantee").at("status"), "refuted");
  EXPECT_THAT(run_shell("sha256sum table.csv", folder).out,
              StartsWith(metadata.at("table_sha256").get<std::string>()));
  EXPECT_EQ(metadata.at("published_hops").front(), 1);
  EXPECT_EQ(metadata.at("published_hops").back(), 4);
  EXPECT_EQ(metadata.at("published_hops").size() + metadata.at("repeated_hops").size(), 4U);
}

TEST_F(ReleaseProgram, UsesEliUnlessToldOtherwiseAndSaysThatItIsProved) {
  const ProgramResult result = release(kPrefs + "--hops 4 --order id");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("proved"), HasSubstr("docs/mechanisms/eli.md"), Not(HasSubstr("WARNING"))));
  EXPECT_THAT(read_text(folder.path("table.csv")),
              ContainsRegex("^user,hop_1,hop_2,hop_3,hop_4\na,[0-2],[0-2],[0-2],[0-2]\nb,.*\nc,.*\nd,.*\n$"));
  const auto metadata = json("table.csv.meta.json");
  EXPECT_EQ(metadata.at("mechanism"), "eli");
  EXPECT_EQ(metadata.at("parameters"),
            nlohmann::json({{"hops", 4}, {"optimise", "absolute"}, {"intervals", "none"}}));
  EXPECT_FALSE(metadata.contains("intervals"));
  EXPECT_THAT(metadata.at("guarantee").at("status"), StartsWith("proved"));
  EXPECT_THAT(metadata.at("guarantee").at("reason"), HasSubstr("docs/mechanisms/eli.md"));
  EXPECT_EQ(metadata.at("published_hops").size(), 4U);
}

TEST_F(ReleaseProgram, IntervalsAreColumnsOfTheirOwnInEveryOrderOfRows) {
  for (const char* order : {"id", "appearance"}) {
    const ProgramResult result =
        release(kPrefs + "--hops 2 --optimise relative --intervals 90 --order " + order);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(read_text(folder.path("table.csv")),
                ContainsRegex("^user,hop_1,hop_2,hop_1_low,hop_1_high,hop_2_low,hop_2_high\n"
                              "a,[0-2],[0-2],[0-2],[0-2],[0-2],[0-2]\nb,.*\nc,.*\nd,.*\n$"));
    EXPECT_EQ(json("table.csv.meta.json").at("parameters").at("intervals"), "90");
    EXPECT_THAT(json("table.csv.meta.json").at("intervals"), HasSubstr("no part of the guarantee"));
  }
  EXPECT_EQ(release(kPrefs + "--hops 2 --intervals 100").exit_code, 2);
}

TEST_F(ReleaseProgram, OptionsOfOtherMechanismsAreRefused) {
  for (const char* option : {"threshold max", "postprocess none", "noise discrete", "reading consistent"}) {
    const ProgramResult result = release(kPrefs + "--hops 2 --" + option);
    EXPECT_EQ(result.exit_code, 2) << option;
    EXPECT_THAT(result.err, HasSubstr("eli has no option --"));
    EXPECT_FALSE(exists("table.csv"));
  }
  EXPECT_THAT(release(kPrefs + kUniform + "--optimise relative").err,
              HasSubstr("uniform has no option --optimise"));
  EXPECT_EQ(release(kPrefs + kUniform + "--reading consistent").exit_code, 0);
}

TEST_F(ReleaseProgram, EveryMechanismReleasesEveryNumberOfHops) {
  for (const std::string mechanism : {"eli", "uniform", "exponential", "deba", "duba-lf"}) {
    for (const std::string hops : {"1", "2", "4", "7"}) {
      const ProgramResult result = release(kPrefs + "--mechanism " + mechanism + " --hops " + hops);
      EXPECT_EQ(result.exit_code, 0) << mechanism << result.err;
      EXPECT_THAT(result.err, mechanism == "eli" || hops == "1" ? HasSubstr("proved") : HasSubstr("WARNING"));
    }
  }
}

TEST_F(ReleaseProgram, EveryMechanismReleasesThePapersDataSets) {
  HOPVEIL_NEED_DATA(polblogs, "polblogs.gml");
  HOPVEIL_NEED_DATA(facebook, "facebook_combined.txt.gz");
  HOPVEIL_NEED_DATA(condmat, "ca-CondMat.txt.gz");
  const std::vector<std::pair<std::string, long>> graphs = {
      {polblogs + " --largest-component", 1222 - 61}, {facebook, 4039 - 201}, {condmat, 23133 - 1156}};
  for (const auto& [graph, users] : graphs) {
    for (const char* mechanism : {"eli", "uniform", "exponential", "deba", "duba-lf"}) {
      for (const char* hops : {"4", "7"}) {
        const ProgramResult result =
            run("release " + graph +
                " --public-top 5% --default-epsilon 4 -o table.csv --overwrite --accept-refuted --hops " +
                hops + " --mechanism " + mechanism);
        EXPECT_EQ(result.exit_code, 0) << graph << mechanism << result.err;
        const std::string table = read_text(folder.path("table.csv"));
        EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), users + 1);
      }
    }
  }
}

TEST_F(ReleaseProgram, DrawsAnewEveryTime) {
  EXPECT_EQ(release(kPrefs + kUniform + "--hops 7").exit_code, 2);  // an option given twice
  EXPECT_EQ(release(kPrefs + "--mechanism exponential --hops 7").exit_code, 0);
  const std::string first = read_text(folder.path("table.csv"));
  EXPECT_EQ(release(kPrefs + "--mechanism exponential --hops 7").exit_code, 0);
  EXPECT_NE(read_text(folder.path("table.csv")), first);
}

TEST_F(ReleaseProgram, NeverTakesASeed) {
  EXPECT_EQ(release(kPrefs + kUniform + "--seed 1").exit_code, 2);
  EXPECT_FALSE(exists("table.csv"));
}

TEST_F(ReleaseProgram, WritesJsonRangesAndRowsById) {
  write_text(folder.path("path.txt"), "c p\np b\nb q\nq a\n");
  EXPECT_EQ(release("--default-epsilon 1000 " + kUniform + "--format json --cumulative --order id").exit_code,
            0);
  const auto table = json("table.csv");
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(table.at(0).at("user"), "a");
  EXPECT_EQ(table.at(1).at("user"), "b");
  EXPECT_EQ(table.at(1).at("hop_1"),
            2);  // at epsilon 1000 noise differs from 0 with probability below 1e-400
  EXPECT_EQ(table.at(1).at("range_1"), 2);
}

TEST_F(ReleaseProgram, SaysWhichChoicesTheGuaranteeDoesNotCover) {
  const ProgramResult result =
      run("release path.txt --public-top 2 --largest-component --default-epsilon 1 -o table.csv " + kUniform);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("not covered"), HasSubstr("--public-top"), HasSubstr("--largest-component")));
  EXPECT_EQ(json("table.csv.meta.json").at("guarantee").at("exceptions").size(), 3U);
  const std::string by_id =
      " --public public.txt -o table.csv --overwrite --default-epsilon 1 --order id " + kUniform;
  EXPECT_EQ(run("convert path.txt --quiet -o path.hvg").exit_code, 0);
  EXPECT_EQ(run("release path.hvg" + by_id).exit_code, 0);
  EXPECT_THAT(json("table.csv.meta.json").at("guarantee").at("exceptions"),
              ElementsAre(StartsWith("users by their edges")))
      << "converting an edge list does not add the users that it lacks";
  write_text(folder.path("listed.graphml"),
             "<graphml><graph><node id='a'/><node id='p'/><node id='q'/><node id='alone'/>"
             "<edge source='a' target='p'/></graph></graphml>");
  EXPECT_EQ(run("release listed.graphml" + by_id).exit_code, 0);
  EXPECT_EQ(json("table.csv.meta.json").at("guarantee").at("status"), "proved");
  EXPECT_THAT(json("table.csv.meta.json").at("guarantee").at("exceptions"), IsEmpty());
}

TEST_F(ReleaseProgram, ShowsNothingThatDependsOnProtectedEdges) {
  // The same users and preferences, another network between them: every message and all metadata but the
  // table are the same.
  const std::string arguments = kPrefs + "--mechanism uniform --hops 3 --order id";
  const ProgramResult sparse = release(arguments);
  const std::string first = read_text(folder.path("table.csv.meta.json"));
  write_text(folder.path("path.txt"), "a p\na q\na b\na c\na d\nb c\nb d\nb p\nb q\nc d\n");
  const ProgramResult dense = release(arguments);
  EXPECT_EQ(sparse.err, dense.err);
  EXPECT_EQ(sparse.out, dense.out);
  const auto without_time = [](const std::string& text) {
    auto metadata = nlohmann::json::parse(text);
    metadata.erase("started");
    metadata.erase("release_id");
    metadata.erase("table_sha256");
    return metadata;
  };
  EXPECT_EQ(without_time(first), without_time(read_text(folder.path("table.csv.meta.json"))));
}

TEST_F(ReleaseProgram, RefusesWrongPreferencesAndNamesThePlace) {
  for (const char* value : {"0", "-1", "nan", "inf", "1e-300", "1e300", "much", ""}) {
    write_text(folder.path("bad.csv"), std::string("user,epsilon\na,1\nb,") + value + "\nc,16\nd,1\n");
    const ProgramResult result = release("--prefs bad.csv " + kUniform);
    EXPECT_EQ(result.exit_code, 2) << value;
    EXPECT_THAT(result.err, AllOf(HasSubstr("bad.csv:3:3: "), HasSubstr("epsilon"))) << value;
    EXPECT_FALSE(exists("table.csv"));
  }
  const std::vector<std::pair<std::string, std::string>> tables = {
      {"a,1\nb\nc,1\nd,1\n", "one column"},
      {"a,1\na,2\nb,1\nc,1\nd,1\n", "listed twice"},
      {"a,1\nb,1\nc,1\nd,1\np,1\n", "public"},
      {"a,1\nb,1\n", "no preference"},
  };
  for (const auto& [table, message] : tables) {
    write_text(folder.path("bad.csv"), table);
    const ProgramResult result = release("--prefs bad.csv " + kUniform);
    EXPECT_EQ(result.exit_code, 2) << table;
    EXPECT_THAT(result.err, AllOf(HasSubstr("bad.csv"), HasSubstr(message)));
  }
  EXPECT_EQ(release("--prefs bad.csv --default-epsilon 1 " + kUniform).exit_code, 0);
  EXPECT_EQ(release(kUniform).exit_code, 2);
  EXPECT_EQ(release("--default-epsilon 0 " + kUniform).exit_code, 2);
}

TEST_F(ReleaseProgram, RefusesWrongOptionsBeforeItReadsAnything) {
  EXPECT_THAT(release(kPrefs + "--mechanism uniform --hops 2 --threshold 17").err,
              AllOf(HasSubstr("17"), HasSubstr("16")));
  EXPECT_EQ(release(kPrefs + "--mechanism uniform --hops 2 --threshold 0.5").exit_code, 2);
  EXPECT_EQ(release(kPrefs + "--mechanism uniform --hops 2 --threshold many").exit_code, 2);
  EXPECT_EQ(release(kPrefs + "--mechanism uniform --hops 2 --threshold mean").exit_code, 0);
  EXPECT_THAT(release(kPrefs + "--mechanism unifrom --hops 2").err, HasSubstr("Did you mean uniform?"));
  EXPECT_THAT(release(kPrefs + kUniform + "--noise laplace").err, HasSubstr("floating-point"));
  EXPECT_EQ(release(kPrefs + kUniform + "--reading loud").exit_code, 2);
  EXPECT_EQ(release(kPrefs + kUniform + "--postprocess round").exit_code, 2);
  EXPECT_EQ(release(kPrefs + kUniform + "--order size").exit_code, 2);
  EXPECT_EQ(release(kPrefs + kUniform + "--format xml").exit_code, 2);
}

TEST_F(ReleaseProgram, NeverWritesOverItsInput) {
  for (const char* input : {"path.txt", "prefs.csv", "public.txt", "./path.txt"}) {
    const ProgramResult result =
        run("release path.txt --public public.txt --prefs prefs.csv " + kUniform + "-o " + input);
    EXPECT_EQ(result.exit_code, 2) << input;
    EXPECT_THAT(result.err, HasSubstr("written over"));
  }
  EXPECT_THAT(read_text(folder.path("path.txt")), StartsWith("a p\n"));
}

TEST_F(ReleaseProgram, NeverWritesWhatALedgerWouldDelete) {
  EXPECT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  const std::string release = "release path.txt --public public.txt " + kPrefs + kUniform;
  for (const std::string name : {"./l.db-journal", "l.db-wal", "l.db-shm"}) {
    for (const std::string& command : {release + "--ledger l.db --budget-share 0.5 -o ", release + "-o ",
                                       std::string("convert path.txt -o ")}) {
      const ProgramResult result = run(command + name);
      EXPECT_EQ(result.exit_code, 2);
      EXPECT_THAT(result.err, AllOf(HasSubstr(name), HasSubstr("l.db would delete this file")));
    }
  }
  EXPECT_THAT(run("ledger show l.db a").out, HasSubstr("(0%)"));
}

TEST_F(ReleaseProgram, MessagesDoNotGetIntoTheTableWhenTheStreamsAreClosed) {
  for (const std::string closed : {"2>&-", "<&- >&- 2>&-"}) {
    EXPECT_EQ(release(kPrefs + "--mechanism uniform --hops 2 " + closed).exit_code, 0);
    EXPECT_THAT(read_text(folder.path("table.csv")), StartsWith("user,hop_1,hop_2\na,"));
    EXPECT_EQ(json("table.csv.meta.json").at("mechanism"), "uniform");
  }
}

TEST_F(ReleaseProgram, LeavesNothingWhenTheDiskIsFull) {
  const std::string arguments = "release path.txt --public public.txt " + kPrefs + kUniform;
  EXPECT_EQ(run(arguments + "-o missing/table.csv").exit_code, 4);
  // A tiny file size limit stands for the full disk; the shell ignores its signal so that the write itself
  // fails.
  const ProgramResult result =
      run_shell("(trap '' XFSZ; ulimit -f 0; hopveil " + arguments + "-o table.csv) 2>&1 | cat", folder);
  EXPECT_THAT(result.out, HasSubstr("cannot write"));
  EXPECT_THAT(folder.names(), ElementsAre("path.txt", "prefs.csv", "public.txt"));
}

TEST_F(ReleaseProgram, TenReleasesOfATenthFitAndTheEleventhIsRefused) {
  write_text(folder.path("prefs.csv"), "a,1\nb,4\nc,16\nd,0.333333333\n");
  EXPECT_EQ(run("ledger init budget.db --prefs prefs.csv").exit_code, 0);
  const std::string share = kPrefs + kUniform + "--ledger budget.db --budget-share 0.1";
  for (int i = 0; i < 10; ++i) EXPECT_EQ(release(share).exit_code, 0) << i;
  const std::string last = read_text(folder.path("table.csv"));
  const ProgramResult refused = release(share);
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("budget"), HasSubstr("spent"), HasSubstr("asked"), HasSubstr("a")));
  EXPECT_EQ(read_text(folder.path("table.csv")), last);

  const auto history = nlohmann::json::parse(run("ledger history budget.db --json").out);
  ASSERT_EQ(history.size(), 10U);
  EXPECT_TRUE(history.at(9).at("completed"));
  EXPECT_EQ(history.at(9).at("mechanism"), "uniform");
  EXPECT_THAT(run_shell("sha256sum table.csv", folder).out,
              StartsWith(history.at(9).at("sha256").get<std::string>()));
  const auto user = nlohmann::json::parse(run("ledger show budget.db --user d --json").out);
  EXPECT_EQ(user.at("spent"), "0.333333333");
  EXPECT_EQ(user.at("left"), "0");
  EXPECT_THAT(run("ledger show budget.db").out, AllOf(HasSubstr("4, with budgets"), HasSubstr("100%")));
  EXPECT_THAT(run("ledger history budget.db").out, HasSubstr("completed"));
}

TEST_F(ReleaseProgram, BudgetShareMustBeInRangeAndNeedsALedger) {
  EXPECT_EQ(run("ledger init budget.db --prefs prefs.csv").exit_code, 0);
  for (const char* share : {"0", "-1", "1.1", "half", "nan"}) {
    const ProgramResult result = release(kPrefs + kUniform + "--ledger budget.db --budget-share=" + share);
    EXPECT_EQ(result.exit_code, 2) << share;
    EXPECT_THAT(result.err, HasSubstr("budget-share"));
  }
  EXPECT_EQ(release(kPrefs + kUniform + "--budget-share 0.5").exit_code, 2);
  EXPECT_THAT(nlohmann::json::parse(run("ledger history budget.db --json").out), IsEmpty());
}

TEST_F(ReleaseProgram, LedgerMustFitThePreferences) {
  EXPECT_EQ(run("ledger init budget.db --prefs prefs.csv").exit_code, 0);
  EXPECT_EQ(run("ledger init budget.db --prefs prefs.csv").exit_code, 2)
      << "an existing ledger is not overwritten";
  const ProgramResult other = release("--default-epsilon 2 --ledger budget.db " + kUniform);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("budget.db"));
  write_text(folder.path("few.csv"), "a,1\nb,4\n");
  EXPECT_EQ(run("ledger init few.db --prefs few.csv").exit_code, 0);
  EXPECT_EQ(release(kPrefs + kUniform + "--ledger few.db").exit_code, 2);
  write_text(folder.path("text.db"), "not a ledger");
  EXPECT_EQ(release(kPrefs + kUniform + "--ledger text.db").exit_code, 2);
  EXPECT_NE(release(kPrefs + kUniform + "--ledger missing.db").exit_code, 0);
  EXPECT_FALSE(exists("table.csv"));
}

TEST_F(ReleaseProgram, WhoHasABudgetCannotBeDeclaredPublic) {
  EXPECT_EQ(run("ledger init budget.db --prefs prefs.csv").exit_code, 0);
  write_text(folder.path("more_public.txt"), "p\nq\na\n");
  write_text(folder.path("fewer.csv"), "b,4\nc,16\nd,1\n");
  const ProgramResult result =
      run("release path.txt --public more_public.txt --prefs fewer.csv --ledger budget.db -o table.csv " +
          kUniform);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("budget.db"), HasSubstr("\"a\""), HasSubstr("public")));
  EXPECT_FALSE(exists("table.csv"));
}

TEST_F(ReleaseProgram, AReadingThatOverspendsIsNotBooked) {
  EXPECT_EQ(run("ledger init budget.db --prefs prefs.csv").exit_code, 0);
  const std::string literal = kPrefs + "--mechanism duba-lf --reading literal --hops 4 ";
  EXPECT_EQ(release(literal + "--ledger budget.db").exit_code, 2);
  const ProgramResult result = release(literal + "--quiet");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, AllOf(HasSubstr("WARNING"), HasSubstr("E4"))) << "a warning is not a note";
}

TEST_F(ReleaseProgram, ReportsOnlyWhatMayBeSeen) {
  const ProgramResult result = release(kPrefs + "--hops 2 --report page.html --quiet");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string page = read_text(folder.path("page.html"));
  EXPECT_THAT(page, AllOf(HasSubstr("Released connection fingerprint counts"), HasSubstr("In plain words"),
                          HasSubstr("generated network"),
                          HasSubstr(json("table.csv.meta.json").at("table_sha256").get<std::string>())));
  EXPECT_THAT(page, Not(HasSubstr("NOT private")));
}

TEST_F(ReleaseProgram, RefusesToWriteTwoOutputsIntoOneFile) {
  EXPECT_EQ(release(kPrefs + "--hops 2 --report table.csv").exit_code, 2);
  EXPECT_EQ(release(kPrefs + "--hops 2 --report table.csv.meta.json").exit_code, 2);
  EXPECT_EQ(release(kPrefs + "--hops 2 --report prefs.csv").exit_code, 2);
  EXPECT_FALSE(exists("table.csv"));
}

}  // namespace
}  // namespace hopveil::testing
