// SPDX-License-Identifier: Apache-2.0
#pragma once

// A disk that fails on demand: a layer between SQLite and the real file system that counts every operation
// that changes a file, and kills, fails or records at the n-th.

#include <cstdint>
#include <string>
#include <vector>

namespace hopveil::testing {

enum class DiskFault {
  kNone,
  kKill,       ///< SIGKILL before the operation
  kKillTorn,   ///< SIGKILL after the first half of a write (before any other operation)
  kIoError,    ///< the operation is not done, and says so
  kDiskFull,   ///< a write stores its first half and reports a full disk; other operations succeed
  kSyncError,  ///< fsync fails, of a file or (after a file was removed) of its folder
  kReadError   ///< a read fails; this fault counts reads alone
};

/// One operation that changes a file.
struct DiskEvent {
  enum class Kind { kCreate, kWrite, kTruncate, kSync, kDelete };
  Kind kind;
  std::string path;
  std::int64_t offset = 0;    // kWrite; the new size for kTruncate
  std::string data;           // kWrite
  bool syncs_folder = false;  // kDelete
};

/// The layer; passes everything through unless armed. There is one in a process.
class FaultyVfs {
 public:
  /// Makes it the default of every connection that is opened from now on.
  static FaultyVfs& install();

  /// Counts from 0 again; `fault` happens at operation number `at`, or from it on when `lasting`.
  void arm(DiskFault fault, int at, bool lasting = false);
  void disarm() { arm(DiskFault::kNone, -1); }
  /// Operations (reads for kReadError) since the last arm.
  int num_operations() const { return num_operations_; }

  void start_recording();
  std::vector<DiskEvent> stop_recording();

  /// For the layer's own functions: counts the operation and says what shall happen to it.
  DiskFault next(DiskEvent event);
  DiskFault next_read();

 private:
  bool strikes();

  DiskFault fault_ = DiskFault::kNone;
  int at_ = -1;
  bool lasting_ = false;
  int num_operations_ = 0;
  bool recording_ = false;
  std::vector<DiskEvent> events_;
};

}  // namespace hopveil::testing
