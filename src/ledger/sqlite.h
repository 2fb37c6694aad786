// SPDX-License-Identifier: Apache-2.0
#pragma once

// The little of SQLite that the ledger needs: RAII for connections, statements and transactions, and SQLite's
// result codes as our errors.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <hopveil/errors.h>

struct sqlite3;
struct sqlite3_stmt;

namespace hopveil::ledger {

class SqliteDatabase;

/// The error of a file: `path: found; expected. hint`.
InputError file_error(const std::string& path, const std::string& found, const std::string& expected,
                      const std::string& hint = "");
InputError damaged_file(const std::string& path, const std::string& damage);

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
class SqliteStatement {
 public:
  SqliteStatement(const SqliteDatabase& database, std::string_view sql);

  SqliteStatement& bind(int parameter, std::int64_t value);
  /// The text must live until the statement has run.
  SqliteStatement& bind(int parameter, std::string_view text);

  /// Whether there is a (further) row.
  bool step();
  /// Runs a statement that gives no rows, and makes it ready for the next run.
  void run();

  std::int64_t integer(int column) const;
  /// A number that cannot be negative.
  std::uint64_t count(int column) const { return static_cast<std::uint64_t>(integer(column)); }
  /// Valid until the next step.
  std::string_view text(int column) const;
  bool is_null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  const SqliteDatabase& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// A connection.
class SqliteDatabase {
 public:
  enum class Open { kMemory, kExisting };

  /// `path` is used for messages too; kMemory ignores it otherwise. A file that may not be written is opened
  /// for reading.
  SqliteDatabase(const std::string& path, Open open, std::chrono::milliseconds lock_timeout);

  /// Runs SQL that needs no parameters and whose rows do not matter.
  void execute(const char* sql) const;
  /// The first column of the first row.
  std::string query_text(std::string_view sql) const;
  std::int64_t query_integer(std::string_view sql) const;
  std::int64_t num_changes() const;
  std::int64_t last_insert_id() const;
  bool is_read_only() const;
  const std::string& path() const { return path_; }
  sqlite3* handle() const { return connection_.get(); }

  /// From now on a statement that SQLite refuses is our mistake; until then it shows that the file is not
  /// what it says it is. Call it when the content has been verified.
  void trust_content() { content_is_trusted_ = true; }

  /// Throws what a result code other than success means: InputError for a damaged file, SystemError for locks
  /// and disks, BugError for the rest (InputError while the content is not trusted).
  [[noreturn]] void fail(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  std::string path_;
  bool content_is_trusted_ = false;
  std::unique_ptr<sqlite3, Close> connection_;
};

/// A transaction that is undone unless it is committed.
class SqliteTransaction {
 public:
  enum class Kind {
    kRead,  ///< one consistent view; inside another one, that one's
    kWrite  ///< no other process can write from the start on (BEGIN IMMEDIATE)
  };
  SqliteTransaction(const SqliteDatabase& database, Kind kind);
  SqliteTransaction(const SqliteTransaction&) = delete;
  SqliteTransaction& operator=(const SqliteTransaction&) = delete;
  ~SqliteTransaction();

  void commit();

 private:
  const SqliteDatabase& database_;
  bool open_;
};

}  // namespace hopveil::ledger
