// SPDX-License-Identifier: Apache-2.0
#include "ledger/faulty_vfs.h"

#include <csignal>
#include <cstring>
#include <new>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include "ledger/ledger_testing.h"
#include "ledger/sqlite.h"

namespace hopveil::testing {
namespace {

/// SQLite gives us this much memory plus that of the real file, which follows.
struct FaultyFile {
  sqlite3_file base;
  char* path;
};

sqlite3_vfs* real_vfs = nullptr;

sqlite3_file* real(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + sizeof(FaultyFile));
}

std::string path_of(sqlite3_file* file) {
  const char* path = reinterpret_cast<FaultyFile*>(file)->path;
  return path != nullptr ? path : "";
}

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  for (;;) ::pause();
}

int close_file(sqlite3_file* file) {
  std::free(reinterpret_cast<FaultyFile*>(file)->path);
  return real(file)->pMethods->xClose(real(file));
}

int read_file(sqlite3_file* file, void* data, int size, sqlite3_int64 offset) {
  if (FaultyVfs::install().next_read() == DiskFault::kReadError) return SQLITE_IOERR_READ;
  return real(file)->pMethods->xRead(real(file), data, size, offset);
}

int write_file(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  const auto write = [&](int bytes) { return real(file)->pMethods->xWrite(real(file), data, bytes, offset); };
  const std::string copy(static_cast<const char*>(data), static_cast<std::size_t>(size));
  switch (FaultyVfs::install().next({DiskEvent::Kind::kWrite, path_of(file), offset, copy})) {
    case DiskFault::kKillTorn:
      write(size / 2);
      die();
    case DiskFault::kIoError:
      return SQLITE_IOERR_WRITE;
    case DiskFault::kDiskFull:
      write(size / 2);
      return SQLITE_FULL;
    default:
      return write(size);
  }
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  const DiskFault fault = FaultyVfs::install().next({DiskEvent::Kind::kTruncate, path_of(file), size, ""});
  if (fault == DiskFault::kKillTorn) die();
  if (fault == DiskFault::kIoError) return SQLITE_IOERR_TRUNCATE;
  return real(file)->pMethods->xTruncate(real(file), size);
}

int sync_file(sqlite3_file* file, int flags) {
  const DiskFault fault = FaultyVfs::install().next({DiskEvent::Kind::kSync, path_of(file), 0, ""});
  if (fault == DiskFault::kKillTorn) die();
  if (fault == DiskFault::kIoError || fault == DiskFault::kSyncError) return SQLITE_IOERR_FSYNC;
  return real(file)->pMethods->xSync(real(file), flags);
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
int lock_file(sqlite3_file* file, int level) {
  return real(file)->pMethods->xLock(real(file), level);
}
int unlock_file(sqlite3_file* file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}
int check_reserved_lock(sqlite3_file* file, int* result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
int file_control(sqlite3_file* file, int operation, void* argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
int sector_size(sqlite3_file* file) {
  return real(file)->pMethods->xSectorSize(real(file));
}
int device_characteristics(sqlite3_file* file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

// Version 1: no shared memory and no mapped files, so that nothing passes by unseen.
const sqlite3_io_methods kMethods = {1,
                                     close_file,
                                     read_file,
                                     write_file,
                                     truncate_file,
                                     sync_file,
                                     file_size,
                                     lock_file,
                                     unlock_file,
                                     check_reserved_lock,
                                     file_control,
                                     sector_size,
                                     device_characteristics,
                                     nullptr,
                                     nullptr,
                                     nullptr,
                                     nullptr,
                                     nullptr,
                                     nullptr};

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  if (name != nullptr && (flags & SQLITE_OPEN_CREATE) != 0 && ::access(name, F_OK) != 0) {
    const DiskFault fault = FaultyVfs::install().next({DiskEvent::Kind::kCreate, name, 0, ""});
    if (fault == DiskFault::kKillTorn) die();
    if (fault == DiskFault::kIoError) return SQLITE_CANTOPEN;
  }
  const int code = real_vfs->xOpen(real_vfs, name, real(file), flags, out_flags);
  if (real(file)->pMethods == nullptr) return code;
  reinterpret_cast<FaultyFile*>(file)->path = name != nullptr ? ::strdup(name) : nullptr;
  file->pMethods = &kMethods;
  return code;
}

int delete_file(sqlite3_vfs*, const char* name, int sync_folder) {
  const DiskFault fault =
      FaultyVfs::install().next({DiskEvent::Kind::kDelete, name, 0, "", sync_folder != 0});
  if (fault == DiskFault::kKillTorn) die();
  if (fault == DiskFault::kIoError) return SQLITE_IOERR_DELETE;
  const int code = real_vfs->xDelete(real_vfs, name, sync_folder);
  const bool sync_fails = fault == DiskFault::kSyncError && sync_folder != 0 && code == SQLITE_OK;
  return sync_fails ? SQLITE_IOERR_DIR_FSYNC : code;
}

}  // namespace

FaultyVfs& FaultyVfs::install() {
  static FaultyVfs instance;
  static sqlite3_vfs layer;
  if (real_vfs == nullptr) {
    sqlite3_initialize();
    real_vfs = sqlite3_vfs_find(nullptr);
    layer = *real_vfs;
    layer.zName = "hopveil-faulty";
    layer.szOsFile = static_cast<int>(sizeof(FaultyFile)) + real_vfs->szOsFile;
    layer.xOpen = open_file;
    layer.xDelete = delete_file;
    sqlite3_vfs_register(&layer, 1);
  }
  return instance;
}

void FaultyVfs::arm(DiskFault fault, int at, bool lasting) {
  fault_ = fault;
  at_ = at;
  lasting_ = lasting;
  num_operations_ = 0;
}

void FaultyVfs::start_recording() {
  recording_ = true;
  events_.clear();
}

std::vector<DiskEvent> FaultyVfs::stop_recording() {
  recording_ = false;
  return std::move(events_);
}

bool FaultyVfs::strikes() {
  const int number = num_operations_++;
  return at_ >= 0 && (lasting_ ? number >= at_ : number == at_);
}

DiskFault FaultyVfs::next(DiskEvent event) {
  if (recording_) events_.push_back(std::move(event));
  if (fault_ == DiskFault::kReadError || !strikes()) return DiskFault::kNone;
  if (fault_ == DiskFault::kKill) die();
  return fault_;
}

DiskFault FaultyVfs::next_read() {
  return fault_ == DiskFault::kReadError && strikes() ? fault_ : DiskFault::kNone;
}

namespace {

TEST(FaultyVfs, SeesJournalPagesFlushesAndTheCommit) {
  FaultyVfs& disk = FaultyVfs::install();
  const LedgerFolder folder;
  const TestUsers users(2);
  ledger::Ledger::create(folder.file("l.db"), users.all());
  ledger::Ledger ledger = ledger::Ledger::open(folder.file("l.db"), ledger::Ledger::Access::kCharge);
  disk.disarm();
  disk.start_recording();
  ASSERT_TRUE(granted(ledger.charge(request(users.all(), "0.1"))));
  const auto events = disk.stop_recording();
  EXPECT_EQ(disk.num_operations(), static_cast<int>(events.size()));
  ASSERT_GT(events.size(), 8u);
  EXPECT_EQ(events.front().kind, DiskEvent::Kind::kCreate);
  EXPECT_EQ(events.front().path, folder.file("l.db-journal"));
  EXPECT_EQ(events.back().kind, DiskEvent::Kind::kDelete);
  EXPECT_TRUE(events.back().syncs_folder) << "a power cut could undo a granted charge";
  EXPECT_EQ(events[events.size() - 2].kind, DiskEvent::Kind::kSync);
  EXPECT_EQ(events[events.size() - 2].path, folder.file("l.db"));
}

TEST(FaultyVfs, FailsTheOperationItIsToldTo) {
  FaultyVfs& disk = FaultyVfs::install();
  const LedgerFolder folder;
  const TestUsers users(2);
  ledger::Ledger::create(folder.file("l.db"), users.all());
  ledger::Ledger ledger = ledger::Ledger::open(folder.file("l.db"), ledger::Ledger::Access::kCharge);
  disk.arm(DiskFault::kIoError, 0);
  EXPECT_THROW(ledger.charge(request(users.all(), "0.1")), SystemError);
  disk.disarm();
  EXPECT_TRUE(granted(ledger.charge(request(users.all(), "0.1"))));
}

}  // namespace
}  // namespace hopveil::testing
