// SPDX-License-Identifier: Apache-2.0
#pragma once

// The real graphs that tests look at; see CONTRIBUTING.md. They are not part of the repository.

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/source_dir.h"

namespace hopveil::testing {

/// The path of a data file in HOPVEIL_DATA or ../shared/data; empty when it is not there.
inline std::string data_file(const std::string& name) {
  const char* folder = std::getenv("HOPVEIL_DATA");
  const std::filesystem::path path =
      (folder != nullptr ? std::filesystem::path(folder) : source_dir() / ".." / "shared" / "data") / name;
  return std::filesystem::exists(path) ? path.lexically_normal().string() : "";
}

}  // namespace hopveil::testing

/// Ends the test, saying why, when the data file is missing; otherwise `path` is where it lies.
#define HOPVEIL_NEED_DATA(path, name)                           \
  const std::string path = ::hopveil::testing::data_file(name); \
  if (path.empty()) GTEST_SKIP() << "needs the data file " << (name) << " in HOPVEIL_DATA or ../shared/data"
