// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace hopveil::cli {
namespace {

constexpr std::size_t kUsualWidth = 80;
constexpr std::size_t kNarrowest = 40;
constexpr std::size_t kWidest = 120;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::size_t reported_width(int stream) {
  if (const int columns = std::atoi(environment("COLUMNS").data()); columns > 0) {
    return static_cast<std::size_t>(columns);
  }
  winsize size{};
  if (::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return kUsualWidth;
}

}  // namespace

std::size_t terminal_width(int stream) {
  return std::clamp(reported_width(stream), kNarrowest, kWidest);
}

bool wants_colours(int stream) {
  return ::isatty(stream) == 1 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

}  // namespace hopveil::cli
