// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <filesystem>
#include <fstream>

namespace hopveil::cli {
namespace {

constexpr const char* kPlainCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:%@";

std::string in_quotes(const std::string& argument) {
  if (!argument.empty() && argument.find_first_not_of(kPlainCharacters) == std::string::npos) return argument;
  std::string text = "'";
  for (const char c : argument) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

}  // namespace

std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text;
  std::string argument;
  while (std::getline(file, argument, '\0')) {
    if (text.empty()) {
      text = std::filesystem::path(argument).filename().string();
    } else {
      text.append(" ").append(in_quotes(argument));
    }
  }
  return text;
}

}  // namespace hopveil::cli
