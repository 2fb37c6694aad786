// SPDX-License-Identifier: Apache-2.0
// The ledger on a disk that breaks and in processes that are killed: it opens again every time, spent never
// falls, a granted charge stays, and a failed one is wholly there or not at all.

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "ledger/faulty_vfs.h"
#include "ledger/ledger.h"
#include "ledger/ledger_testing.h"

namespace hopveil::ledger {
namespace {

using testing::DiskFault;
using testing::FaultyVfs;
using testing::granted;
using testing::holds_without_root;
using testing::LedgerFolder;
using testing::message_of;
using testing::request;
using testing::run_in_child;
using testing::TestUsers;

enum class Outcome { kGranted, kFailed, kKilled };

/// What everybody has spent, in the file as the next program finds it. Opening verifies pages, schema, and
/// that the users have spent what the history says; that all have spent the same shows that no charge is half
/// there.
std::uint64_t spent_by_all(const std::string& path) {
  const LedgerSummary summary = Ledger::open(path, Ledger::Access::kCharge).summary();
  EXPECT_EQ(summary.min_spent_nanos, summary.max_spent_nanos);
  return summary.max_spent_nanos;
}

/// A ledger of several pages in which everybody has spent a tenth, copied anew for each fault.
class LedgerFaults : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kBefore = 100'000'000;
  static constexpr std::uint64_t kAfter = 300'000'000;

  void SetUp() override {
    Ledger::create(folder.file("original.db"), users.all());
    Ledger::open(folder.file("original.db"), Ledger::Access::kCharge).charge(request(users.all(), "0.1"));
  }
  void TearDown() override { disk.disarm(); }

  void restore() const {
    std::filesystem::remove(path + "-journal");
    std::filesystem::copy_file(folder.file("original.db"), path,
                               std::filesystem::copy_options::overwrite_existing);
  }
  bool open_and_charge() const {
    return granted(Ledger::open(path, Ledger::Access::kCharge).charge(request(users.all(), "0.2")));
  }
  int num_operations(DiskFault counted = DiskFault::kNone) const {
    restore();
    disk.arm(counted, -1);
    EXPECT_TRUE(open_and_charge());
    return disk.num_operations();
  }

  Outcome charge_with(DiskFault fault, int at, bool lasting = false) const {
    disk.arm(fault, at, lasting);
    Outcome outcome = Outcome::kFailed;
    try {
      if (open_and_charge()) outcome = Outcome::kGranted;
    } catch (const SystemError&) {
    }
    disk.disarm();
    return outcome;
  }
  Outcome charge_in_child_with(DiskFault fault, int at) const {
    const int status = run_in_child([&] { return static_cast<int>(charge_with(fault, at)); });
    return WIFSIGNALED(status) ? Outcome::kKilled : static_cast<Outcome>(WEXITSTATUS(status));
  }
  void expect_sound(Outcome outcome, int at) const {
    const std::uint64_t spent = spent_by_all(path);
    EXPECT_TRUE(spent == kBefore || spent == kAfter) << "operation " << at << ": " << spent;
    EXPECT_TRUE(outcome != Outcome::kGranted || spent == kAfter) << "operation " << at;
  }
  /// Fails operation after operation; says how many charges failed.
  int fail_everywhere(DiskFault fault, bool lasting) const {
    const int total = num_operations(fault);
    int num_failed = 0;
    for (int at = 0; at < total; ++at) {
      restore();
      const Outcome outcome = charge_with(fault, at, lasting);
      num_failed += outcome == Outcome::kFailed ? 1 : 0;
      expect_sound(outcome, at);
    }
    return num_failed;
  }

  FaultyVfs& disk = FaultyVfs::install();
  LedgerFolder folder;
  std::string path = folder.file("ledger.db");
  TestUsers users{1500};
};

TEST_F(LedgerFaults, KilledAtEveryDiskOperation) {
  const int total = num_operations();
  ASSERT_GE(total, 50);
  int num_kills = 0;
  int num_undone = 0;
  for (const DiskFault fault : {DiskFault::kKill, DiskFault::kKillTorn}) {
    for (int at = 0; at < total; ++at) {
      restore();
      const Outcome outcome = charge_in_child_with(fault, at);
      num_kills += outcome == Outcome::kKilled ? 1 : 0;
      const bool interrupted = std::filesystem::exists(path + "-journal");
      expect_sound(outcome, at);
      num_undone += interrupted ? 1 : 0;
    }
  }
  EXPECT_EQ(num_kills, 2 * total);
  EXPECT_GT(num_undone, total) << "most kills leave a journal that the next opening rolls back";
}

TEST_F(LedgerFaults, KilledAgainAtEveryOperationOfTheRecovery) {
  const int total = num_operations();
  for (const int first : {total / 2, total - 1}) {
    for (int second = 0; second < 2 * total; ++second) {
      restore();
      ASSERT_EQ(charge_in_child_with(DiskFault::kKill, first), Outcome::kKilled);
      const Outcome outcome = charge_in_child_with(DiskFault::kKill, second);
      expect_sound(outcome, second);
      if (outcome == Outcome::kGranted) break;
    }
  }
}

TEST_F(LedgerFaults, AReaderUndoesAnInterruptedChargeToo) {
  const int total = num_operations();
  restore();
  ASSERT_EQ(charge_in_child_with(DiskFault::kKill, total - 1), Outcome::kKilled);
  ASSERT_TRUE(std::filesystem::exists(path + "-journal"));
  EXPECT_EQ(Ledger::open(path, Ledger::Access::kRead).summary().max_spent_nanos, kBefore);
  EXPECT_FALSE(std::filesystem::exists(path + "-journal"));
}

TEST_F(LedgerFaults, AReaderThatMayNotUndoAnInterruptedChargeSaysSo) {
  const int total = num_operations();
  restore();
  ASSERT_EQ(charge_in_child_with(DiskFault::kKill, total - 1), Outcome::kKilled);
  ::chmod(path.c_str(), 0444);
  EXPECT_TRUE(holds_without_root(folder, [&] {
    const auto open = [&] { Ledger::open(path, Ledger::Access::kRead); };
    return message_of<SystemError>(open).find("a charge was interrupted") != std::string::npos;
  }));
}

TEST_F(LedgerFaults, KilledAtRandomMoments) {
  restore();
  std::mt19937_64 random(11);
  constexpr std::uint64_t kStep = 100'000;  // a share of 0.0001
  std::uint64_t spent = kBefore;
  int num_grants = 0;
  // Moments are by the clock: where charges are slow (sanitizers, a loaded machine) more rounds are needed.
  for (int round = 0; round < 120 || (num_grants <= 100 && round < 2000); ++round) {
    int grants[2];
    ASSERT_EQ(::pipe(grants), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      Ledger ledger = Ledger::open(path, Ledger::Access::kCharge);
      while (granted(ledger.charge(request(users.all(), "0.0001")))) {
        if (::write(grants[1], "g", 1) != 1) break;
      }
      ::_exit(0);
    }
    ::close(grants[1]);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 40'000));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    std::uint64_t told = 0;
    for (char c = 0; ::read(grants[0], &c, 1) == 1;) ++told;
    ::close(grants[0]);
    const std::uint64_t now = spent_by_all(path);
    EXPECT_GE(now, spent + told * kStep) << "a granted charge was lost";
    EXPECT_LE(now, spent + (told + 1) * kStep);
    spent = now;
    num_grants += static_cast<int>(told);
  }
  EXPECT_GT(num_grants, 100);
}

TEST_F(LedgerFaults, AnyOperationFails) {
  EXPECT_EQ(fail_everywhere(DiskFault::kIoError, false), num_operations());
}

TEST_F(LedgerFaults, TheDiskBreaksForGoodAtAnyOperation) {
  EXPECT_EQ(fail_everywhere(DiskFault::kIoError, true), num_operations());
}

TEST_F(LedgerFaults, TheDiskIsFullAtAnyWrite) {
  EXPECT_GE(fail_everywhere(DiskFault::kDiskFull, false), 45);
  EXPECT_GE(fail_everywhere(DiskFault::kDiskFull, true), 45);
}

TEST_F(LedgerFaults, AnyFlushFails) {
  EXPECT_GE(fail_everywhere(DiskFault::kSyncError, false), 3);
  EXPECT_EQ(fail_everywhere(DiskFault::kSyncError, true), num_operations());
}

TEST_F(LedgerFaults, AnyReadFails) {
  EXPECT_GE(fail_everywhere(DiskFault::kReadError, false), 20);
}

TEST_F(LedgerFaults, TheSameConnectionGoesOnAfterAFailure) {
  const int total = num_operations();
  for (int at = 0; at < total; ++at) {
    restore();
    Ledger ledger = Ledger::open(path, Ledger::Access::kCharge);
    disk.arm(DiskFault::kIoError, at);
    std::uint64_t least = kBefore;
    try {
      if (granted(ledger.charge(request(users.all(), "0.2")))) least = kAfter;
    } catch (const SystemError&) {
    }
    disk.disarm();
    ASSERT_TRUE(granted(ledger.charge(request(users.all(), "0.2")))) << at;
    EXPECT_GE(ledger.summary().min_spent_nanos, least + 200'000'000) << at;
    EXPECT_EQ(ledger.summary().min_spent_nanos, ledger.summary().max_spent_nanos) << at;
  }
}

TEST_F(LedgerFaults, CompletingIsKilledAtEveryOperation) {
  const std::string checksum(64, 'c');
  restore();
  disk.disarm();
  Ledger::open(path, Ledger::Access::kCharge).complete(1, checksum);
  const int total = disk.num_operations();
  ASSERT_GT(total, 5);
  for (int at = 0; at < total; ++at) {
    restore();
    const int status = run_in_child([&] {
      disk.arm(DiskFault::kKillTorn, at);
      Ledger::open(path, Ledger::Access::kCharge).complete(1, checksum);
      return 0;
    });
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(spent_by_all(path), kBefore);
  }
}

TEST_F(LedgerFaults, CreatingIsWholeOrNotAtAll) {
  const std::string fresh = folder.file("fresh.db");
  disk.disarm();
  Ledger::create(fresh, users.all());
  const int total = disk.num_operations();
  ASSERT_GT(total, 10);
  for (int at = 0; at < total; ++at) {
    std::filesystem::remove(fresh);
    const int status = run_in_child([&] {
      disk.arm(DiskFault::kKillTorn, at);
      Ledger::create(fresh, users.all());
      return 0;
    });
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_FALSE(std::filesystem::exists(fresh)) << at;
    disk.arm(DiskFault::kDiskFull, at, true);
    try {
      Ledger::create(fresh, users.all());
      EXPECT_EQ(spent_by_all(fresh), 0u);  // the last operations are not writes
    } catch (const SystemError&) {
      EXPECT_FALSE(std::filesystem::exists(fresh)) << at;
    }
    disk.disarm();
  }
}

TEST_F(LedgerFaults, TwoProcessesTogetherAreGrantedExactlyWhatFits) {
  restore();  // 0.9 is left: 36 shares of 0.025
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      int grants = 0;
      Ledger ledger = Ledger::open(path, Ledger::Access::kCharge);
      while (granted(ledger.charge(request(users.all(), "0.025")))) ++grants;
      ::_exit(grants);
    }
    children.push_back(child);
  }
  int num_grants = 0;
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    num_grants += WEXITSTATUS(status);
  }
  EXPECT_EQ(num_grants, 36);
  EXPECT_EQ(spent_by_all(path), 1'000'000'000u);
}

}  // namespace
}  // namespace hopveil::ledger
