// SPDX-License-Identifier: Apache-2.0
// Nothing lost, nothing overwritten: a release whose disk fails, that is killed, interrupted, started twice
// or pointed at something precious.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/kill_program.h"
#include "support/path_network.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kRelease = "release path.txt --public public.txt --prefs prefs.csv --hops 2 ";

class PublishProgram : public PathNetwork {
 protected:
  void make_ledger() { ASSERT_EQ(run("ledger init l.db --prefs prefs.csv >init.log").exit_code, 0); }
  nlohmann::json history() { return nlohmann::json::parse(run("ledger history l.db --json").out); }

  std::string sha256_of(const std::string& file) {
    return run_shell("sha256sum " + file, folder).out.substr(0, 64);
  }

  struct Findings {
    int tables = 0;
    int charges = 0;
    int tables_without_charge = 0;
    int half_tables = 0;
    int completed_without_table = 0;
    int pages = 0;
    int half_pages = 0;
  };

  /// Compares the tables `stem`0.csv .. with the ledger's history, which names each by its path.
  Findings look(const std::string& stem, int number) {
    Findings found;
    std::map<std::string, nlohmann::json> entries;
    for (const auto& entry : history()) entries[entry.at("output")] = entry;
    for (int i = 0; i < number; ++i) {
      const std::string name = stem + std::to_string(i);
      const std::string table = name + ".csv";
      if (exists(name + ".html")) {
        ++found.pages;
        if (!exists(table) || !read_text(folder.path(name + ".html")).ends_with("</html>\n"))
          ++found.half_pages;
      }
      const auto entry = entries.find(table);
      if (entry != entries.end()) {
        ++found.charges;
        if (entry->second.at("completed") && !exists(table)) ++found.completed_without_table;
      }
      if (!exists(table)) continue;
      ++found.tables;
      if (entry == entries.end()) ++found.tables_without_charge;
      const bool whole =
          exists(table + ".meta.json") && json(table + ".meta.json").at("table_sha256") == sha256_of(table);
      if (!whole) ++found.half_tables;
    }
    return found;
  }
  static void expect_sound(const Findings& found) {
    EXPECT_EQ(found.tables_without_charge, 0);
    EXPECT_EQ(found.half_tables, 0);
    EXPECT_EQ(found.completed_without_table, 0);
    EXPECT_EQ(found.half_pages, 0) << "a page without its end, or without its table";
  }
};

/// Releases with a page of a network of 100 users, each under the name `k` and a number, killed at moments
/// that are spread evenly over the whole run time.
class KilledRelease : public PublishProgram {
 protected:
  void SetUp() override {
    ASSERT_EQ(run("generate community --nodes 100 --seed 5 --quiet -o net.txt").exit_code, 0);
    std::string stars;
    std::string preferences = "user,epsilon\n";
    for (int user = 0; user < 100; ++user) {
      if (user < 10) stars += std::to_string(user) + "\n";
      if (user >= 10) preferences += std::to_string(user) + ",10000\n";  // of which a release spends 1
    }
    write_text(folder.path("stars.txt"), stars);
    write_text(folder.path("prefs.csv"), preferences);
    make_ledger();
  }

  std::string next_release() {
    const std::string name = "k" + std::to_string(num_releases++);
    return "release net.txt --public stars.txt --prefs prefs.csv --hops 2 --ledger l.db --budget-share "
           "0.0001 --quiet -o " +
           name + ".csv --report " + name + ".html";
  }

  /// The median time of three releases that are left alone.
  std::chrono::duration<double> measure() {
    std::vector<std::chrono::duration<double>> times;
    for (int i = 0; i < 3; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      EXPECT_EQ(run(next_release()).exit_code, 0);
      times.push_back(std::chrono::steady_clock::now() - begin);
    }
    std::ranges::sort(times);
    return times[1];
  }

  /// Kills one release after `share` of the time that one takes; tries again while they end before that.
  void kill_at(double share) {
    for (int tries = 1;; ++tries) {
      ASSERT_LE(tries, 60) << "releases end before " << share << " of their time";
      if (kills_since_measured++ % 25 == 0 || tries % 4 == 0) whole_time = measure();
      ++num_attempts;
      const KillAttempt attempt = kill_after(share * whole_time, next_release(), folder);
      if (attempt.killed) return;
      ASSERT_EQ(attempt.exit_code, 0);
    }
  }

  int num_releases = 0;
  int num_attempts = 0;
  int kills_since_measured = 0;
  std::chrono::duration<double> whole_time{};
};

TEST_F(KilledRelease, LeavesNoTableUnpaidOrHalfAndNoCompletedEntryWithoutTable) {
  const char* wanted = std::getenv("HOPVEIL_KILLS");  // scripts/check kills asks for 1,000
  const int kills = wanted != nullptr ? std::atoi(wanted) : 60;
  for (int i = 0; i < kills && !HasFatalFailure(); ++i) kill_at((i + 0.5) / kills);
  const Findings found = look("k", num_releases);
  expect_sound(found);
  EXPECT_GT(found.charges, found.tables) << "no kill between charge and table";
  EXPECT_GT(found.tables, found.pages) << "no kill between table and page";
  std::cout << kills << " processes died of SIGKILL in " << num_attempts << " attempts; of all "
            << num_releases << " releases " << found.charges << " were charged, " << found.tables
            << " left a table, " << found.pages << " a page\n";
}

#ifndef HOPVEIL_SANITIZED
TEST_F(PublishProgram, EveryCallThatChangesAFileMayFailOrBeTheLast) {
  make_ledger();
  int runs = 0;
  for (const std::string action : {"enospc", "eio", "kill", "int", "term"}) {
    const int first = runs;
    for (int call = 1;; ++call, ++runs) {
      ASSERT_LT(call, 200);
      const std::string name = "f" + std::to_string(runs);
      const ProgramResult result = run_shell(
          "rm -f reached; LD_PRELOAD='" HOPVEIL_FAILING_CALLS "' HOPVEIL_CALL=" + std::to_string(call) +
              " HOPVEIL_CALL_LOG=reached HOPVEIL_ACTION=" + action + " hopveil " + kRelease +
              "--ledger l.db --budget-share 0.0001 --quiet -o " + name + ".csv --report " + name + ".html",
          folder);
      if (!exists("reached")) {
        ++runs;  // this one was published
        break;
      }
      const std::string place = action + " at call " + std::to_string(call) + ": " + result.err;
      if (action == "kill") {
        EXPECT_EQ(result.exit_code, 137) << place;
      }
      if (action == "int") {
        EXPECT_THAT(result.exit_code, AnyOf(0, 130)) << place;
      }
      if (action == "term") {
        EXPECT_THAT(result.exit_code, AnyOf(0, 143)) << place;
      }
      if (action == "enospc" || action == "eio") {
        EXPECT_THAT(result.exit_code, AnyOf(0, 4)) << place;
      }
      // Whoever is charged and lacks something is told so, unless killed outright.
      const bool charged = run("ledger history l.db --json").out.find(name + ".csv") != std::string::npos;
      if (charged && result.exit_code != 0 && action != "kill") {
        EXPECT_THAT(result.err, AnyOf(HasSubstr("of l.db is charged to 4 users"),
                                      HasSubstr("`hopveil ledger history l.db` says")))
            << place;
      }
    }
    EXPECT_GT(runs, first + 5) << "the calls are not seen";
  }
  expect_sound(look("f", runs));
}
#endif

TEST_F(PublishProgram, AnInterruptionWhileThePageIsMadeSaysThatTheTableIsThere) {
  EXPECT_EQ(run("generate community --nodes 3000 --seed 5 --quiet -o net.hvg").exit_code, 0);
  write_text(folder.path("net_public.txt"), "1\n2\n3\n4\n5\n");
  const ProgramResult result = run_shell(
      "hopveil release net.hvg --public net_public.txt --default-epsilon 1 --hops 4 -o t.csv --report t.html "
      "&\n"
      "while [ ! -e t.csv ]; do sleep 0.005; done; kill -TERM $!; wait $!",
      folder);
  EXPECT_EQ(result.exit_code, 143);
  EXPECT_THAT(result.err,
              HasSubstr("ended by SIGTERM: nothing was charged; written: t.csv.meta.json, t.csv."));
  EXPECT_EQ(json("t.csv.meta.json").at("table_sha256"), sha256_of("t.csv"));
  EXPECT_FALSE(exists("t.html"));
}

TEST_F(PublishProgram, AnInterruptionBeforeTheChargeCostsNothing) {
  make_ledger();
  EXPECT_EQ(::system(("mkfifo " + folder.path("pipe")).c_str()), 0);
  const ProgramResult result = run_shell(
      "hopveil release pipe --public public.txt --prefs prefs.csv --hops 2 --ledger l.db -o t.csv &\n"
      "sleep 0.3; kill -TERM $!; wait $!",
      folder);
  EXPECT_EQ(result.exit_code, 143);
  EXPECT_THAT(result.err, Not(HasSubstr("charged")));
  EXPECT_THAT(history(), IsEmpty());
}

TEST_F(PublishProgram, SeveralCopiesAreRefusedBeforeAnythingIsCharged) {
  make_ledger();
  for (const std::string launcher :
       {"OMPI_COMM_WORLD_SIZE=2", "PMI_SIZE=4", "SLURM_NTASKS=2 SLURM_PROCID=1",
        "SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=0", "MPI_LOCALNRANKS=2", "PMIX_RANK=1"}) {
    const ProgramResult result =
        run_shell(launcher + " hopveil " + kRelease + "--ledger l.db -o t.csv", folder);
    EXPECT_EQ(result.exit_code, 2) << launcher;
    EXPECT_THAT(result.err, HasSubstr("one of several copies"));
    EXPECT_FALSE(exists("t.csv"));
  }
  EXPECT_THAT(history(), IsEmpty());
  EXPECT_EQ(
      run_shell("OMPI_COMM_WORLD_SIZE=1 SLURM_NTASKS=9 hopveil " + kRelease + "-o one.csv", folder).exit_code,
      0);
  EXPECT_EQ(run_shell("PMI_SIZE=2 hopveil " + kRelease + "-o t.csv --allow-copies", folder).exit_code, 0);
}

TEST_F(PublishProgram, NoCommandWritesOverItsInput) {
  const std::string before = read_text(folder.path("path.txt"));
  for (const char* command :
       {"count path.txt --public public.txt --hops 1 -o path.txt", "convert path.txt -o ./path.txt",
        "count path.txt --public public.txt --hops 1 -o public.txt --overwrite",
        "audit path.txt --public public.txt --time 1 --report path.txt"}) {
    const ProgramResult result = run(command);
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("it is an input")) << command;
  }
  EXPECT_EQ(read_text(folder.path("path.txt")), before);
}

TEST_F(PublishProgram, NoCommandWritesOverAReleaseUnasked) {
  ASSERT_EQ(run(kRelease + "-o t.csv").exit_code, 0);
  const std::string before = read_text(folder.path("t.csv"));
  for (const std::string& command :
       {kRelease + "-o t.csv", std::string("count path.txt --public public.txt --hops 1 -o t.csv"),
        std::string("convert path.txt -o t.csv"), std::string("convert path.txt -o t.csv.meta.json"),
        std::string("generate community --nodes 100 -o t.csv"),
        std::string("audit --pair isolated --runs 1 --report t.csv")}) {
    const ProgramResult result = run(command);
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("--overwrite")) << command;
    EXPECT_EQ(read_text(folder.path("t.csv")), before);
  }
  EXPECT_EQ(run("convert path.txt --quiet -o t.csv --overwrite").exit_code, 0);
}

TEST_F(PublishProgram, ALedgerIsNeverWrittenOver) {
  make_ledger();
  for (const std::string overwrite : {"", " --overwrite"}) {
    EXPECT_EQ(run("convert path.txt -o l.db" + overwrite).exit_code, 2);
    EXPECT_EQ(run(kRelease + "-o l.db" + overwrite).exit_code, 2);
  }
  EXPECT_THAT(history(), IsEmpty());
}

TEST_F(PublishProgram, StandardOutputByAnotherNameIsRefusedToo) {
  for (const char* output : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/full"}) {
    const ProgramResult result = run(kRelease + "-o " + output);
    EXPECT_EQ(result.exit_code, 2) << output;
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(std::string(output) + ".meta.json"));
  }
}

TEST_F(PublishProgram, TheDemoLeavesAFolderAloneThatIsNotEmpty) {
  std::filesystem::create_directory(folder.path("mine"));
  write_text(folder.path("mine/network.txt"), "precious");
  const ProgramResult result = run("demo -o mine");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("not empty"));
  EXPECT_EQ(read_text(folder.path("mine/network.txt")), "precious");
}

TEST_F(PublishProgram, ARefutedMechanismMustBeAccepted) {
  make_ledger();
  const std::string uniform = kRelease + "--mechanism uniform --ledger l.db --budget-share 0.5 -o t.csv ";
  const ProgramResult refused = run(uniform);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("E1"), HasSubstr("--accept-refuted")));
  EXPECT_THAT(history(), IsEmpty());
  EXPECT_EQ(run(uniform + "--accept-refuted --quiet").exit_code, 0);
  EXPECT_EQ(json("t.csv.meta.json").at("guarantee").at("status"), "refuted");
  const ProgramResult later = run(kRelease + "--ledger l.db --budget-share 0.5 -o eli.csv --quiet");
  EXPECT_THAT(later.err, HasSubstr("earlier releases of l.db (1) are refuted"));
}

TEST_F(PublishProgram, MetadataSaysWhatWasPromised) {
  make_ledger();
  EXPECT_EQ(run(kRelease + "--ledger l.db --budget-share 0.5 -o t.csv").exit_code, 0);
  const auto metadata = json("t.csv.meta.json");
  EXPECT_EQ(metadata.at("schema_version"), 1);
  const auto& preferences = metadata.at("preferences");
  EXPECT_EQ(preferences.at("smallest"), "1");
  EXPECT_EQ(preferences.at("median"), "1");
  EXPECT_EQ(preferences.at("largest"), "16");
  EXPECT_EQ(preferences.at("levels").size(), 3U);
  EXPECT_EQ(preferences.at("levels").at(0).at("users"), 2);
  EXPECT_EQ(preferences.at("levels").at(2).at("spent"), "8");
  EXPECT_EQ(preferences.at("levels").at(2).at("protection"), "in effect no protection");
  EXPECT_THAT(run_shell("tail -n +2 prefs.csv | LC_ALL=C sort | sha256sum", folder).out,
              StartsWith(preferences.at("sha256").get<std::string>()));
  EXPECT_THAT(run_shell("LC_ALL=C sort public.txt | sha256sum", folder).out,
              StartsWith(metadata.at("public_users").at("sha256").get<std::string>()));
  EXPECT_EQ(metadata.at("public_users").at("users"), 2);
  EXPECT_EQ(metadata.at("budget_share"), "0.5");
  EXPECT_EQ(metadata.at("ledger").at("release"), 1);
  EXPECT_EQ(metadata.at("ledger").at("most_spent_share"), "0.5");
  EXPECT_EQ(metadata.at("source").at("format"), "edges");
  EXPECT_FALSE(metadata.at("program").at("commit").get<std::string>().empty());
  std::string header;
  for (const auto& column : metadata.at("columns")) header += column.at("name").get<std::string>() + ",";
  header.back() = '\n';
  EXPECT_THAT(read_text(folder.path("t.csv")), StartsWith(header));
}

TEST_F(PublishProgram, TerminalAndPageSayWhatEpsilonMeans) {
  const ProgramResult result = run(kRelease + "-o t.csv --report t.html");
  EXPECT_THAT(result.err, HasSubstr("t.html shows it"));
  EXPECT_THAT(result.err, AllOf(HasSubstr("at most 73.2%"), HasSubstr("in effect no protection"),
                                HasSubstr("no ledger: the epsilons of all releases of a network add up")));
  const std::string page = read_text(folder.path("t.html"));
  EXPECT_THAT(page, AllOf(HasSubstr("73.2%"), HasSubstr("in effect no protection for some users"),
                          HasSubstr("a reader can be as good as certain"),
                          HasSubstr("several connections of one user together"),
                          HasSubstr("connections between two public users")));
  EXPECT_EQ(run("release path.txt --public public.txt --default-epsilon 1 --hops 2 -o u.csv --report u.html")
                .exit_code,
            0);
  EXPECT_THAT(read_text(folder.path("u.html")),
              AllOf(HasSubstr("stays in doubt"), Not(HasSubstr("as good as certain"))));
}

}  // namespace
}  // namespace hopveil::testing
