// SPDX-License-Identifier: Apache-2.0
// Power cuts: unlike a kill, they lose what was written but not flushed. The operations of a charge are
// recorded, and every state is rebuilt in which a cut could leave the disk: after each operation, with any
// part of what was not flushed missing, sector by sector, and with names that come back or never appeared.

#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "ledger/faulty_vfs.h"
#include "ledger/ledger.h"
#include "ledger/ledger_testing.h"
#include "ledger/schema.h"
#include "ledger/sqlite.h"
#include "support/source_dir.h"
#include "support/text_files.h"

namespace hopveil::ledger {
namespace {

using testing::DiskEvent;
using testing::FaultyVfs;
using testing::granted;
using testing::LedgerFolder;
using testing::read_text;
using testing::request;
using testing::TestUsers;

constexpr std::size_t kSector = 512;

void overwrite(std::string& content, std::size_t offset, std::string_view data) {
  if (content.size() < offset + data.size()) content.resize(offset + data.size(), '\0');
  content.replace(offset, data.size(), data);
}

/// A file as the disk knows it.
struct DiskFile {
  std::string flushed;
  std::vector<DiskEvent> unflushed;
  bool name_is_flushed = false;
  bool removed = false;  // and the folder not flushed since
};
using Disk = std::map<std::string, DiskFile>;

/// What a cut may leave of a file: each sector of each unflushed write may be there or not.
template <typename Coin>
std::string survivors(const DiskFile& file, const Coin& survives) {
  std::string content = file.flushed;
  for (const DiskEvent& event : file.unflushed) {
    if (event.kind == DiskEvent::Kind::kTruncate) {
      if (survives()) content.resize(static_cast<std::size_t>(event.offset));
      continue;
    }
    const auto offset = static_cast<std::size_t>(event.offset);
    for (std::size_t begin = 0; begin < event.data.size();) {
      const std::size_t end = std::min(event.data.size(), begin + kSector - (offset + begin) % kSector);
      if (survives()) {
        overwrite(content, offset + begin, std::string_view(event.data).substr(begin, end - begin));
      }
      begin = end;
    }
  }
  return content;
}

void flush(DiskFile& file) {
  file.flushed = survivors(file, [] { return true; });
  file.unflushed.clear();
  file.name_is_flushed = true;  // SQLite's unix layer flushes the folder when it first flushes a new journal
}

void apply(Disk& disk, const DiskEvent& event) {
  DiskFile& file = disk[event.path];
  switch (event.kind) {
    case DiskEvent::Kind::kCreate:
      file = DiskFile{};
      break;
    case DiskEvent::Kind::kWrite:
    case DiskEvent::Kind::kTruncate:
      file.unflushed.push_back(event);
      break;
    case DiskEvent::Kind::kSync:
      flush(file);
      break;
    case DiskEvent::Kind::kDelete:
      file.removed = true;
      if (event.syncs_folder) disk.erase(event.path);
      break;
  }
}

template <typename Coin>
void cut_power(const Disk& disk, const Coin& survives) {
  for (const auto& [path, file] : disk) {
    std::filesystem::remove(path);
    const bool certain = file.name_is_flushed && !file.removed;
    if (certain || survives()) std::ofstream(path, std::ios::binary) << survivors(file, survives);
  }
}

class PowerCut : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kBefore = 100'000'000;
  static constexpr std::uint64_t kAfter = 300'000'000;

  void SetUp() override {
    Ledger::create(path, users.all());
    Ledger::open(path, Ledger::Access::kCharge).charge(request(users.all(), "0.1"));
    before = read_text(path);
  }

  template <typename Coin>
  void rebuild_after_cut(const std::vector<DiskEvent>& events, std::size_t length,
                         const Coin& survives) const {
    Disk disk;
    disk[path] = DiskFile{before, {}, true, false};
    for (std::size_t i = 0; i < length; ++i) apply(disk, events[i]);
    std::filesystem::remove(path + "-journal");
    cut_power(disk, survives);
  }

  /// Rebuilds what a cut leaves after the first `length` operations and looks what everybody has spent;
  /// nothing when the ledger is damaged or a charge is half there.
  template <typename Coin>
  std::optional<std::uint64_t> spent_after_cut(const std::vector<DiskEvent>& events, std::size_t length,
                                               const Coin& survives) const {
    rebuild_after_cut(events, length, survives);
    try {
      const LedgerSummary summary = Ledger::open(path, Ledger::Access::kCharge).summary();
      if (summary.min_spent_nanos == summary.max_spent_nanos) return summary.max_spent_nanos;
    } catch (const InputError&) {
    }
    return std::nullopt;
  }

  /// How many of the states break the promise, of all that were tried.
  std::pair<int, int> count_broken(const std::vector<DiskEvent>& events) const {
    std::mt19937_64 random(3);
    int num_broken = 0;
    int num_states = 0;
    for (std::size_t length = 0; length <= events.size(); ++length) {
      for (int variant = 0; variant < 12; ++variant) {
        const std::uint64_t odds =
            variant < 2 ? static_cast<std::uint64_t>(variant) * 100 : 10 + random() % 80;
        const auto spent = spent_after_cut(events, length, [&] { return random() % 100 < odds; });
        const bool finished = length == events.size();
        const bool sound = spent && (*spent == kAfter || (*spent == kBefore && !finished));
        num_broken += sound ? 0 : 1;
        ++num_states;
      }
    }
    return {num_broken, num_states};
  }

  /// The same changes as a charge of 0.2, with another setting for flushes.
  std::vector<DiskEvent> record_with(const char* synchronous) const {
    const SqliteDatabase database(path, SqliteDatabase::Open::kExisting, std::chrono::milliseconds(0));
    configure_connection(database);
    database.execute(synchronous);
    disk_layer.start_recording();
    SqliteTransaction transaction(database, SqliteTransaction::Kind::kWrite);
    database.execute(
        "INSERT INTO releases (charged_at, mechanism, parameters, guarantee, share, users, output)"
        " VALUES ('now', 'deba', '{}', 'refuted', 200000000, 300, 'o'); UPDATE users SET spent = spent + "
        "200000000;");
    transaction.commit();
    return disk_layer.stop_recording();
  }

  FaultyVfs& disk_layer = FaultyVfs::install();
  LedgerFolder folder;
  std::string path = folder.file("ledger.db");
  TestUsers users{300};
  std::string before;
};

TEST_F(PowerCut, AChargeIsThereOrNotAndAGrantedOneStays) {
  disk_layer.disarm();
  disk_layer.start_recording();
  ASSERT_TRUE(granted(Ledger::open(path, Ledger::Access::kCharge).charge(request(users.all(), "0.2"))));
  const auto events = disk_layer.stop_recording();
  const auto [num_broken, num_states] = count_broken(events);
  EXPECT_EQ(num_broken, 0);
  EXPECT_GE(num_states, 250);
}

TEST_F(PowerCut, AddingAndMigratingAreThereOrNot) {
  // After each operation of the change: all of it or nothing, and all of it when it had returned.
  const auto count_halves = [&](const std::function<void()>& change, const auto& is_before,
                                const auto& is_after) {
    before = read_text(path);
    disk_layer.disarm();
    disk_layer.start_recording();
    change();
    const auto events = disk_layer.stop_recording();
    EXPECT_GT(events.size(), 10u);
    std::mt19937_64 random(5);
    int num_broken = 0;
    for (std::size_t length = 0; length <= events.size(); ++length) {
      for (int variant = 0; variant < 6; ++variant) {
        const std::uint64_t odds =
            variant < 2 ? static_cast<std::uint64_t>(variant) * 100 : 10 + random() % 80;
        rebuild_after_cut(events, length, [&] { return random() % 100 < odds; });
        const Ledger ledger = Ledger::open(path, Ledger::Access::kRead);
        const bool sound = is_after(ledger) || (is_before(ledger) && length < events.size());
        num_broken += sound ? 0 : 1;
      }
    }
    return num_broken;
  };
  const auto num_users = [](const Ledger& ledger) { return ledger.summary().num_users; };
  const TestUsers more(310);
  const auto add = [&] { Ledger::open(path, Ledger::Access::kCharge).add(more.all()); };
  EXPECT_EQ(count_halves(
                add, [&](const Ledger& ledger) { return num_users(ledger) == 300; },
                [&](const Ledger& ledger) { return num_users(ledger) == 310; }),
            0);
  std::filesystem::copy_file(testing::source_dir() / "tests" / "ledgers" / "version_1.db", path,
                             std::filesystem::copy_options::overwrite_existing);
  const auto is_whole = [&](const Ledger& ledger) {
    return num_users(ledger) == 5 && ledger.history().size() == 3 && ledger.user("b").spent_text() == "0.4";
  };
  EXPECT_EQ(count_halves([&] { Ledger::open(path, Ledger::Access::kCharge); },
                         [&](const Ledger& ledger) { return is_whole(ledger) && !ledger.id(); },
                         [&](const Ledger& ledger) { return is_whole(ledger) && ledger.id(); }),
            0);
}

TEST_F(PowerCut, TheTestNoticesThatAJournalCanComeBackWithoutEXTRA) {
  EXPECT_GT(count_broken(record_with("PRAGMA synchronous = FULL")).first, 0);
}

TEST_F(PowerCut, TheTestNoticesMissingFlushes) {
  EXPECT_GT(count_broken(record_with("PRAGMA synchronous = OFF")).first, 20);
}

TEST_F(PowerCut, TheTestFindsNothingWrongWithTheLedgersOwnSetting) {
  EXPECT_EQ(count_broken(record_with("PRAGMA synchronous = EXTRA")).first, 0);
}

}  // namespace
}  // namespace hopveil::ledger
