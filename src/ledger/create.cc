// SPDX-License-Identifier: Apache-2.0
// Ledger::create: the file is built under a temporary name and appears, whole, under its own.

#include <cerrno>
#include <cstdio>
#include <unordered_set>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "ledger/ledger.h"
#include "ledger/schema.h"
#include "ledger/sqlite.h"
#include "ledger/tables.h"

namespace hopveil::ledger {
namespace {

InputError already_there(const std::string& path) {
  return file_error(path, "there is a file already", "a new ledger needs a free name",
                    "A ledger is never overwritten: it would forget what has been spent.");
}

/// SQLite would take them for its own: play back what they hold into the new file, or delete them.
void refuse_leftovers(const std::string& path) {
  for (const char* ending : {"-journal", "-wal", "-shm"}) {
    struct stat info {};
    if (::lstat((path + ending).c_str(), &info) != 0) continue;
    throw file_error(path + ending, "SQLite would take this file for a part of the new ledger",
                     "give the ledger another name, or move the file");
  }
}

void refuse_bad_users(const std::string& path, std::span<const UserBudget> users) {
  if (users.empty()) throw file_error(path, "there are no users", "a ledger needs at least one private user");
  std::unordered_set<std::string_view> seen;
  seen.reserve(users.size());
  for (const UserBudget& user : users) {
    if (!seen.insert(user.id).second) {
      throw file_error(path, fmt::format("user \"{}\" is listed twice", user.id), "each user has one budget");
    }
  }
}

/// A temporary file that is removed, with its journal, unless it is renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& destination)
      : path_(fmt::format("{}.tmp-{}", destination, ::getpid())) {
    remove();  // what a process of this number may have left when it was killed
    const int fd = ::open(path_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
    if (fd < 0) throw SystemError("write", destination, errno);
    ::close(fd);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { remove(); }

  const std::string& path() const { return path_; }

  /// Gives the file its name, or throws when that is taken; one step, so that two cannot both succeed.
  void publish(const std::string& destination) {
    int result = ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, destination.c_str(), RENAME_NOREPLACE);
    if (result != 0 && errno == EINVAL) result = ::link(path_.c_str(), destination.c_str());
    if (result != 0 && errno == EEXIST) throw already_there(destination);
    if (result != 0) throw SystemError("write", destination, errno);
  }

 private:
  void remove() const {
    ::unlink(path_.c_str());
    ::unlink((path_ + "-journal").c_str());
  }
  std::string path_;
};

/// Makes the new name durable.
void sync_folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // a folder that may be written but not read; the file itself is on the disk
  const int result = ::fsync(fd);
  const int error_number = errno;
  ::close(fd);
  if (result != 0) throw SystemError("flush", folder, error_number);
}

void write_ledger(const std::string& path, std::span<const UserBudget> users) {
  const SqliteDatabase database(path, SqliteDatabase::Open::kExisting, std::chrono::milliseconds(0));
  configure_connection(database);
  SqliteTransaction transaction(database, SqliteTransaction::Kind::kWrite);
  create_tables(database);
  SqliteStatement insert(database, "INSERT INTO users (id, budget, spent) VALUES (?1, ?2, 0)");
  for (const UserBudget& user : users) {
    insert.bind(1, user.id).bind(2, static_cast<std::int64_t>(user.budget.nanos())).run();
  }
  seal_users(database);
  name_ledger(database, "init");
  transaction.commit();
}

}  // namespace

void Ledger::create(const std::string& path, std::span<const UserBudget> users) {
  refuse_bad_users(path, users);
  struct stat info {};
  if (::lstat(path.c_str(), &info) == 0) throw already_there(path);
  refuse_leftovers(path);
  TemporaryFile temporary(path);
  write_ledger(temporary.path(), users);
  temporary.publish(path);
  sync_folder_of(path);
}

}  // namespace hopveil::ledger
