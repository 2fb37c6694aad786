// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whole files as texts.

#include <fstream>
#include <sstream>
#include <string>

namespace hopveil::testing {

inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace hopveil::testing
