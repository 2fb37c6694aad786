// SPDX-License-Identifier: Apache-2.0
#pragma once

// A file for readers that want one, in memory where the system offers that.

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace hopveil {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name)
      : path_((std::filesystem::exists("/dev/shm") ? "/dev/shm/" : "/tmp/") + name + "-" +
              std::to_string(::getpid())) {}
  ~ScratchFile() { remove(); }

  const std::string& path() const { return path_; }
  void write(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  void remove() const {
    std::filesystem::remove(path_);
    std::filesystem::remove(path_ + "-journal");
  }

 private:
  std::string path_;
};

}  // namespace hopveil
