// SPDX-License-Identifier: Apache-2.0
#include "audit/events.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace hopveil::audit {
namespace {

/// Distinct values are candidates while they are few, quantiles and both ends of them otherwise.
constexpr std::size_t kMostCandidates = 256;
constexpr std::size_t kEnds = 32;

std::vector<double> candidates(const std::array<std::vector<double>, 2>& sorted) {
  std::vector<double> all;
  all.reserve(sorted[0].size() + sorted[1].size());
  std::ranges::merge(sorted[0], sorted[1], std::back_inserter(all));
  std::vector<double> distinct = all;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (distinct.size() <= kMostCandidates) return distinct;
  std::vector<double> chosen(distinct.begin(), distinct.begin() + kEnds);
  chosen.insert(chosen.end(), distinct.end() - kEnds, distinct.end());
  constexpr std::size_t kQuantiles = kMostCandidates - 2 * kEnds;
  for (std::size_t i = 1; i < kQuantiles; ++i) chosen.push_back(all[i * all.size() / kQuantiles]);
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

struct Below {
  std::uint64_t less;
  std::uint64_t less_or_equal;
};

Below count_below(const std::vector<double>& sorted, double value) {
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
  return {static_cast<std::uint64_t>(first - sorted.begin()),
          static_cast<std::uint64_t>(last - sorted.begin())};
}

std::uint64_t hits_of(Event::Comparison comparison, const Below& below, std::uint64_t runs) {
  switch (comparison) {
    case Event::Comparison::kAtLeast:
      return runs - below.less;
    case Event::Comparison::kAtMost:
      return below.less_or_equal;
    case Event::Comparison::kExactly:
      return below.less_or_equal - below.less;
  }
  return 0;
}

}  // namespace

bool Event::holds(double score) const {
  switch (comparison) {
    case Comparison::kAtLeast:
      return score >= value;
    case Comparison::kAtMost:
      return score <= value;
    case Comparison::kExactly:
      return score == value;
  }
  return false;
}

std::string Event::text(const std::string& score_name) const {
  const char* words[] = {"at least", "at most", "exactly"};
  return fmt::format("{} is {} {:.4g}", score_name, words[static_cast<int>(comparison)], value);
}

Sightings count_sightings(const Event& event, const Score& score, Side side, RunRange runs) {
  Sightings seen{0, runs.end - runs.begin};
  for (std::size_t run = runs.begin; run < runs.end; ++run) {
    seen.hits += event.holds(score.values[side][run]) ? 1U : 0U;
  }
  return seen;
}

FoundEvent find_event(const Score& score, RunRange runs, double alpha) {
  const double z = normal_quantile_above(alpha / 2);
  const std::uint64_t num_runs = runs.end - runs.begin;
  std::array<std::vector<double>, 2> sorted;
  for (const Side side : {kWithout, kWith}) {
    const auto begin = score.values[side].begin();
    sorted[side].assign(begin + static_cast<std::ptrdiff_t>(runs.begin),
                        begin + static_cast<std::ptrdiff_t>(runs.end));
    std::ranges::sort(sorted[side]);
  }
  FoundEvent best{{}, -std::numeric_limits<double>::infinity()};
  for (const double value : candidates(sorted)) {
    const std::array<Below, 2> below = {count_below(sorted[kWithout], value),
                                        count_below(sorted[kWith], value)};
    for (const auto comparison :
         {Event::Comparison::kAtLeast, Event::Comparison::kAtMost, Event::Comparison::kExactly}) {
      for (const Side side : {kWithout, kWith}) {
        const double estimate =
            quick_log_ratio_lower_bound({hits_of(comparison, below[side], num_runs), num_runs},
                                        {hits_of(comparison, below[1 - side], num_runs), num_runs}, z);
        if (estimate > best.estimate) best = {{comparison, value, side}, estimate};
      }
    }
  }
  return best;
}

}  // namespace hopveil::audit
