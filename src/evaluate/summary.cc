// SPDX-License-Identifier: Apache-2.0
#include "evaluate/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "base/check.h"

namespace hopveil::evaluation {
namespace {

/// Over runs; `value(unit)` is one run's.
template <class Value>
Spread spread_of(std::span<const UnitResult> units, Value&& value) {
  const auto count = static_cast<double>(units.size());
  Spread spread;
  for (const UnitResult& unit : units) spread.mean += value(unit) / count;
  double squares = 0;
  for (const UnitResult& unit : units) squares += std::pow(value(unit) - spread.mean, 2);
  if (units.size() > 1) spread.sd = std::sqrt(squares / (count - 1));
  return spread;
}

std::vector<ErrorPair> parts(std::span<const UnitResult> units, std::size_t line,
                             std::vector<double> ErrorsOfRun::*mae, std::vector<double> ErrorsOfRun::*mre) {
  std::vector<ErrorPair> pairs;
  for (std::size_t part = 0; part < (units.front().errors[line].*mae).size(); ++part) {
    pairs.push_back(
        {spread_of(units, [&](const UnitResult& unit) { return (unit.errors[line].*mae)[part]; }),
         spread_of(units, [&](const UnitResult& unit) { return (unit.errors[line].*mre)[part]; })});
  }
  return pairs;
}

std::vector<Spread> spreads(std::span<const UnitResult> units, std::size_t line,
                            std::vector<double> ErrorsOfRun::*values) {
  std::vector<Spread> result;
  for (std::size_t part = 0; part < (units.front().errors[line].*values).size(); ++part) {
    result.push_back(
        spread_of(units, [&](const UnitResult& unit) { return (unit.errors[line].*values)[part]; }));
  }
  return result;
}

ErrorSummary summarise_line(std::span<const UnitResult> units, const Configuration& configuration,
                            std::size_t line) {
  ErrorSummary summary;
  summary.graph = units.front().graph;
  summary.prefs = units.front().prefs;
  summary.configuration = configuration;
  summary.runs = units.size();
  summary.levels = units.front().levels;
  summary.all = {spread_of(units, [&](const UnitResult& unit) { return unit.errors[line].mae(); }),
                 spread_of(units, [&](const UnitResult& unit) { return unit.errors[line].mre(); })};
  summary.by_hop = parts(units, line, &ErrorsOfRun::mae_by_hop, &ErrorsOfRun::mre_by_hop);
  summary.by_level = parts(units, line, &ErrorsOfRun::mae_by_level, &ErrorsOfRun::mre_by_level);
  for (unsigned hop = 0; hop < configuration.hops; ++hop) {
    summary.published.push_back(spread_of(units, [&](const UnitResult& unit) {
                                  return unit.errors[line].published[hop] ? 1.0 : 0.0;
                                }).mean);
  }
  summary.covered = spreads(units, line, &ErrorsOfRun::covered);
  summary.covered_by_level = spreads(units, line, &ErrorsOfRun::covered_by_level);
  summary.expected_by_hop = spreads(units, line, &ErrorsOfRun::expected_by_hop);
  summary.expected_by_level = spreads(units, line, &ErrorsOfRun::expected_by_level);
  return summary;
}

/// Two lines per hop.
void add_reach_lines(std::span<const UnitResult> units, std::size_t estimate,
                     std::vector<ReachSummary>& lines) {
  const ReachOfRun& first = units.front().reach[estimate];
  const auto spread = [&](std::vector<double> ReachErrors::*values, std::size_t hop) {
    return spread_of(units,
                     [&](const UnitResult& unit) { return (unit.reach[estimate].errors.*values)[hop]; });
  };
  for (std::size_t hop = 0; hop < first.errors.mae.size(); ++hop) {
    for (const bool within : {false, true}) {
      ReachSummary line;
      line.graph = units.front().graph;
      line.prefs = units.front().prefs;
      line.estimate = first.estimate;
      line.hop = static_cast<unsigned>(hop) + 1;
      line.within = within;
      line.runs = units.size();
      line.errors = {spread(within ? &ReachErrors::mae_within : &ReachErrors::mae, hop),
                     spread(within ? &ReachErrors::mre_within : &ReachErrors::mre, hop)};
      line.rank_correlation =
          spread(within ? &ReachErrors::rank_correlation_within : &ReachErrors::rank_correlation, hop);
      if (!within && !first.errors.covered.empty()) line.covered = spread(&ReachErrors::covered, hop);
      lines.push_back(std::move(line));
    }
  }
}

}  // namespace

double ExpectedCell::ratio() const {
  if (error.mean > 0) return expected.mean / error.mean;
  return expected.mean > 0 ? std::numeric_limits<double>::infinity() : 1;
}

std::vector<ExpectedCell> expected_cells(const ErrorSummary& line) {
  std::vector<ExpectedCell> cells;
  for (std::size_t hop = 0; hop < line.expected_by_hop.size(); ++hop)
    cells.push_back({fmt::format("hop {}", hop + 1), line.expected_by_hop[hop], line.by_hop[hop].mae});
  for (std::size_t level = 0; level < line.expected_by_level.size(); ++level)
    cells.push_back(
        {"epsilon " + line.levels[level], line.expected_by_level[level], line.by_level[level].mae});
  return cells;
}

std::vector<ErrorSummary> summarise(const ExperimentSpec& spec, const std::vector<UnitResult>& results) {
  const std::vector<Configuration> lines = configurations(spec);
  check(results.size() % spec.runs == 0, "results of some runs are missing");
  std::vector<ErrorSummary> summaries;
  for (std::size_t first = 0; first < results.size(); first += spec.runs) {
    const std::span units = std::span(results).subspan(first, spec.runs);
    for (std::size_t line = 0; line < lines.size(); ++line)
      summaries.push_back(summarise_line(units, lines[line], line));
  }
  return summaries;
}

std::vector<ReachSummary> summarise_reach(const ExperimentSpec& spec,
                                          const std::vector<UnitResult>& results) {
  std::vector<ReachSummary> lines;
  for (std::size_t first = 0; first < results.size(); first += spec.runs) {
    const std::span units = std::span(results).subspan(first, spec.runs);
    for (std::size_t estimate = 0; estimate < units.front().reach.size(); ++estimate)
      add_reach_lines(units, estimate, lines);
  }
  return lines;
}

bool is_floor(const Configuration& configuration) {
  return configuration.mechanism == kZerosName || configuration.mechanism == kHopMedianName;
}

bool is_best(const std::vector<ErrorSummary>& lines, const ErrorSummary& line, Spread ErrorPair::*error) {
  if (is_floor(line.configuration)) return false;
  return std::ranges::none_of(lines, [&](const ErrorSummary& other) {
    return !is_floor(other.configuration) && other.graph == line.graph && other.prefs == line.prefs &&
           other.configuration.hops == line.configuration.hops &&
           (other.all.*error).mean < (line.all.*error).mean;
  });
}

}  // namespace hopveil::evaluation
