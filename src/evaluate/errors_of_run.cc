// SPDX-License-Identifier: Apache-2.0
#include "evaluate/errors_of_run.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hopveil::evaluation {
namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// `value(row, hop)` is what is published.
template <class Value>
ErrorsOfRun errors_of(const ExactCounts& truth, unsigned hops, const dp::PreferenceLevels& levels,
                      Value&& value) {
  ErrorsOfRun errors;
  const std::size_t rows = truth.rows();
  errors.mae_by_level.assign(levels.names.size(), 0);
  errors.mre_by_level.assign(levels.names.size(), 0);
  for (unsigned hop = 1; hop <= hops; ++hop) {
    const auto true_counts = truth.hop(hop);
    double absolute = 0;
    double relative = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const double error = std::abs(value(row, hop) - true_counts[row]);
      const double share = error / std::max(true_counts[row], 1U);
      absolute += error;
      relative += share;
      errors.mae_by_level[levels.level_of_row[row]] += error;
      errors.mre_by_level[levels.level_of_row[row]] += share;
    }
    errors.mae_by_hop.push_back(absolute / static_cast<double>(rows));
    errors.mre_by_hop.push_back(relative / static_cast<double>(rows));
  }
  for (std::size_t level = 0; level < levels.names.size(); ++level) {
    const double cells = static_cast<double>(levels.users[level]) * hops;
    errors.mae_by_level[level] /= cells;
    errors.mre_by_level[level] /= cells;
  }
  errors.published.assign(hops, true);
  return errors;
}

void add_covered(const mechanism::NoisyTable& table, const ExactCounts& truth, unsigned hop,
                 const dp::PreferenceLevels& levels, ErrorsOfRun& errors) {
  std::vector<std::size_t> covered(levels.names.size(), 0);
  std::size_t all = 0;
  for (std::size_t row = 0; row < truth.rows(); ++row) {
    const std::int64_t count = truth.hop(hop)[row];
    if (count < table.low(hop)[row] || table.high(hop)[row] < count) continue;
    ++all;
    ++covered[levels.level_of_row[row]];
  }
  errors.covered.push_back(static_cast<double>(all) / static_cast<double>(truth.rows()));
  for (std::size_t level = 0; level < covered.size(); ++level) {
    errors.covered_by_level.push_back(static_cast<double>(covered[level]) /
                                      static_cast<double>(levels.users[level]));
  }
}

/// What the table itself expects, averaged like the errors.
void add_expected(const mechanism::NoisyTable& table, unsigned hops, const dp::PreferenceLevels& levels,
                  ErrorsOfRun& errors) {
  if (table.rows() == 0 || table.expected_error(1).empty()) return;
  errors.expected_by_level.assign(levels.names.size(), 0);
  for (unsigned hop = 1; hop <= hops; ++hop) {
    const std::vector<double> by_level = dp::means_by_level(table.expected_error(hop), levels);
    double sum = 0;
    for (std::size_t level = 0; level < by_level.size(); ++level) {
      errors.expected_by_level[level] += by_level[level] / hops;
      sum += by_level[level] * static_cast<double>(levels.users[level]);
    }
    errors.expected_by_hop.push_back(sum / static_cast<double>(table.rows()));
  }
}

}  // namespace

double ErrorsOfRun::mae() const {
  return mean(mae_by_hop);
}

double ErrorsOfRun::mre() const {
  return mean(mre_by_hop);
}

ErrorsOfRun errors_of_table(const mechanism::NoisyTable& table, const ExactCounts& truth, unsigned hops,
                            const dp::PreferenceLevels& levels, bool clamp, std::uint32_t max_count) {
  ErrorsOfRun errors = errors_of(truth, hops, levels, [&](std::size_t row, unsigned hop) {
    const double value = table.value(row, hop);
    return clamp ? std::clamp(value, 0.0, static_cast<double>(max_count)) : value;
  });
  for (unsigned hop = 1; hop <= hops; ++hop) {
    errors.published[hop - 1] = table.source_of(hop) == hop;
    if (table.with_intervals()) add_covered(table, truth, hop, levels, errors);
  }
  add_expected(table, hops, levels, errors);
  return errors;
}

ErrorsOfRun errors_of_constants(const std::vector<std::uint32_t>& by_hop, const ExactCounts& truth,
                                const dp::PreferenceLevels& levels) {
  return errors_of(truth, static_cast<unsigned>(by_hop.size()), levels,
                   [&](std::size_t, unsigned hop) { return static_cast<double>(by_hop[hop - 1]); });
}

std::vector<std::uint32_t> hop_medians(const ExactCounts& truth, unsigned hops) {
  std::vector<std::uint32_t> medians;
  for (unsigned hop = 1; hop <= hops; ++hop) {
    std::vector<std::uint32_t> counts(truth.hop(hop).begin(), truth.hop(hop).end());
    const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
    std::nth_element(counts.begin(), middle, counts.end());
    medians.push_back(*middle);
  }
  return medians;
}

}  // namespace hopveil::evaluation
