// SPDX-License-Identifier: Apache-2.0
#include "io/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "base/stop.h"

namespace hopveil::io {
namespace {

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path) : name_(path == "-" ? "standard input" : path) {
    fd_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0 && errno == ENOENT) {
      throw InputError("there is no such file", "give the name of one that exists").in_file(name_);
    }
    if (fd_ < 0) throw SystemError("read", name_, errno);
    ::posix_fadvise(fd_, 0, 0, POSIX_FADV_SEQUENTIAL);
    struct stat facts {};
    may_wait_ = ::fstat(fd_, &facts) != 0 || !S_ISREG(facts.st_mode);
  }
  ~FileSource() override { ::close(fd_); }

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      wait_for_bytes();
      const ssize_t got = ::read(fd_, buffer.data() + filled, buffer.size() - filled);
      if (got == 0) break;
      if (got < 0) {
        if (errno == EINTR) continue;
        throw SystemError("read", name_, errno,
                          errno == EISDIR ? "It is a folder; give the name of a file in it." : "");
      }
      filled += static_cast<std::size_t>(got);
    }
    return filled;
  }

 private:
  /// For a pipe whose other end may write nothing for ever: can be cancelled meanwhile.
  void wait_for_bytes() const {
    constexpr int kMilliseconds = 100;
    while (may_wait_ && current_stop_token().stop_possible()) {
      stop_if_asked();
      pollfd waiting{fd_, POLLIN, 0};
      const int ready = ::poll(&waiting, 1, kMilliseconds);
      if (ready > 0 || (ready < 0 && errno != EINTR)) return;
    }
  }

  std::string name_;
  int fd_;
  bool may_wait_ = false;  // a pipe, a terminal, a socket
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t size = std::min(buffer.size(), bytes_.size());
    if (size != 0) std::memcpy(buffer.data(), bytes_.data(), size);
    bytes_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view bytes_;
};

}  // namespace

std::string_view PeekableSource::peek(std::size_t size) {
  if (ahead_.size() - position_ < size) {
    ahead_.erase(0, position_);
    position_ = 0;
    const std::size_t kept = ahead_.size();
    ahead_.resize(size);
    ahead_.resize(kept + source_->read(std::span(ahead_).subspan(kept)));
  }
  return std::string_view(ahead_).substr(position_, size);
}

std::size_t PeekableSource::read(std::span<char> buffer) {
  stop_if_asked();
  const std::size_t size = std::min(buffer.size(), ahead_.size() - position_);
  if (size != 0) std::memcpy(buffer.data(), ahead_.data() + position_, size);
  position_ += size;
  return size == buffer.size() ? size : size + source_->read(buffer.subspan(size));
}

std::unique_ptr<ByteSource> open_file(const std::string& path) {
  return std::make_unique<FileSource>(path);
}

std::unique_ptr<ByteSource> open_memory(std::string_view bytes) {
  return std::make_unique<MemorySource>(bytes);
}

std::string read_all(ByteSource& source) {
  constexpr std::size_t kStep = std::size_t{1} << 16;
  std::string text;
  for (std::size_t filled = 0;;) {
    text.resize(std::max(kStep, filled * 2));
    const std::size_t got = source.read(std::span(text).subspan(filled));
    filled += got;
    if (filled < text.size()) {
      text.resize(filled);
      return text;
    }
  }
}

}  // namespace hopveil::io
