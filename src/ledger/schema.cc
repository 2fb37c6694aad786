// SPDX-License-Identifier: Apache-2.0
#include "ledger/schema.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "ledger/account.h"
#include "ledger/sqlite.h"
#include "ledger/tables.h"

namespace hopveil::ledger {
namespace {

constexpr int kHeaderSize = 100;

InputError not_a_ledger(const std::string& path, const std::string& found) {
  return file_error(path, found, "a ledger is made by `hopveil ledger init`");
}

struct CloseVfsFile {
  void operator()(sqlite3_file* file) const {
    if (file->pMethods != nullptr) file->pMethods->xClose(file);
    sqlite3_free(file);
  }
};

/// Reads through SQLite's own layer: closing a descriptor of ours would drop every POSIX lock that another
/// connection of this process holds on the file.
std::array<unsigned char, kHeaderSize> read_header(const std::string& path) {
  sqlite3_vfs* vfs = sqlite3_vfs_find(nullptr);
  const std::unique_ptr<sqlite3_file, CloseVfsFile> file(
      static_cast<sqlite3_file*>(sqlite3_malloc(vfs->szOsFile)));
  const std::unique_ptr<const char, decltype(&sqlite3_free_filename)> name(
      sqlite3_create_filename(path.c_str(), "", "", 0, nullptr), sqlite3_free_filename);
  if (file == nullptr || name == nullptr) throw SystemError("read", path, ENOMEM);
  file->pMethods = nullptr;
  int out_flags = 0;
  errno = 0;
  if (vfs->xOpen(vfs, name.get(), file.get(), SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &out_flags) !=
      SQLITE_OK) {
    throw SystemError("read", path, errno != 0 ? errno : EIO);
  }
  std::array<unsigned char, kHeaderSize> header{};
  const int code = file->pMethods->xRead(file.get(), header.data(), kHeaderSize, 0);
  if (code == SQLITE_IOERR_SHORT_READ) throw not_a_ledger(path, "this file is too short to be a ledger");
  if (code != SQLITE_OK) throw SystemError("read", path, errno != 0 ? errno : EIO);
  return header;
}

std::uint32_t big_endian(const std::array<unsigned char, kHeaderSize>& header, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | header[offset + i];
  return value;
}

std::vector<std::string> schema_of(const SqliteDatabase& database) {
  SqliteStatement statement(database,
                            "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema");
  std::vector<std::string> entries;
  while (statement.step()) entries.emplace_back(statement.text(0));
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// A read that fails during the check is reported among the damages, with its code in the text; the disk is
/// to blame then, not the file.
void verify_pages(const SqliteDatabase& database) {
  const std::string report = database.query_text("PRAGMA quick_check(1)");
  if (report == "ok") return;
  constexpr std::string_view kCodeMark = "error code=";
  const auto mark = report.find(kCodeMark);
  int code = 0;
  if (mark != std::string::npos) {
    const char* digits = report.data() + mark + kCodeMark.size();
    std::from_chars(digits, report.data() + report.size(), code);
  }
  if ((code & 0xff) == SQLITE_IOERR) database.fail(code);
  throw damaged_file(database.path(), report.substr(report.rfind('\n') + 1));
}

/// The sums that hold whatever was changed: nothing was deleted, and every user and every changed budget
/// belongs to an entry of the history.
void verify_counts(const SqliteDatabase& database) {
  const bool holds = database.query_integer(R"sql(
    SELECT (SELECT count(*) FROM ledger) = 1
      AND (SELECT count(*) = ifnull(max(id), 0) FROM releases)
      AND (SELECT count(*) >= 1 AND count(*) = max(id) FROM changes)
      AND (SELECT count(*) = ifnull(max(row), 0) FROM users) AND (SELECT ifnull(min(row), 1) FROM users) = 1
      AND (SELECT sum(users_added) FROM changes) = (SELECT count(*) FROM users)
      AND (SELECT sum(budgets_changed) FROM changes) = (SELECT count(*) FROM budget_changes)
      AND NOT EXISTS (SELECT 1 FROM changes LEFT JOIN
            (SELECT change, count(*) AS n FROM budget_changes GROUP BY change) ON change = id
            WHERE budgets_changed <> ifnull(n, 0)))sql") == 1;
  if (!holds) throw damaged_file(database.path(), "its users are not those that its history explains");
}

/// Follows every user's budgets through the changes. Gives how much was spent, in billionths of the budgets
/// of the time, under budgets that were changed since.
std::int64_t verify_changes(const SqliteDatabase& database) {
  verify_counts(database);
  SqliteStatement rows(
      database,
      "SELECT c.row, old_budget, new_budget, c.spent, u.budget, u.spent FROM budget_changes c"
      " LEFT JOIN users u ON u.row = c.row ORDER BY c.row, change");
  std::int64_t folded = 0;
  std::int64_t row = 0;
  UserAccount account{"", Epsilon::from_nanos(1), 0, 0};
  std::uint64_t budget_now = 0;
  std::uint64_t spent_now = 0;
  bool holds = true;
  const auto finish_user = [&] {
    if (row == 0) return;
    holds = holds && account.budget.nanos() == budget_now;
    account.share_nanos = spent_now;
    holds = holds && !account.has_overspent();
  };
  while (holds && rows.step()) {
    if (rows.integer(0) != row) {
      finish_user();
      row = rows.integer(0);
      account = {"", Epsilon::from_nanos(rows.count(1)), 0, 0};
      budget_now = rows.count(4);
      spent_now = rows.count(5);
    }
    holds = holds && account.budget.nanos() == rows.count(1);
    account.share_nanos = rows.count(3);
    holds = holds && !account.has_overspent();
    account.change_budget(Epsilon::from_nanos(rows.count(2)));
    folded += rows.integer(3);
  }
  finish_user();
  if (!holds) throw damaged_file(database.path(), "a changed budget is not what its history says");
  return folded;
}

}  // namespace

void configure_connection(const SqliteDatabase& database) {
  sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  // In DELETE mode, unlinking the journal is the commit. FULL does not flush that unlink to the disk, so a
  // power cut could bring the journal back and undo a granted charge; EXTRA flushes the folder too.
  database.execute(
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = EXTRA;"
      "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;");
}

void verify_header(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    throw SystemError("open", path, errno, errno == ENOENT ? "Make it with `hopveil ledger init`." : "");
  }
  if (!S_ISREG(info.st_mode)) {
    throw not_a_ledger(
        path, S_ISDIR(info.st_mode) ? "this is a folder, not a ledger" : "this is not a regular file");
  }
  // SQLite's file layer follows no link; SQLite resolves the ledger's name before it comes to that layer.
  const auto header = read_header(std::filesystem::canonical(path).string());
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  if (!std::equal(kMagic.begin(), kMagic.end(), header.begin()) ||
      big_endian(header, 68) != kLedgerApplicationId) {
    throw not_a_ledger(path, "this file is not a ledger");
  }
  // 1 is a rollback journal, 2 a write-ahead log. SQLite calls a file with another number here read-only.
  if (header[18] < 1 || header[18] > 2 || header[19] < 1 || header[19] > 2) {
    throw damaged_file(path, "its header names an unknown file format");
  }
  const std::uint32_t version = big_endian(header, 60);
  if (version < kOldestLedgerVersion || version > kLedgerVersion) {
    throw file_error(
        path, fmt::format("this ledger has version {}", version),
        fmt::format("this hopveil works with versions {} to {}", kOldestLedgerVersion, kLedgerVersion),
        "Use the hopveil that made it.");
  }
}

void verify_content(const SqliteDatabase& database) {
  const SqliteTransaction one_view(database, SqliteTransaction::Kind::kRead);
  const std::uint32_t version = version_of(database);
  const SqliteDatabase fresh(database.path(), SqliteDatabase::Open::kMemory, std::chrono::milliseconds(0));
  create_tables(fresh, version);
  seal_users(fresh, version);
  if (schema_of(database) != schema_of(fresh))
    throw damaged_file(database.path(), "its tables are not those of a ledger");
  verify_pages(database);
  const std::int64_t folded = version >= 2 ? verify_changes(database) : 0;
  const std::int64_t spent = database.query_integer("SELECT ifnull(sum(spent), 0) FROM users");
  const std::int64_t charged = database.query_integer("SELECT ifnull(sum(share * users), 0) FROM releases");
  if (spent + folded != charged) {
    throw damaged_file(database.path(), "its users have not spent what its history says");
  }
}

}  // namespace hopveil::ledger
