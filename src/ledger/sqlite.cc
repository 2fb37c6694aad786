// SPDX-License-Identifier: Apache-2.0
#include "ledger/sqlite.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sqlite3.h>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil::ledger {
namespace {

/// The reason that the operating system gave for the last failure, when there is one.
std::string system_reason(sqlite3* connection, const std::string& otherwise) {
  const int number = connection != nullptr ? sqlite3_system_errno(connection) : 0;
  return number != 0 ? std::strerror(number) : otherwise;
}

[[noreturn]] void throw_read_only(int extended_code, const std::string& path) {
  if (extended_code == SQLITE_READONLY_ROLLBACK || extended_code == SQLITE_READONLY_RECOVERY) {
    throw SystemError("read", path,
                      "a charge was interrupted and must be undone first, but the file is read-only",
                      "Open it once where it may be written.");
  }
  throw SystemError(
      "write", path, "the file or its folder is read-only",
      "A ledger needs write permission for itself and for its folder (its journal lies there).");
}

}  // namespace

InputError file_error(const std::string& path, const std::string& found, const std::string& expected,
                      const std::string& hint) {
  InputError error(found, expected, hint);
  error.in_file(path);
  return error;
}

InputError damaged_file(const std::string& path, const std::string& damage) {
  return file_error(path, fmt::format("the ledger is damaged ({})", damage), "",
                    "Take it from a backup; charges made since that backup are missing in it.");
}

void SqliteDatabase::fail(int code) const {
  const int primary = code & 0xff;
  const std::string words = handle() != nullptr ? sqlite3_errmsg(handle()) : sqlite3_errstr(code);
  switch (primary) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      throw damaged_file(path_, words);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw SystemError("use", path_, "another program holds the ledger",
                        "Wait until it has finished, then try again.");
    case SQLITE_READONLY:
      throw_read_only(code, path_);
    case SQLITE_FULL:
      throw SystemError("write", path_, "the disk is full");
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      throw SystemError("open", path_, system_reason(handle(), words),
                        "A ledger needs write permission for its folder (its journal lies there).");
    case SQLITE_IOERR:
      throw SystemError("use", path_,
                        fmt::format("{} ({})", system_reason(handle(), words), sqlite3_errstr(code)));
    case SQLITE_NOMEM:
      throw SystemError("use", path_, ENOMEM);
    default:
      if (!content_is_trusted_) throw damaged_file(path_, words);
      throw BugError(fmt::format("SQLite refused a statement of the ledger {}: {}", path_, words));
  }
}

SqliteStatement::SqliteStatement(const SqliteDatabase& database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  if (code != SQLITE_OK) database.fail(sqlite3_extended_errcode(database.handle()));
  statement_.reset(statement);
}

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

SqliteStatement& SqliteStatement::bind(int parameter, std::int64_t value) {
  const int code = sqlite3_bind_int64(statement_.get(), parameter, value);
  if (code != SQLITE_OK) database_.fail(code);
  return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, std::string_view text) {
  // A null pointer would bind NULL, and an empty view may have one.
  const char* data = text.empty() ? "" : text.data();
  const int code =
      sqlite3_bind_text64(statement_.get(), parameter, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (code != SQLITE_OK) database_.fail(code);
  return *this;
}

bool SqliteStatement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.fail(sqlite3_extended_errcode(database_.handle()));
  return false;
}

void SqliteStatement::run() {
  check(!step(), "a statement of the ledger gave rows that are not read");
  sqlite3_reset(statement_.get());
}

std::int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
  const void* data = sqlite3_column_text(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return data == nullptr ? std::string_view() : std::string_view(static_cast<const char*>(data), size);
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

SqliteDatabase::SqliteDatabase(const std::string& path, Open open, std::chrono::milliseconds lock_timeout)
    : path_(path) {
  sqlite3* connection = nullptr;
  // A relative name gets "./", so that no file name means something special to SQLite (":memory:",
  // "file:..").
  const std::string name = open == Open::kMemory ? ":memory:" : path.starts_with('/') ? path : "./" + path;
  const int code = sqlite3_open_v2(name.c_str(), &connection, SQLITE_OPEN_READWRITE, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) fail(connection != nullptr ? sqlite3_extended_errcode(connection) : code);
  sqlite3_extended_result_codes(connection, 1);
  sqlite3_busy_timeout(connection, static_cast<int>(lock_timeout.count()));
}

void SqliteDatabase::Close::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

void SqliteDatabase::execute(const char* sql) const {
  if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail(sqlite3_extended_errcode(handle()));
  }
}

std::string SqliteDatabase::query_text(std::string_view sql) const {
  SqliteStatement statement(*this, sql);
  check(statement.step(), "a query of the ledger gave no row");
  return std::string(statement.text(0));
}

std::int64_t SqliteDatabase::query_integer(std::string_view sql) const {
  SqliteStatement statement(*this, sql);
  check(statement.step(), "a query of the ledger gave no row");
  return statement.integer(0);
}

std::int64_t SqliteDatabase::num_changes() const {
  return sqlite3_changes64(handle());
}

std::int64_t SqliteDatabase::last_insert_id() const {
  return sqlite3_last_insert_rowid(handle());
}

bool SqliteDatabase::is_read_only() const {
  return sqlite3_db_readonly(handle(), "main") == 1;
}

SqliteTransaction::SqliteTransaction(const SqliteDatabase& database, Kind kind)
    : database_(database), open_(kind == Kind::kWrite || sqlite3_get_autocommit(database.handle()) != 0) {
  if (open_) database.execute(kind == Kind::kWrite ? "BEGIN IMMEDIATE" : "BEGIN");
}

SqliteTransaction::~SqliteTransaction() {
  // Some failures (a full disk) have rolled back already; then this does nothing. A rollback that fails
  // leaves the journal, from which the next opening restores the file.
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteTransaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace hopveil::ledger
