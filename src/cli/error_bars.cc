// SPDX-License-Identifier: Apache-2.0
#include "cli/error_bars.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace hopveil::cli {
namespace {

constexpr std::size_t kWidth = 50;

std::size_t length_of(double value, double largest) {
  return static_cast<std::size_t>(std::lround(value / largest * static_cast<double>(kWidth)));
}

/// A bar, with a mark at the length of zeros'.
std::string bar(std::size_t length, std::size_t mark) {
  std::string cells;
  for (std::size_t i = 0; i < kWidth; ++i) cells += i + 1 == mark ? "┃" : i < length ? "▇" : " ";
  return cells;
}

}  // namespace

std::string error_bars(const std::vector<evaluation::ErrorSummary>& lines) {
  double largest = 0;
  double zeros = 0;
  std::size_t width = 0;
  for (const evaluation::ErrorSummary& line : lines) {
    largest = std::max(largest, line.all.mae.mean);
    width = std::max(width, line.configuration.mechanism.size());
    if (line.configuration.mechanism == evaluation::kZerosName) zeros = line.all.mae.mean;
  }
  if (largest <= 0) return "";
  const std::size_t mark = length_of(zeros, largest);
  std::string out;
  for (const evaluation::ErrorSummary& line : lines) {
    out += fmt::format("  {:<{}}  {} {:.1f}\n", line.configuration.mechanism, width,
                       bar(length_of(line.all.mae.mean, largest), mark), line.all.mae.mean);
  }
  return out + fmt::format("  {:<{}}  mean absolute error; ┃ publishing zeros for everybody\n", "", width);
}

}  // namespace hopveil::cli
