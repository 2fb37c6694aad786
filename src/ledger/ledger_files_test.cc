// SPDX-License-Identifier: Apache-2.0
// Files that are no usable ledger: each stops with a message that says why, and is left as it was.

#include <algorithm>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "ledger/ledger.h"
#include "ledger/ledger_testing.h"
#include "ledger/sqlite.h"
#include "support/text_files.h"

namespace hopveil::ledger {
namespace {

using std::chrono::milliseconds;
using testing::granted;
using ::testing::HasSubstr;
using testing::holds_without_root;
using testing::LedgerFolder;
using testing::message_of;
using testing::read_text;
using testing::request;
using testing::TestUsers;
using testing::write_text;

class LedgerFiles : public ::testing::Test {
 protected:
  void make_ledger() const { Ledger::create(path, users.all()); }
  void run_sql(const char* sql) const {
    SqliteDatabase(path, SqliteDatabase::Open::kExisting, Ledger::kLockTimeout).execute(sql);
  }
  std::string input_error(Ledger::Access access = Ledger::Access::kCharge) const {
    return message_of<InputError>([&] { Ledger::open(path, access); });
  }
  std::string system_error(Ledger::Access access = Ledger::Access::kCharge) const {
    return message_of<SystemError>([&] { Ledger::open(path, access, milliseconds(50)); });
  }

  LedgerFolder folder;
  std::string path = folder.file("ledger.db");
  TestUsers users{300};
};

TEST_F(LedgerFiles, MissingFileIsASystemErrorAndStaysMissing) {
  EXPECT_THAT(system_error(), HasSubstr("ledger init"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(LedgerFiles, AFolderIsNoLedger) {
  std::filesystem::create_directory(path);
  EXPECT_THAT(input_error(), HasSubstr("this is a folder"));
  EXPECT_THROW(Ledger::create(path, users.all()), InputError);
}

TEST_F(LedgerFiles, AnEmptyFileIsNoLedgerAndStaysEmpty) {
  write_text(path, "");
  EXPECT_THAT(input_error(), HasSubstr("too short"));
  EXPECT_EQ(std::filesystem::file_size(path), 0u);
}

TEST_F(LedgerFiles, ATextFileIsNoLedgerAndStaysAsItWas) {
  const std::string text(5000, 'x');
  write_text(path, text);
  EXPECT_THAT(input_error(), HasSubstr("this file is not a ledger"));
  EXPECT_EQ(read_text(path), text);
}

TEST_F(LedgerFiles, AForeignDatabaseIsLeftAloneEvenWithAJournalBesideIt) {
  write_text(path, "");
  run_sql("CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  write_text(path + "-journal", "not ours to roll back or remove");
  const std::string before = read_text(path);
  EXPECT_THAT(input_error(), HasSubstr("this file is not a ledger"));
  EXPECT_EQ(read_text(path), before);
  EXPECT_EQ(read_text(path + "-journal"), "not ours to roll back or remove");
}

TEST_F(LedgerFiles, AnotherVersionIsRefused) {
  make_ledger();
  run_sql("PRAGMA user_version = 3");
  EXPECT_THAT(input_error(), HasSubstr("this ledger has version 3; this hopveil works with versions 1 to 2"));
}

TEST_F(LedgerFiles, TruncationIsNoticedAtEveryPage) {
  make_ledger();
  const std::string whole = read_text(path);
  ASSERT_GT(whole.size(), 5u * 4096u);
  for (std::size_t size = 100; size < whole.size(); size += 1024) {
    write_text(path, whole.substr(0, size));
    EXPECT_THAT(input_error(Ledger::Access::kRead), HasSubstr("ledger is damaged")) << size;
  }
}

TEST_F(LedgerFiles, OverwrittenPagesAreNoticed) {
  make_ledger();
  const std::string whole = read_text(path);
  ASSERT_GE(whole.size(), 6u * 4096u);
  for (std::size_t page = 0; page * 4096 < whole.size(); ++page) {
    std::string broken = whole;
    std::fill_n(broken.begin() + static_cast<std::ptrdiff_t>(page * 4096), 4096, '\xa5');
    write_text(path, broken);
    EXPECT_THROW(Ledger::open(path, Ledger::Access::kCharge), InputError) << page;
  }
}

TEST_F(LedgerFiles, ABitThatFlipsInTheHeaderIsHarmlessOrDamage) {
  Ledger::create(path, users.all().first(3));
  const std::string whole = read_text(path);
  const std::size_t num_bytes = 100;  // the header
  int num_noticed = 0;
  for (std::size_t bit = 0; bit < num_bytes * 8; ++bit) {
    std::string broken = whole;
    broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << bit % 8));
    write_text(path, broken);
    try {
      Ledger ledger = Ledger::open(path, Ledger::Access::kCharge);
      ledger.charge(request(users.all().first(3), "0.1"));
    } catch (const InputError&) {
      ++num_noticed;
    }  // anything else fails the test
    std::filesystem::remove(path + "-journal");
  }
  EXPECT_GT(num_noticed, 200);
}

TEST_F(LedgerFiles, ALinkToALedgerIsThatLedger) {
  make_ledger();
  std::filesystem::create_directory(folder.file("elsewhere"));
  const std::string link = folder.file("elsewhere/link.db");
  std::filesystem::create_symlink("../ledger.db", link);
  EXPECT_TRUE(granted(Ledger::open(link, Ledger::Access::kCharge).charge(request(users.all(), "0.1"))));
  EXPECT_EQ(Ledger::open(path, Ledger::Access::kRead).summary().max_spent_nanos, 100'000'000u);
  std::filesystem::create_symlink("nowhere.db", folder.file("broken.db"));
  EXPECT_THROW(Ledger::open(folder.file("broken.db"), Ledger::Access::kRead), SystemError);
  std::filesystem::create_symlink("round.db", folder.file("round.db"));
  EXPECT_THROW(Ledger::open(folder.file("round.db"), Ledger::Access::kRead), SystemError);
}

TEST_F(LedgerFiles, ReadOnlyFileCannotBeChargedButRead) {
  make_ledger();
  ::chmod(path.c_str(), 0444);
  EXPECT_TRUE(holds_without_root(folder, [&] {
    return system_error().find("the file is read-only") != std::string::npos &&
           Ledger::open(path, Ledger::Access::kRead).summary().num_users == 300;
  }));
}

TEST_F(LedgerFiles, UnreadableFileIsASystemError) {
  make_ledger();
  ::chmod(path.c_str(), 0000);
  EXPECT_TRUE(holds_without_root(
      folder, [&] { return system_error().find("Permission denied") != std::string::npos; }));
}

TEST_F(LedgerFiles, AFolderThatCannotBeWrittenStopsTheChargeAndTheCreation) {
  make_ledger();
  ::chmod(folder.path().c_str(), 0555);
  EXPECT_TRUE(holds_without_root(folder, [&] {
    Ledger ledger = Ledger::open(path, Ledger::Access::kCharge);
    const std::string refusal = message_of<SystemError>([&] { ledger.charge(request(users.all(), "0.1")); });
    message_of<SystemError>([&] { Ledger::create(folder.file("new.db"), users.all()); });
    return refusal.find("its folder") != std::string::npos && !HasFailure() &&
           ledger.summary().max_spent_nanos == 0;
  }));
  ::chmod(folder.path().c_str(), 0755);
}

TEST_F(LedgerFiles, AReaderCannotCharge) {
  make_ledger();
  Ledger reader = Ledger::open(path, Ledger::Access::kRead);
  EXPECT_THROW(reader.charge(request(users.all(), "0.1")), SystemError);
  EXPECT_EQ(reader.summary().max_spent_nanos, 0u);
}

TEST_F(LedgerFiles, AWriteAheadLogIsTurnedBackIntoAJournal) {
  make_ledger();
  run_sql("PRAGMA journal_mode = WAL");
  Ledger ledger = Ledger::open(path, Ledger::Access::kCharge);
  EXPECT_TRUE(granted(ledger.charge(request(users.all(), "0.1"))));
  EXPECT_FALSE(std::filesystem::exists(path + "-wal"));
}

TEST_F(LedgerFiles, ALockedLedgerIsASystemErrorAfterTheTimeout) {
  make_ledger();
  Ledger ledger = Ledger::open(path, Ledger::Access::kCharge, milliseconds(50));
  const SqliteDatabase other(path, SqliteDatabase::Open::kExisting, milliseconds(50));
  {
    const SqliteTransaction writing(other, SqliteTransaction::Kind::kWrite);
    EXPECT_THAT(message_of<SystemError>([&] { ledger.charge(request(users.all(), "0.1")); }),
                HasSubstr("another program holds the ledger"));
  }
  {
    const SqliteTransaction reading(other, SqliteTransaction::Kind::kRead);
    other.query_integer("SELECT count(*) FROM users");
    EXPECT_THROW(ledger.charge(request(users.all(), "0.1")), SystemError) << "a reader blocks the commit";
  }
  EXPECT_EQ(ledger.summary().max_spent_nanos, 0u);
  EXPECT_TRUE(granted(ledger.charge(request(users.all(), "0.1"))));
  other.execute("BEGIN EXCLUSIVE");
  EXPECT_THAT(system_error(Ledger::Access::kRead), HasSubstr("another program holds the ledger"));
}

TEST_F(LedgerFiles, LookingAtTheHeaderKeepsTheLocksOfThisProcess) {
  make_ledger();
  const SqliteDatabase holder(path, SqliteDatabase::Open::kExisting, milliseconds(0));
  const SqliteTransaction writing(holder, SqliteTransaction::Kind::kWrite);
  Ledger::open(path, Ledger::Access::kRead);
  const int status = testing::run_in_child([&] {
    try {
      Ledger ledger = Ledger::open(path, Ledger::Access::kCharge, milliseconds(50));
      ledger.charge(request(users.all(), "0.1"));
    } catch (const SystemError&) {
      return 0;
    }
    return 1;
  });
  EXPECT_EQ(status, 0) << "a second process could write while the first held the lock";
}

TEST_F(LedgerFiles, CreateNeverOverwrites) {
  write_text(path, "precious");
  EXPECT_THAT(message_of<InputError>([&] { Ledger::create(path, users.all()); }),
              HasSubstr("there is a file already"));
  EXPECT_EQ(read_text(path), "precious");
  std::filesystem::create_symlink("nowhere", folder.file("link"));
  EXPECT_THROW(Ledger::create(folder.file("link"), users.all()), InputError);
}

TEST_F(LedgerFiles, CreateRefusesWhatSqliteWouldTakeForAPartOfIt) {
  for (const char* ending : {"-journal", "-wal", "-shm"}) {
    write_text(path + ending, "a table, or left by another ledger");
    EXPECT_THAT(message_of<InputError>([&] { Ledger::create(path, users.all()); }),
                HasSubstr("for a part of the new ledger"));
    EXPECT_FALSE(std::filesystem::exists(path));
    std::filesystem::remove(path + ending);
  }
}

TEST_F(LedgerFiles, CreateRefusesBadUsersAndLeavesNothing) {
  const std::vector<UserBudget> twice = {users.all()[0], users.all()[1], users.all()[0]};
  EXPECT_THAT(message_of<InputError>([&] { Ledger::create(path, twice); }),
              HasSubstr("user \"user_0\" is listed twice"));
  EXPECT_THROW(Ledger::create(path, {}), InputError);
  EXPECT_THROW(Ledger::create(folder.file("missing/ledger.db"), users.all()), SystemError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(LedgerFiles, NamesThatSqliteWouldReadOtherwiseAreOrdinaryNames) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const char* name : {":memory:", "file:x?mode=memory", "file:y", "ä b%20'c"}) {
    Ledger::create(name, users.all());
    EXPECT_TRUE(std::filesystem::exists(name)) << name;
    EXPECT_EQ(Ledger::open(name, Ledger::Access::kCharge).summary().num_users, 300u) << name;
  }
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace hopveil::ledger
