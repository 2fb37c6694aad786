// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hopveil::io {

/// A nameless file for what does not fit memory: written to its end, read anywhere, gone with the object.
/// All functions throw SystemError.
class SpillFile {
 public:
  /// In the folder of `path`, where the result will need room as well.
  explicit SpillFile(const std::string& path);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  void append(std::string_view bytes);
  std::uint64_t size() const { return size_; }
  /// Reads exactly `size` bytes.
  void read(std::uint64_t offset, char* out, std::size_t size) const;

 private:
  std::string folder_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace hopveil::io
