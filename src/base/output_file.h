// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/sha256.h"

namespace hopveil {

/// Throws InputError when a database, perhaps a ledger, would be written over, or when the next use of one
/// would delete what is written: SQLite takes files beside it of certain names (-journal, -wal, -shm) for its
/// own. Links are followed.
void refuse_files_of_databases(const std::string& path);

/// A file that appears whole or not at all.
///
/// What is written goes to a nameless file in the destination's folder (O_TMPFILE; a named one where the file
/// system cannot), and `commit` flushes it to the disk and renames it over the destination. Whatever ends the
/// program before that, SIGKILL included, leaves the destination as it was. A destination that exists and is
/// not a regular file (a pipe, a device), or "-" for standard output, is written directly. Symbolic links are
/// followed; a file that is replaced hands its permissions on.
class OutputFile {
 public:
  /// Throws SystemError when the file cannot be made, InputError when it belongs to a database.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Appends; buffered. Throws SystemError when the disk is full or the pipe is closed.
  void write(std::string_view text);
  /// Hands everything written to the system: a full disk shows here, before anything is visible.
  void flush();
  /// Puts everything written on the disk; nothing is visible yet. With several files that belong together,
  /// prepare all before the first is committed: what remains to be done then is a rename each.
  void prepare();
  /// Makes everything written visible under the path. At most once.
  void commit();
  /// SHA-256 of everything flushed so far, in hexadecimal digits.
  std::string sha256() const { return checksum_.hex(); }

  const std::string& path() const { return path_; }

 private:
  void open_temporary();
  bool link_to(const std::string& name) const;
  void publish_temporary();

  std::string path_;
  std::string destination_;  // the path with symbolic links followed
  std::string temporary_;    // the temporary file's name, while it has one
  std::string buffer_;
  Sha256 checksum_;
  int fd_ = -1;
  bool direct_ = false;
  bool prepared_ = false;
};

}  // namespace hopveil
