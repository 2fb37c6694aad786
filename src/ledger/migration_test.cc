// SPDX-License-Identifier: Apache-2.0
// Ledgers of version 1, made by hopveil 0.1.0 (tests/ledgers/version_1.db: five users, of whom "gone" left;
// a proved release of 0.25, a refuted one of 0.1, and one of 0.05 that was never completed).

#include <random>

#include <gmock/gmock.h>

#include "ledger/faulty_vfs.h"
#include "ledger/ledger.h"
#include "ledger/ledger_testing.h"
#include "ledger/sqlite.h"
#include "ledger/tables.h"
#include "support/source_dir.h"
#include "support/text_files.h"

namespace hopveil::ledger {
namespace {

using testing::DiskFault;
using testing::FaultyVfs;
using testing::granted;
using ::testing::HasSubstr;
using testing::holds_without_root;
using testing::LedgerFolder;
using testing::message_of;
using testing::read_text;
using testing::request;
using testing::run_in_child;

class LedgerMigration : public ::testing::Test {
 protected:
  void SetUp() override { restore(); }
  void TearDown() override { disk.disarm(); }
  void restore() const {
    std::filesystem::remove(path + "-journal");
    std::filesystem::copy_file(testing::source_dir() / "tests" / "ledgers" / "version_1.db", path,
                               std::filesystem::copy_options::overwrite_existing);
  }
  Ledger open(Ledger::Access access) const { return Ledger::open(path, access); }

  FaultyVfs& disk = FaultyVfs::install();
  LedgerFolder folder;
  std::string path = folder.file("ledger.db");
  std::vector<UserBudget> users = {{"a", Epsilon::from_text("0.5")},
                                   {"b", Epsilon::from_text("1")},
                                   {"c", Epsilon::from_text("1.5")},
                                   {"d", Epsilon::from_text("0.333333333")}};
};

void expect_same_content(const Ledger& ledger) {
  const LedgerSummary summary = ledger.summary();
  EXPECT_EQ(summary.num_users, 5u);
  EXPECT_EQ(summary.num_releases, 3u);
  EXPECT_EQ(summary.num_completed, 2u);
  EXPECT_EQ(summary.num_refuted, 1u);
  EXPECT_EQ(ledger.user("d").spent_text(), "0.1333333332");
  EXPECT_EQ(ledger.user("gone").spent_text(), "0");
  const auto history = ledger.history();
  ASSERT_EQ(history.size(), 3u);
  EXPECT_EQ(history[0].guarantee, "proved");
  EXPECT_EQ(history[0].output_sha256, "6f22e3182ddbd452210b55c138f7cff95aca47f7a10e1e5fddf672f1889907f0");
  EXPECT_TRUE(history[1].refuted());
  EXPECT_EQ(history[1].share.text(), "0.1");
  EXPECT_FALSE(history[2].completed());
  EXPECT_EQ(history[2].output_path, "/dev/full");
}

TEST_F(LedgerMigration, ReadingAnOldLedgerShowsAllAndChangesNothing) {
  const std::string before = read_text(path);
  {
    const Ledger ledger = open(Ledger::Access::kRead);
    expect_same_content(ledger);
    EXPECT_FALSE(ledger.id().has_value());
    EXPECT_TRUE(ledger.changes().empty());
    EXPECT_EQ(ledger.summary().version, 1u);
  }
  EXPECT_EQ(read_text(path), before);
}

TEST_F(LedgerMigration, OpeningForAChargeMigratesOnceAndLosesNothing) {
  const std::string id = open(Ledger::Access::kCharge).id().value();
  {
    const Ledger ledger = open(Ledger::Access::kRead);
    expect_same_content(ledger);
    EXPECT_EQ(ledger.id(), id);
    EXPECT_EQ(ledger.summary().version, 2u);
    ASSERT_EQ(ledger.changes().size(), 1u);
    EXPECT_EQ(ledger.changes()[0].kind, "migrate");
    EXPECT_EQ(ledger.changes()[0].num_added, 5u);
    EXPECT_EQ(ledger.changes()[0].after_release, 3u);
  }
  Ledger ledger = open(Ledger::Access::kCharge);
  EXPECT_EQ(ledger.id(), id);
  EXPECT_TRUE(granted(ledger.charge(request(users, "0.6"))));
  EXPECT_FALSE(granted(ledger.charge(request(users, "0.000000001"))));
}

TEST_F(LedgerMigration, AMigratedLedgerHasTheTablesOfANewOne) {
  open(Ledger::Access::kCharge);
  const std::string fresh = folder.file("fresh.db");
  Ledger::create(fresh, users);
  const auto schema = [](const std::string& file) {
    return SqliteDatabase(file, SqliteDatabase::Open::kExisting, Ledger::kLockTimeout)
        .query_text("SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY type, name)");
  };
  EXPECT_EQ(schema(path), schema(fresh));
}

TEST_F(LedgerMigration, AReadOnlyOldLedgerCanBeReadButNotCharged) {
  EXPECT_EQ(::chmod(path.c_str(), 0444), 0);
  EXPECT_TRUE(holds_without_root(folder, [&] {
    return open(Ledger::Access::kRead).summary().num_users == 5 && message_of<SystemError>([&] {
                                                                     open(Ledger::Access::kCharge);
                                                                   }).find("read-only") != std::string::npos;
  }));
}

TEST_F(LedgerMigration, KilledOrFailedAtAnyOperationItIsWholeOrNotAtAll) {
  disk.disarm();
  open(Ledger::Access::kCharge);
  const int total = disk.num_operations();
  ASSERT_GT(total, 15);
  for (const DiskFault fault : {DiskFault::kKill, DiskFault::kKillTorn, DiskFault::kIoError,
                                DiskFault::kDiskFull, DiskFault::kSyncError}) {
    for (int at = 0; at < total; ++at) {
      restore();
      run_in_child([&] {
        disk.arm(fault, at, at % 2 == 0);
        try {
          open(Ledger::Access::kCharge);
        } catch (const SystemError&) {
        }
        return 0;
      });
      expect_same_content(open(Ledger::Access::kRead));
      expect_same_content(open(Ledger::Access::kCharge));
      ASSERT_FALSE(HasFailure()) << "operation " << at;
    }
  }
}

TEST_F(LedgerMigration, TwoProgramsThatMigrateAtOnceAgreeOnOneId) {
  for (int round = 0; round < 20; ++round) {
    restore();
    std::vector<pid_t> children;
    for (int i = 0; i < 3; ++i) {
      const pid_t child = ::fork();
      if (child == 0) ::_exit(granted(open(Ledger::Access::kCharge).charge(request(users, "0.2"))) ? 0 : 1);
      children.push_back(child);
    }
    for (const pid_t child : children) {
      int status = 0;
      ::waitpid(child, &status, 0);
      EXPECT_EQ(status, 0);
    }
    const Ledger ledger = open(Ledger::Access::kCharge);
    EXPECT_EQ(ledger.user("b").left_text(), "0");
    EXPECT_EQ(ledger.changes().size(), 1u);
  }
}

/// A program of version 1 that opened the ledger before it was migrated does not know of changed budgets.
TEST_F(LedgerMigration, AProgramOfVersion1ThatStillHoldsTheFileCannotCharge) {
  SqliteDatabase old_program(path, SqliteDatabase::Open::kExisting, Ledger::kLockTimeout);
  old_program.trust_content();
  EXPECT_EQ(old_program.query_integer("SELECT count(*) FROM users"), 5);
  open(Ledger::Access::kCharge);
  EXPECT_THROW(
      old_program.execute("INSERT INTO releases (charged_at, mechanism, parameters, share, users, output)"
                          " VALUES ('now', 'eli', '{}', 1, 1, 'o')"),
      BugError);
  old_program.execute(
      "UPDATE releases SET completed_at = 'now', output_sha256 ="
      " 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' WHERE id = 3");
  EXPECT_EQ(open(Ledger::Access::kRead).summary().num_completed, 3u)
      << "what it was charged for it may finish";
}

TEST_F(LedgerMigration, ADamagedOldLedgerIsNotMigrated) {
  SqliteDatabase(path, SqliteDatabase::Open::kExisting, Ledger::kLockTimeout)
      .execute("UPDATE users SET spent = spent + 1 WHERE row = 1");
  const std::string before = read_text(path);
  EXPECT_THAT(message_of<InputError>([&] { open(Ledger::Access::kCharge); }), HasSubstr("damaged"));
  EXPECT_EQ(read_text(path), before);
}

}  // namespace
}  // namespace hopveil::ledger
