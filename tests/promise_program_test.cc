// SPDX-License-Identifier: Apache-2.0
// What was promised stands in plain sight: one status everywhere, what epsilon means, nothing before it is
// true.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/path_network.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class PromiseProgram : public PathNetwork {
 protected:
  std::string page(const std::string& name) const { return read_text(folder.path(name)); }

  static int occurrences(const std::string& text, const std::string& part) {
    int number = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
    return number;
  }
};

TEST_F(PromiseProgram, OneStatusInTerminalMetadataPageAndLedger) {
  struct Release {
    std::string name;
    std::string options;
    std::string status;
  };
  const Release releases[] = {
      {"proved", "--hops 2", "proved"},
      {"exceptions", "--hops 2 --order appearance", "proved with exceptions"},
      {"refuted", "--hops 2 --mechanism deba --accept-refuted", "refuted"},
      {"both", "--hops 2 --mechanism deba --accept-refuted --order appearance", "refuted"},
  };
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  for (const Release& release : releases) {
    const ProgramResult result =
        run("release path.txt --public public.txt --prefs prefs.csv --ledger l.db --budget-share 0.1 -o " +
            release.name + ".csv --report " + release.name + ".html " + release.options);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr(release.status + ": ")) << release.name;
    EXPECT_THAT(result.err, Not(HasSubstr("but for"))) << release.name;
    const auto guarantee = json(release.name + ".csv.meta.json").at("guarantee");
    EXPECT_EQ(guarantee.at("status"), release.status) << release.name;
    EXPECT_EQ(guarantee.at("exceptions").empty(), release.options.find("appearance") == std::string::npos);
    const std::string html = page(release.name + ".html");
    const std::size_t badge = html.find("<p class=\"status\">");
    ASSERT_NE(badge, std::string::npos);
    EXPECT_THAT(html.substr(badge, 200), HasSubstr(release.status)) << release.name;
    const auto history = nlohmann::json::parse(run("ledger history l.db --json").out);
    EXPECT_EQ(history.back().at("guarantee"), release.status) << release.name;
  }
}

TEST_F(PromiseProgram, ARefusalSaysNothingOfAGuarantee) {
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  const std::string release =
      "release path.txt --public public.txt --prefs prefs.csv --hops 1 --ledger l.db -o ";
  ASSERT_EQ(run(release + "first.csv").exit_code, 0);
  const ProgramResult spent = run(release + "second.csv");
  EXPECT_EQ(spent.exit_code, 3);
  EXPECT_THAT(spent.err, AllOf(HasSubstr("budget"), Not(HasSubstr("proved"))));
  const ProgramResult unwritable =
      run("release path.txt --public public.txt --prefs prefs.csv --hops 1 -o missing-folder/t.csv");
  EXPECT_EQ(unwritable.exit_code, 4);
  EXPECT_THAT(unwritable.err, Not(HasSubstr("proved")));
}

TEST_F(PromiseProgram, ThePageIsGreenOnlyWhereItIsProvedAndProtects) {
  const auto badge = [&](const std::string& options) {
    EXPECT_EQ(
        run("release path.txt --public public.txt -o t.csv --report t.html --overwrite --hops " + options)
            .exit_code,
        0);
    const std::string html = page("t.html");
    return html.substr(html.find("<p class=\"status\">"), 160);
  };
  const auto preferences = [&](const std::string& epsilon) {
    write_text(folder.path("prefs.csv"),
               "a," + epsilon + "\nb," + epsilon + "\nc," + epsilon + "\nd," + epsilon + "\n");
    return std::string(" --prefs prefs.csv ");
  };
  EXPECT_THAT(badge("1" + preferences("1")), HasSubstr("badge good"));
  EXPECT_THAT(badge("1" + preferences("5")), AllOf(HasSubstr("badge partly"), HasSubstr("weak protection")));
  EXPECT_THAT(badge("1" + preferences("16")),
              AllOf(HasSubstr("badge bad"), HasSubstr("in effect no protection")));
  EXPECT_THAT(badge("1" + preferences("1") + "--order appearance"), HasSubstr("badge partly"));
  EXPECT_THAT(badge("2" + preferences("1") + "--mechanism deba --accept-refuted"), HasSubstr("badge bad"));
}

TEST_F(PromiseProgram, WithoutALedgerItSaysOnceThatPromisesAddUp) {
  const std::string release = "release path.txt --public public.txt --prefs prefs.csv --hops 1 ";
  EXPECT_EQ(occurrences(run(release + "-o t.csv").err, "add up"), 1);
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  EXPECT_EQ(occurrences(run(release + "-o u.csv --ledger l.db").err, "add up"), 0);
}

TEST_F(PromiseProgram, MoreThanTwentyLevelsAreQuantiles) {
  for (const int levels : {20, 21}) {
    std::string edges;
    std::string preferences;
    for (int user = 1; user <= levels; ++user) {
      edges += "u" + std::to_string(user) + " p\n";
      preferences += "u" + std::to_string(user) + ",0." + std::to_string(user + 100) + "\n";
    }
    write_text(folder.path("path.txt"), edges);
    write_text(folder.path("prefs.csv"), preferences);
    ASSERT_EQ(
        run("release path.txt --public public.txt --prefs prefs.csv --hops 1 -o t.csv --overwrite").exit_code,
        0);
    const auto found = json("t.csv.meta.json").at("preferences");
    EXPECT_EQ(found.contains("levels"), levels == 20);
    EXPECT_EQ(found.contains("quantiles"), levels == 21);
    EXPECT_EQ(found.at("smallest"), "0.101");
    EXPECT_EQ(found.at("largest"), levels == 20 ? "0.12" : "0.121");
    EXPECT_EQ(run("verify t.csv").exit_code, 0);
  }
}

// How many edges stand twice in the file, how many begin and end at one user, and who has none, is in `info`,
// not in anything that a release writes or says.
TEST_F(PromiseProgram, RepeatsLoopsAndLonelyUsersAreSaidByInfoOnly) {
  write_text(folder.path("again.txt"), "a p\np a\na p\np b\nb q\nq c\nd d\nc c\n");
  const auto facts = nlohmann::json::parse(run("info again.txt --json").out);
  EXPECT_EQ(facts.at("self_loops_removed"), 2);
  EXPECT_EQ(facts.at("repeated_edges_removed"), 2);
  const std::string options =
      " --public public.txt --prefs prefs.csv --hops 1 -o t.csv --report t.html --overwrite";
  const auto said = [&](const std::string& network) {
    write_text(folder.path("net.txt"), read_text(folder.path(network)));
    const ProgramResult result = run("release net.txt" + options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    auto metadata = json("t.csv.meta.json");
    for (const char* changing : {"started", "release_id", "table_sha256", "expected_error"})
      metadata.erase(changing);
    return result.err + metadata.dump();
  };
  EXPECT_EQ(said("again.txt"), said("path.txt"));
}

}  // namespace
}  // namespace hopveil::testing
