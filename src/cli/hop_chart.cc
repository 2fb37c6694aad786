// SPDX-License-Identifier: Apache-2.0
#include "cli/hop_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace hopveil::cli {
namespace {

constexpr std::size_t kColumns = 40;
constexpr std::array<const char*, 9> kBlocks = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

std::array<std::size_t, kColumns> histogram(std::span<const std::uint32_t> counts, std::uint32_t largest) {
  std::array<std::size_t, kColumns> bins{};
  for (const std::uint32_t count : counts) {
    const std::size_t bin =
        static_cast<std::size_t>(std::min(count, largest)) * kColumns / (std::size_t{largest} + 1);
    ++bins[bin];
  }
  return bins;
}

/// Square roots make the thin tails visible; a range that holds anybody at all is never blank.
const char* block(std::size_t in_bin, std::size_t all) {
  if (in_bin == 0) return kBlocks[0];
  const double share = static_cast<double>(in_bin) / static_cast<double>(all);
  return kBlocks[std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(std::sqrt(share) * 8)), 1, 8)];
}

}  // namespace

std::string hop_chart(const std::vector<std::span<const std::uint32_t>>& hops, std::uint32_t largest) {
  std::string chart;
  for (std::size_t k = 0; k < hops.size(); ++k) {
    const auto counts = hops[k];
    const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
    const double mean = counts.empty() ? 0 : sum / static_cast<double>(counts.size());
    chart += fmt::format("  hop {:<3} mean {:7.1f}  |", k + 1, mean);
    for (const std::size_t in_bin : histogram(counts, largest)) chart += block(in_bin, counts.size());
    chart += "|\n";
  }
  chart += fmt::format("{:24}0{:>{}}\n", "", largest, kColumns);
  return chart;
}

}  // namespace hopveil::cli
