// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil {
namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 20;

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Where a path leads: through symbolic links, so that a link (/dev/stdout is one) is written through and not
/// replaced. The path itself where nothing is there yet.
std::string resolve_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  return resolved ? resolved.get() : path;
}

bool is_database(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;  // a pipe would be emptied
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::array<char, kMagic.size()> begin{};
  std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == kMagic;
}

/// A name in the destination's folder, different for every output of every process. It does not grow with the
/// destination's own name, which may be as long as the file system allows.
std::string temporary_name(const std::string& folder) {
  static std::atomic<unsigned> count{0};
  return fmt::format("{}/.hopveil-tmp-{}-{}", folder, ::getpid(), count++);
}

/// Makes the new directory entry itself durable; without it a power cut may undo the rename.
void sync_folder(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // a folder that may be written but not read; the file itself is on disk
  ::fsync(fd);
  ::close(fd);
}

}  // namespace

void refuse_files_of_databases(const std::string& path) {
  for (const std::string& name : {path, resolve_links(path)}) {
    if (is_database(name)) {
      throw InputError("a database would be written over, perhaps a ledger", "give the output another name")
          .in_file(path);
    }
    for (const std::string_view ending : {"-journal", "-wal", "-shm"}) {
      if (!name.ends_with(ending)) continue;
      const std::string database = name.substr(0, name.size() - ending.size());
      if (!is_database(database)) continue;
      throw InputError(fmt::format("the next use of the database {} would delete this file", database),
                       "give the output another name")
          .in_file(path);
    }
  }
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    fd_ = ::dup(STDOUT_FILENO);
    direct_ = true;
  } else {
    if (path_.empty()) throw SystemError("write", "\"\"", ENOENT, "Give the name of a file.");
    refuse_files_of_databases(path_);
    struct stat info {};
    const bool exists = ::stat(path_.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) {
      throw SystemError("write", path_, EISDIR, "Give the name of a file in it.");
    }
    // A name that is too long or leads in a circle is known now, and not only when it is to be given.
    if (!exists && errno != ENOENT) throw SystemError("write", path_, errno);
    direct_ = exists && !S_ISREG(info.st_mode);
    if (direct_) {
      fd_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
      destination_ = resolve_links(path_);
      open_temporary();
      // Whoever made the old file readable to few would not want its successor readable to all.
      if (fd_ >= 0 && exists) ::fchmod(fd_, info.st_mode & 0777);
    }
  }
  if (fd_ < 0) throw SystemError("write", path_, errno);
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::open_temporary() {
  const std::string folder = folder_of(destination_);
  fd_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
  if (fd_ >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return;
  // open and not mkstemp, so that the user's umask is respected.
  const std::string name = temporary_name(folder);
  fd_ = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
  if (fd_ >= 0) temporary_ = name;
}

void OutputFile::write(std::string_view text) {
  buffer_.append(text);
  if (buffer_.size() >= kBufferSize) flush();
}

void OutputFile::flush() {
  checksum_.update(buffer_);
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      // A reader of standard output that has seen enough is no failure of the system: main ends silently.
      if (path_ == "-" && errno == EPIPE) throw std::system_error(errno, std::generic_category());
      throw SystemError("write", path_ == "-" ? "standard output" : path_, errno);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void OutputFile::prepare() {
  flush();
  if (!direct_ && ::fsync(fd_) != 0) throw SystemError("write", path_, errno);
  prepared_ = true;
}

bool OutputFile::link_to(const std::string& name) const {
  return ::linkat(AT_FDCWD, fmt::format("/proc/self/fd/{}", fd_).c_str(), AT_FDCWD, name.c_str(),
                  AT_SYMLINK_FOLLOW) == 0;
}

void OutputFile::publish_temporary() {
  if (temporary_.empty()) {
    // A nameless file can be linked to a free name only: the destination, or one that is renamed to it.
    if (link_to(destination_)) return sync_folder(folder_of(destination_));
    const std::string name = temporary_name(folder_of(destination_));
    if (errno != EEXIST || !link_to(name)) throw SystemError("write", path_, errno);
    temporary_ = name;
  }
  if (::rename(temporary_.c_str(), destination_.c_str()) != 0) throw SystemError("write", path_, errno);
  temporary_.clear();
  sync_folder(folder_of(destination_));
}

void OutputFile::commit() {
  check(fd_ >= 0, "an output file was committed twice");
  if (!prepared_ || !buffer_.empty()) prepare();
  if (!direct_) publish_temporary();
  const int fd = std::exchange(fd_, -1);
  if (::close(fd) != 0) throw SystemError("write", path_, errno);
}

}  // namespace hopveil
