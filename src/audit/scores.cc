// SPDX-License-Identifier: Apache-2.0
#include "audit/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include <hopveil/count.h>

namespace hopveil::audit {
namespace {

Score score_of(const Column& column) {
  Score score{column.name, {}};
  for (const Side side : {kWithout, kWith}) {
    score.values[side].assign(column.values[side].begin(), column.values[side].end());
  }
  return score;
}

/// Of the runs before `end`.
Score difference_of(const Column& a, const Column& b, std::size_t end) {
  Score score{fmt::format("{} minus {}", a.name, b.name), {}};
  for (const Side side : {kWithout, kWith}) {
    score.values[side].resize(end);
    for (std::size_t run = 0; run < end; ++run) {
      score.values[side][run] = static_cast<double>(a.values[side][run] - b.values[side][run]);
    }
  }
  return score;
}

/// Keeps the better of two.
void take_better(std::optional<ScoredEvent>& best, Score score, RunRange search, double alpha) {
  const FoundEvent found = find_event(score, search, alpha);
  if (!best || found.estimate > best->found.estimate) best = ScoredEvent{std::move(score), found};
}

/// What the edge does to each column's exact count; all 0 for columns that are no counts.
struct ExactChange {
  std::int64_t from = 0;
  std::int64_t change = 0;
};

std::vector<ExactChange> exact_changes(const std::vector<Column>& columns, const NeighbouringPair& pair) {
  unsigned hops = 1;
  for (const Column& column : columns) hops = std::max(hops, column.hop);
  const ExactCounts without = count_fingerprints(pair.without, pair.roles, hops, {.threads = 1});
  const ExactCounts with = count_fingerprints(pair.with, pair.roles, hops, {.threads = 1});
  std::vector<ExactChange> changes;
  for (const Column& column : columns) {
    if (column.hop == 0 || column.row >= with.rows()) {
      changes.emplace_back();
      continue;
    }
    const std::int64_t from = without.hop(column.hop)[column.row];
    changes.push_back({from, with.hop(column.hop)[column.row] - from});
  }
  return changes;
}

/// Sums of the columns that move, with the sign of their change, of one hop or (0) of all.
std::optional<Score> moved_sum(const std::vector<Column>& columns, const std::vector<ExactChange>& changes,
                               unsigned hop) {
  Score score{hop == 0 ? "the sum of all that the edge moves"
                       : fmt::format("the sum of hop {} where the edge moves it", hop),
              {}};
  bool any = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (changes[i].change == 0 || (hop != 0 && columns[i].hop != hop)) continue;
    any = true;
    for (const Side side : {kWithout, kWith}) {
      const auto& values = columns[i].values[side];
      score.values[side].resize(values.size());
      for (std::size_t run = 0; run < values.size(); ++run) {
        score.values[side][run] += static_cast<double>(changes[i].change > 0 ? values[run] : -values[run]);
      }
    }
  }
  if (!any) return {};
  return score;
}

/// A column, seen from a value.
struct CenteredColumn {
  const Column* column;
  std::int64_t center;
  std::int64_t value(std::size_t side, std::size_t run) const { return column->values[side][run] - center; }
};

/// One histogram on both networks of all numbers of some columns, as log-ratios by bin.
class HistogramRatios {
 public:
  HistogramRatios(const std::vector<CenteredColumn>& columns, RunRange search) {
    choose_bins(columns, search);
    const std::vector<double> empty(upper_.size() + 1, kPrior);
    std::array<std::vector<double>, 2> counts = {empty, empty};
    for (const CenteredColumn& column : columns) {
      for (const Side side : {kWithout, kWith}) {
        for (std::size_t run = search.begin; run < search.end; ++run) {
          counts[side][bin_of(column.value(side, run))] += 1;
        }
      }
    }
    double chi_square = 0;
    for (std::size_t bin = 0; bin <= upper_.size(); ++bin) {
      const double difference = counts[kWith][bin] - counts[kWithout][bin];
      chi_square += difference * difference / (counts[kWith][bin] + counts[kWithout][bin]);
      ratios_.push_back(std::log(counts[kWith][bin] / counts[kWithout][bin]));
    }
    const auto bins = static_cast<double>(ratios_.size());
    tells_something_ = chi_square > bins + 3 * std::sqrt(2 * bins);
  }

  /// Whether the histograms differ by more than chance would have it.
  bool tells_something() const { return tells_something_; }
  void add_to(const CenteredColumn& column, Score& score) const {
    for (const Side side : {kWithout, kWith}) {
      auto& sums = score.values[side];
      sums.resize(column.column->values[side].size());
      for (std::size_t run = 0; run < sums.size(); ++run)
        sums[run] += ratios_[bin_of(column.value(side, run))];
    }
  }

 private:
  static constexpr std::size_t kBins = 24;
  static constexpr std::size_t kPooledToChooseBins = 20000;
  static constexpr double kPrior = 1;  // keeps a bin that was empty by chance from deciding alone

  void choose_bins(const std::vector<CenteredColumn>& columns, RunRange search) {
    const std::size_t available = columns.size() * (search.end - search.begin);
    const std::size_t stride = std::max<std::size_t>(1, available / kPooledToChooseBins);
    std::vector<std::int64_t> pooled;
    for (std::size_t i = 0; i < available; i += stride) {
      const CenteredColumn& column = columns[i % columns.size()];
      const std::size_t run = search.begin + i / columns.size();
      for (const Side side : {kWithout, kWith}) pooled.push_back(column.value(side, run));
    }
    std::ranges::sort(pooled);
    for (std::size_t bin = 0; bin < kBins; ++bin) upper_.push_back(pooled[bin * pooled.size() / kBins]);
    upper_.erase(std::unique(upper_.begin(), upper_.end()), upper_.end());
  }
  std::size_t bin_of(std::int64_t value) const {
    return static_cast<std::size_t>(std::lower_bound(upper_.begin(), upper_.end(), value) - upper_.begin());
  }

  std::vector<std::int64_t> upper_;  // bin i holds values in (upper_[i-1], upper_[i]]; the last one the rest
  std::vector<double> ratios_;
  bool tells_something_ = false;
};

/// The sum of the ratios of all groups that tell something.
std::optional<ScoredEvent> ratio_of_groups(const std::vector<std::vector<CenteredColumn>>& groups,
                                           std::string name, RunRange search, double alpha) {
  Score score{std::move(name), {}};
  for (const auto& group : groups) {
    const HistogramRatios ratios(group, search);
    if (!ratios.tells_something()) continue;
    for (const CenteredColumn& column : group) ratios.add_to(column, score);
  }
  if (score.values[kWith].empty()) return {};
  const FoundEvent found = find_event(score, search, alpha);
  return ScoredEvent{std::move(score), found};
}

}  // namespace

std::optional<ScoredEvent> best_entry(const std::vector<Column>& columns, RunRange search, double alpha) {
  std::optional<ScoredEvent> best;
  for (const Column& column : columns) take_better(best, score_of(column), search, alpha);
  return best;
}

std::optional<ScoredEvent> best_sum(const std::vector<Column>& columns, const NeighbouringPair& pair,
                                    RunRange search, double alpha) {
  const std::vector<ExactChange> changes = exact_changes(columns, pair);
  unsigned hops = 0;
  for (const Column& column : columns) hops = std::max(hops, column.hop);
  std::optional<ScoredEvent> best;
  for (unsigned hop = 0; hop <= hops; ++hop) {
    if (auto score = moved_sum(columns, changes, hop)) take_better(best, std::move(*score), search, alpha);
  }
  return best;
}

std::optional<ScoredEvent> best_difference(const std::vector<Column>& columns, RunRange search,
                                           double alpha) {
  // Many pairs of columns are tried on few runs; only the best is looked at again with all.
  constexpr std::size_t kMostCompared = 24;
  constexpr std::size_t kScreeningRuns = 1000;
  const RunRange screening{search.begin, std::min(search.end, search.begin + kScreeningRuns)};
  const std::size_t count = std::min(columns.size(), kMostCompared);
  std::pair<std::size_t, std::size_t> best{0, 0};
  double best_estimate = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      if (columns[i].hop == 0 || columns[j].hop == 0) continue;
      const Score score = difference_of(columns[i], columns[j], screening.end);
      const double estimate = find_event(score, screening, alpha).estimate;
      if (estimate <= best_estimate) continue;
      best_estimate = estimate;
      best = {i, j};
    }
  }
  if (best.first == best.second) return {};
  const std::size_t all = columns[best.first].values[kWith].size();
  Score score = difference_of(columns[best.first], columns[best.second], all);
  const FoundEvent found = find_event(score, search, alpha);
  return ScoredEvent{std::move(score), found};
}

std::optional<ScoredEvent> learned_ratio(const std::vector<Column>& columns, RunRange search, double alpha) {
  std::vector<std::vector<CenteredColumn>> groups;
  groups.reserve(columns.size());
  for (const Column& column : columns) groups.push_back({{&column, 0}});
  return ratio_of_groups(groups, "the learned likelihood ratio", search, alpha);
}

std::optional<ScoredEvent> pooled_ratio(const std::vector<Column>& columns, const NeighbouringPair& pair,
                                        RunRange search, double alpha) {
  const std::vector<ExactChange> changes = exact_changes(columns, pair);
  std::map<std::pair<unsigned, std::int64_t>, std::vector<CenteredColumn>> by_kind;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    by_kind[{columns[i].hop, changes[i].change}].push_back({&columns[i], changes[i].from});
  }
  std::vector<std::vector<CenteredColumn>> groups;
  groups.reserve(by_kind.size());
  for (auto& [kind, group] : by_kind) groups.push_back(std::move(group));
  return ratio_of_groups(groups, "the pooled likelihood ratio", search, alpha);
}

}  // namespace hopveil::audit
