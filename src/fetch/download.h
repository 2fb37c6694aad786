// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/progress.h"

namespace hopveil::fetch {

struct DownloadOptions {
  std::string url;
  /// Bytes; more than that is refused, whatever the server says.
  std::uint64_t largest = std::uint64_t{1} << 30;
  Progress progress = {};
};

/// What the address gives, over http or https, redirections followed. Throws SystemError, saying what to try,
/// without a network, when the server refuses, or when the transfer breaks off.
std::string download(const DownloadOptions& options);

/// The content of the file `name` in a zip archive (in whatever folder of it), which has exactly `bytes`
/// bytes. Throws InputError when the archive is broken or holds no such file; never unpacks more than that,
/// whatever the archive says.
std::string extract_from_zip(const std::string& archive, const std::string& name, std::uint64_t bytes);

}  // namespace hopveil::fetch
