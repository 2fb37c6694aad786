#include "ledger/schema.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "ledger/sqlite.h"

namespace hopveil {
namespace {

// Budgets in billionths of epsilon, spent and share in billionths of the budget.
constexpr const char* kTables = R"sql(
CREATE TABLE users (
  row    INTEGER PRIMARY KEY,
  id     TEXT    NOT NULL UNIQUE,
  budget INTEGER NOT NULL CHECK (budget BETWEEN 1 AND 1000000000000000),
  spent  INTEGER NOT NULL CHECK (spent BETWEEN 0 AND 1000000000)
) STRICT;

CREATE TABLE releases (
  id            INTEGER PRIMARY KEY,
  charged_at    TEXT    NOT NULL,
  mechanism     TEXT    NOT NULL,
  parameters    TEXT    NOT NULL,
  share         INTEGER NOT NULL CHECK (share BETWEEN 1 AND 1000000000),
  users         INTEGER NOT NULL CHECK (users >= 0),
  output        TEXT    NOT NULL,
  completed_at  TEXT,
  output_sha256 TEXT    CHECK (length(output_sha256) = 64 AND output_sha256 NOT GLOB '*[^0-9a-f]*'),
  CHECK ((completed_at IS NULL) = (output_sha256 IS NULL))
) STRICT;

CREATE TRIGGER history_is_kept BEFORE DELETE ON releases
BEGIN SELECT RAISE(ABORT, 'the history of a ledger cannot be deleted'); END;

CREATE TRIGGER history_is_not_replaced BEFORE INSERT ON releases
WHEN EXISTS (SELECT 1 FROM releases WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the history of a ledger cannot be replaced'); END;

CREATE TRIGGER releases_complete_once BEFORE UPDATE ON releases
WHEN OLD.completed_at IS NOT NULL OR NEW.completed_at IS NULL
  OR (NEW.id, NEW.charged_at, NEW.mechanism, NEW.parameters, NEW.share, NEW.users, NEW.output)
  IS NOT (OLD.id, OLD.charged_at, OLD.mechanism, OLD.parameters, OLD.share, OLD.users, OLD.output)
BEGIN SELECT RAISE(ABORT, 'a release of a ledger can only be completed, and only once'); END;
)sql";

// "INSERT OR REPLACE" would drop a user's row without a delete trigger; so inserting is refused altogether.
constexpr const char* kUserSeals = R"sql(
CREATE TRIGGER users_are_not_added BEFORE INSERT ON users
BEGIN SELECT RAISE(ABORT, 'the users of a ledger are fixed'); END;

CREATE TRIGGER users_are_not_removed BEFORE DELETE ON users
BEGIN SELECT RAISE(ABORT, 'the users of a ledger are fixed'); END;

CREATE TRIGGER spent_only_grows BEFORE UPDATE ON users
WHEN NEW.spent < OLD.spent OR NEW.row <> OLD.row OR NEW.id <> OLD.id OR NEW.budget <> OLD.budget
BEGIN SELECT RAISE(ABORT, 'spent cannot fall, and users and budgets of a ledger are fixed'); END;
)sql";

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

}  // namespace

void configure_connection(const SqliteDatabase& database) {
  sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  // In DELETE mode, unlinking the journal is the commit. FULL does not flush that unlink to the disk, so a
  // power cut could bring the journal back and undo a granted charge; EXTRA flushes the folder too.
  database.execute(
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = EXTRA;"
      "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;");
}

void create_tables(const SqliteDatabase& database) {
  database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kLedgerApplicationId,
                               kLedgerVersion)
                       .c_str());
  database.execute(kTables);
}

void seal_users(const SqliteDatabase& database) {
  database.execute(kUserSeals);
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
  const auto header = read_header(path);
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  if (!std::equal(kMagic.begin(), kMagic.end(), header.begin()) ||
      big_endian(header, 68) != kLedgerApplicationId) {
    throw not_a_ledger(path, "this file is not a ledger");
  }
  const std::uint32_t version = big_endian(header, 60);
  if (version != kLedgerVersion) {
    throw file_error(path, fmt::format("this ledger has version {}", version),
                     fmt::format("this hopveil works with version {}", kLedgerVersion),
                     "Use the hopveil that made it.");
  }
}

void verify_content(const SqliteDatabase& database) {
  const SqliteDatabase fresh(database.path(), SqliteDatabase::Open::kMemory, std::chrono::milliseconds(0));
  create_tables(fresh);
  seal_users(fresh);

  const SqliteTransaction one_view(database, SqliteTransaction::Kind::kRead);
  if (schema_of(database) != schema_of(fresh))
    throw damaged_file(database.path(), "its tables are not those of a ledger");
  verify_pages(database);
  const std::int64_t spent = database.query_integer("SELECT ifnull(sum(spent), 0) FROM users");
  const std::int64_t charged = database.query_integer("SELECT ifnull(sum(share * users), 0) FROM releases");
  if (spent != charged) {
    throw damaged_file(database.path(), "its users have not spent what its history says");
  }
}

}  // namespace hopveil
