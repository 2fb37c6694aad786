// SPDX-License-Identifier: Apache-2.0
#include "io/spill_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/errors.h>

namespace hopveil::io {
namespace {

/// A file that has a name only for a moment, where the file system knows no nameless ones.
int open_and_unlink(const std::string& folder) {
  std::string name = folder + "/.hopveil-spill-XXXXXX";
  const int fd = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(name.c_str());
  return fd;
}

}  // namespace

SpillFile::SpillFile(const std::string& path) : folder_(std::filesystem::path(path).parent_path().string()) {
  if (folder_.empty()) folder_ = ".";
  fd_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd_ < 0) fd_ = open_and_unlink(folder_);
  if (fd_ < 0) throw SystemError("create", fmt::format("a temporary file in {}", folder_), errno);
}

SpillFile::~SpillFile() {
  if (fd_ >= 0) ::close(fd_);
}

void SpillFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw SystemError("write", fmt::format("a temporary file in {}", folder_), errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
}

void SpillFile::read(std::uint64_t offset, char* out, std::size_t size) const {
  while (size > 0) {
    const auto got = ::pread(fd_, out, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw SystemError("read", fmt::format("a temporary file in {}", folder_), got < 0 ? errno : EIO);
    out += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
}

}  // namespace hopveil::io
