// SPDX-License-Identifier: Apache-2.0
// `hopveil verify`, `release --sign` and the living ledger, as an auditor and a steward use them.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/path_network.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class VerifyProgram : public PathNetwork {
 protected:
  void release(const std::string& arguments = "--hops 3 --intervals 90",
               const std::string& table = "table.csv") {
    const ProgramResult result =
        run("release path.txt --public public.txt --prefs prefs.csv --quiet -o " + table + " " + arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  void make_key() {
    ASSERT_EQ(run_shell("ssh-keygen -q -t ed25519 -N '' -C steward -f key", folder).exit_code, 0);
  }
  std::string text(const std::string& name) const { return read_text(folder.path(name)); }
  void put(const std::string& name, const std::string& content) const {
    write_text(folder.path(name), content);
  }

  /// A path of 300 private users: two releases of it give equal tables about never, which happens with four
  /// users.
  void put_longer_path() const {
    std::string edges = "0 1\n";
    std::string preferences = "user,epsilon\n";
    for (int user = 1; user <= 300; ++user) {
      edges += std::to_string(user) + " " + std::to_string(user + 1) + "\n";
      preferences += std::to_string(user) + ",1\n";
    }
    put("path.txt", edges);
    put("public.txt", "0\n301\n");
    put("prefs.csv", preferences);
  }

  /// Flips every `step`-th bit of a file; how many changes `verify` does not find.
  int count_unnoticed(const std::string& name, std::size_t step, const std::string& arguments) {
    const std::string whole = text(name);
    int num_unnoticed = 0;
    for (std::size_t bit = 0; bit < 8 * whole.size(); bit += step) {
      std::string changed = whole;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
      put(name, changed);
      const int code = run("verify table.csv " + arguments).exit_code;
      EXPECT_TRUE(code == 1 || code == 0) << name << " bit " << bit;
      num_unnoticed += code == 0 ? 1 : 0;
    }
    put(name, whole);
    return num_unnoticed;
  }
};

TEST_F(VerifyProgram, AcceptsWhatReleaseWroteAndSaysWhatWasPromised) {
  for (const char* arguments :
       {"--hops 3", "--hops 2 --intervals 90 --cumulative", "--hops 2 --optimise relative --format json",
        "--hops 1 --mechanism uniform", "--hops 3 --mechanism duba-lf --accept-refuted",
        "--hops 2 --mechanism deba --accept-refuted --postprocess clamp --order appearance"}) {
    release(std::string(arguments) + " --overwrite");
    const ProgramResult result = run("verify table.csv");
    EXPECT_EQ(result.exit_code, 0) << arguments << "\n" << result.out << result.err;
    EXPECT_THAT(result.out, AllOf(HasSubstr("50% likely"), HasSubstr("in effect no protection"),
                                  HasSubstr("4 rows"), HasSubstr("made without one")));
  }
}

TEST_F(VerifyProgram, UnusableInputIsNoVerdict) {
  EXPECT_EQ(run("verify missing.csv").exit_code, 2);
  EXPECT_EQ(run("verify path.txt").exit_code, 2) << "no metadata";
  release();
  EXPECT_EQ(run("verify table.csv --ledger path.txt").exit_code, 2);
  EXPECT_THAT(run("verify table.csv.meta.json").err, HasSubstr("give the table"));
  EXPECT_EQ(run("verify table.csv --key path.txt").exit_code, 2);
}

TEST_F(VerifyProgram, ATableThatItsMetadataDoesNotDescribeFails) {
  release();
  const std::string whole = text("table.csv");
  const auto refused = [&](const std::string& changed, const char* reason) {
    put("table.csv", changed);
    auto metadata = nlohmann::ordered_json::parse(text("table.csv.meta.json"));
    // As if the forger had also put the new checksum into the metadata.
    metadata["table_sha256"] = run_shell("sha256sum table.csv", folder).out.substr(0, 64);
    put("table.csv.meta.json", metadata.dump(2) + "\n");
    const ProgramResult result = run("verify table.csv");
    EXPECT_EQ(result.exit_code, 1) << changed;
    EXPECT_THAT(result.out, HasSubstr(reason));
    put("table.csv", whole);
  };
  const std::string header = whole.substr(0, whole.find('\n') + 1);
  const std::string others = "b,0,0,0,0,2,0,2,0,2\nc,0,0,0,0,2,0,2,0,2\nd,0,0,0,0,2,0,2,0,2\n";
  refused(header + "a,3,0,0,0,3,0,2,0,2\n" + others, "outside of 0 to 2");
  refused(header + "a,2,1,0,0,2,0,2,0,2\n" + others, "hops sum to 3");
  refused(header + "a,1,0,0,2,2,0,2,0,2\n" + others, "outside of its interval");
  refused(header + "b,1,0,0,0,2,0,2,0,2\n" + others, "has a row already");
  refused(header + others, "it has 3 rows");
  refused(header + "a,1,0,0,0,2,0,2,0\n" + others, "columns instead of");
  refused(header + "a,one,0,0,0,2,0,2,0,2\n" + others, "no whole number");
  refused("user,hop_1\n" + others, "its columns are not");
}

TEST_F(VerifyProgram, MetadataThatWasEditedFails) {
  release("--hops 2");
  const auto whole = nlohmann::ordered_json::parse(text("table.csv.meta.json"));
  const auto refused = [&](const char* pointer, const nlohmann::ordered_json& value) {
    auto metadata = whole;
    metadata[nlohmann::ordered_json::json_pointer(pointer)] = value;
    put("table.csv.meta.json", metadata.dump(2) + "\n");
    EXPECT_EQ(run("verify table.csv").exit_code, 1) << pointer;
  };
  refused("/guarantee/status", "proved beyond doubt");
  refused("/mechanism", "deba");  // whose promise is refuted for two hops
  refused("/mechanism", "miracle");
  refused("/preferences/levels/0/spent", "0.5");
  refused("/preferences/levels/0/users", 3);
  refused("/preferences/levels/2/protection", "protects");
  refused("/preferences/levels/2/belief_at_most", "73.2%");
  refused("/preferences/largest", "4");
  refused("/preferences/median", "16");
  refused("/budget_share", "0.5");
  refused("/rows", 5);
  refused("/parameters/hops", 3);
  refused("/public_users/users", "2");
  refused("/comment", "an unknown field");
  refused("/schema_version", 2);
}

// Every bit of all three files: VerifyRelease in src/verify/verify_test.cc.
TEST_F(VerifyProgram, ASignedReleaseOfWhichOneBitChangedFails) {
  make_key();
  release("--hops 1 --sign key");
  ASSERT_EQ(run("verify table.csv --key key.pub").exit_code, 0);
  EXPECT_EQ(count_unnoticed("table.csv", 11, ""), 0) << "without anything beside the metadata";
  EXPECT_EQ(count_unnoticed("table.csv.meta.json", 1009, "--key key.pub"), 0);
  EXPECT_EQ(count_unnoticed("table.csv.meta.json.sig", 211, "--key key.pub"), 0);
}

TEST_F(VerifyProgram, TheLedgersEntryVouchesForTableAndMetadata) {
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  release("--hops 1 --ledger l.db --budget-share 0.25");
  const ProgramResult result = run("verify table.csv --ledger l.db");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("ledger     holds"));
  EXPECT_EQ(count_unnoticed("table.csv.meta.json", 1013, "--ledger l.db"), 0);
  ASSERT_EQ(run("ledger init other.db --prefs prefs.csv").exit_code, 0);
  EXPECT_EQ(run("verify table.csv --ledger other.db").exit_code, 1);
  release("--hops 1", "free.csv");
  EXPECT_EQ(run("verify free.csv --ledger l.db").exit_code, 1)
      << "a release that the ledger was not charged for";
}

TEST_F(VerifyProgram, ALedgerThatWasPutBackIsNoticed) {
  put_longer_path();
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  ASSERT_EQ(run_shell("cp l.db backup.db", folder).exit_code, 0);
  release("--hops 1 --ledger l.db --budget-share 0.25");
  ASSERT_EQ(run_shell("cp backup.db l.db", folder).exit_code, 0);
  const ProgramResult forgotten = run("verify table.csv --ledger l.db");
  EXPECT_EQ(forgotten.exit_code, 1);
  EXPECT_THAT(forgotten.out, HasSubstr("it has no release 1"));
  release("--hops 1 --ledger l.db --budget-share 0.25", "second.csv");
  const ProgramResult replaced = run("verify table.csv --ledger l.db");
  EXPECT_EQ(replaced.exit_code, 1);
  EXPECT_THAT(replaced.out, HasSubstr("put back"));
  EXPECT_EQ(run("verify second.csv --ledger l.db").exit_code, 0);
}

TEST_F(VerifyProgram, SignaturesAreSshKeygensOwn) {
  make_key();
  release("--hops 1 --sign key");
  put("signers", "steward@example.org " + text("key.pub"));
  EXPECT_EQ(run_shell("ssh-keygen -Y verify -f signers -I steward@example.org -n hopveil-release "
                      "-s table.csv.meta.json.sig < table.csv.meta.json",
                      folder)
                .exit_code,
            0);
  EXPECT_THAT(run("verify table.csv --key signers").out, HasSubstr("steward@example.org, SHA256:"));
  EXPECT_EQ(run("verify table.csv").exit_code, 0) << "a signature by whomever";
  ASSERT_EQ(run_shell("rm table.csv.meta.json.sig; ssh-keygen -Y sign -f key -n hopveil-release "
                      "table.csv.meta.json",
                      folder)
                .exit_code,
            0);
  EXPECT_EQ(run("verify table.csv --key key.pub").exit_code, 0) << "signed by ssh-keygen";
  ASSERT_EQ(run_shell("ssh-keygen -q -t ed25519 -N '' -f stranger", folder).exit_code, 0);
  EXPECT_EQ(run("verify table.csv --key stranger.pub").exit_code, 1);
  EXPECT_EQ(run_shell("rm table.csv.meta.json.sig", folder).exit_code, 0);
  EXPECT_EQ(run("verify table.csv --key key.pub").exit_code, 1) << "no signature although a key was named";
}

TEST_F(VerifyProgram, AKeyThatCannotBeUsedCostsNothing) {
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  ASSERT_EQ(run_shell("ssh-keygen -q -t ed25519 -N secret -f locked", folder).exit_code, 0);
  for (const char* key : {"locked", "locked.pub", "path.txt", "missing"}) {
    const ProgramResult result =
        run(std::string("release path.txt --public public.txt --prefs prefs.csv --hops 1 "
                        "--ledger l.db -o table.csv --sign ") +
            key);
    EXPECT_NE(result.exit_code, 0) << key;
    EXPECT_FALSE(exists("table.csv"));
  }
  EXPECT_THAT(run("ledger show l.db").out, HasSubstr("releases  0"));
}

TEST_F(VerifyProgram, ASecondMonthWithNewUsers) {
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  release("--hops 1 --ledger l.db --budget-share 0.5", "first.csv");
  put("path.txt", "a p\np b\nb q\nd d\ne q\n");  // c left, e came, b became stricter
  put("prefs.csv", "user,epsilon\na,1\nb,3\nd,1\ne,2\n");
  EXPECT_EQ(run("release path.txt --public public.txt --prefs prefs.csv --hops 1 --ledger l.db -o second.csv")
                .exit_code,
            2);
  const ProgramResult added = run("ledger add l.db --prefs prefs.csv");
  EXPECT_EQ(added.exit_code, 0) << added.err;
  EXPECT_THAT(added.out, HasSubstr("1 added, 1 stricter, 0 looser, 2 as before"));
  release("--hops 1 --ledger l.db --budget-share 0.3", "second.csv");
  EXPECT_EQ(run("verify second.csv --ledger l.db").exit_code, 0);
  EXPECT_EQ(run("verify first.csv --ledger l.db").exit_code, 0) << "also after the change";
  const auto b = nlohmann::json::parse(run("ledger show l.db b --json").out);
  EXPECT_EQ(b.at("budget"), "3");
  EXPECT_EQ(b.at("spent"), "2.9") << "half of 4, and 0.3 of 3";
  EXPECT_THAT(run("ledger export l.db --csv").out,
              AllOf(HasSubstr("c,16,8,8,0.5\n"), HasSubstr("e,2,0.6,1.4,0.3\n")));
  const auto everything = nlohmann::json::parse(run("ledger export l.db --json").out);
  EXPECT_EQ(everything.at("users").size(), 5U);
  EXPECT_EQ(everything.at("history").size(), 3U);
  EXPECT_EQ(run("ledger export l.db").exit_code, 2);
  put("prefs.csv", "user,epsilon\nb,5\n");
  EXPECT_EQ(run("ledger add l.db --prefs prefs.csv").exit_code, 2);
  EXPECT_EQ(run("ledger add l.db --prefs prefs.csv --allow-looser").exit_code, 0);
  EXPECT_THAT(run("ledger history l.db").out, HasSubstr("1 budget changed"));
}

TEST_F(VerifyProgram, HistoryMarksRefutedReleases) {
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  release("--hops 2 --mechanism deba --accept-refuted --ledger l.db --budget-share 0.1");
  EXPECT_THAT(run("ledger history l.db").out, HasSubstr("REFUTED"));
  EXPECT_THAT(run("ledger show l.db").out, HasSubstr("refuted   1 release"));
}

TEST_F(VerifyProgram, ALinkToALedgerWorks) {
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  ASSERT_EQ(run_shell("mkdir far && ln -s ../l.db far/link.db", folder).exit_code, 0);
  release("--hops 1 --ledger far/link.db --budget-share 0.5");
  EXPECT_THAT(run("ledger show l.db a").out, HasSubstr("50%"));
}

}  // namespace
}  // namespace hopveil::testing
