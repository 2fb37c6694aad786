// SPDX-License-Identifier: Apache-2.0
#include "cli/error_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/plural.h"

namespace hopveil::cli {
namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kDim = "\x1b[2m";
constexpr const char* kPlain = "\x1b[0m";

bool same_table(const evaluation::ErrorSummary& a, const evaluation::ErrorSummary& b) {
  return a.graph == b.graph && a.prefs == b.prefs && a.configuration.hops == b.configuration.hops;
}

/// "duba-lf literal, clamp, t = 4": only what differs between the lines of the table.
std::string label(const evaluation::Configuration& line,
                  const std::vector<const evaluation::ErrorSummary*>& table) {
  const auto varies = [&](std::string evaluation::Configuration::*option) {
    const auto has_other = [&](const evaluation::ErrorSummary* other) {
      const std::string& value = other->configuration.*option;
      return other->configuration.mechanism == line.mechanism && value != line.*option;
    };
    return std::ranges::any_of(table, has_other);
  };
  std::string text = line.mechanism;
  if (varies(&evaluation::Configuration::reading)) text += " " + line.reading;
  if (varies(&evaluation::Configuration::noise)) text += ", " + line.noise;
  if (varies(&evaluation::Configuration::postprocess)) text += ", " + line.postprocess;
  if (varies(&evaluation::Configuration::threshold)) text += ", t = " + line.threshold;
  return text;
}

std::string number(double value) {
  if (value >= 1e6) return fmt::format("{:.2g}", value);
  return value < 10 ? fmt::format("{:.2f}", value) : fmt::format("{:.1f}", value);
}

/// One run has no spread.
std::string cell(evaluation::Spread spread, std::uint64_t runs, bool best) {
  const std::string around = runs > 1 ? "±" + number(spread.sd) : "";
  return fmt::format("{:>9} {:<9}{}", number(spread.mean), around, best ? "*" : " ");
}

std::string against_zeros(const evaluation::ErrorSummary& line,
                          const std::vector<const evaluation::ErrorSummary*>& table) {
  if (evaluation::is_floor(line.configuration)) return "";
  for (const evaluation::ErrorSummary* other : table) {
    if (other->configuration.mechanism != evaluation::kZerosName) continue;
    const double zeros = other->all.mae.mean;
    if (!(zeros > 0)) return "zeros are exact here";
    const double ratio = line.all.mae.mean / zeros;
    if (std::abs(ratio - 1) < 0.005) return "as zeros";
    return ratio < 1 ? fmt::format("{:.2f} x zeros", ratio) : fmt::format("{:.3g} x zeros: worse", ratio);
  }
  return "";
}

std::string one_table(const std::vector<const evaluation::ErrorSummary*>& table,
                      const std::vector<evaluation::ErrorSummary>& lines, bool colour) {
  const evaluation::ErrorSummary& first = *table.front();
  std::size_t width = 10;
  for (const evaluation::ErrorSummary* line : table)
    width = std::max(width, label(line->configuration, table).size());
  std::string out =
      fmt::format("{}, {}, preferences {}, {}\n", first.graph, plural(first.configuration.hops, "hop"),
                  first.prefs, plural(first.runs, "run"));
  out += fmt::format("  {:<{}}  {:>9}  {:<8}  {:>9}\n", "", width, "MAE", "", "MRE");
  for (const evaluation::ErrorSummary* line : table) {
    const bool best_mae = evaluation::is_best(lines, *line, &evaluation::ErrorPair::mae);
    const bool best_mre = evaluation::is_best(lines, *line, &evaluation::ErrorPair::mre);
    const char* style = best_mae || best_mre ? kBold : evaluation::is_floor(line->configuration) ? kDim : "";
    out += fmt::format("{}  {:<{}}  {} {}  {}{}\n", colour ? style : "", label(line->configuration, table),
                       width, cell(line->all.mae, line->runs, best_mae),
                       cell(line->all.mre, line->runs, best_mre), against_zeros(*line, table),
                       colour ? kPlain : "");
  }
  return out;
}

}  // namespace

std::string error_tables(const std::vector<evaluation::ErrorSummary>& lines, bool colour) {
  std::string out;
  std::vector<const evaluation::ErrorSummary*> shown;
  for (const evaluation::ErrorSummary& line : lines) {
    const auto in_this = [&](const evaluation::ErrorSummary* other) { return same_table(*other, line); };
    if (std::ranges::any_of(shown, in_this)) continue;
    std::vector<const evaluation::ErrorSummary*> table;
    for (const evaluation::ErrorSummary& other : lines) {
      if (same_table(other, line)) table.push_back(&other);
    }
    shown.push_back(&line);
    out += one_table(table, lines, colour) + "\n";
  }
  out += "* smallest; hop-median is not private and stands for orientation\n";
  return out;
}

std::string expected_shares(const std::vector<evaluation::ErrorSummary>& lines) {
  std::string out;
  for (const evaluation::ErrorSummary& line : lines) {
    const std::vector<evaluation::ExpectedCell> cells = evaluation::expected_cells(line);
    if (cells.empty()) continue;
    constexpr double kWithin = evaluation::kExpectedWithin;
    const auto near = std::ranges::count_if(cells, [](const evaluation::ExpectedCell& cell) {
      return cell.ratio() <= kWithin && cell.ratio() >= 1 / kWithin;
    });
    out += fmt::format("{}, {}, preferences {}, {}: expected error within a factor of {} in {} of {} cells\n",
                       line.graph, plural(line.configuration.hops, "hop"), line.prefs,
                       line.configuration.mechanism, kWithin, near, cells.size());
  }
  return out;
}

std::string reach_tables(const std::vector<evaluation::ReachSummary>& lines) {
  std::string out, heading;
  for (const evaluation::ReachSummary& line : lines) {
    if (!line.within) continue;
    const std::string place =
        fmt::format("{}, preferences {}, {}", line.graph, line.prefs, plural(line.runs, "run"));
    if (place != heading) {
      out += fmt::format(
          "{}{}: reach, private users within k hops of a public user\n  {:<16}{:>6}{:>11}{:>9}{:>18}\n",
          heading.empty() ? "" : "\n", place, "", "hops", "MAE", "MRE", "rank correlation");
      heading = place;
    }
    out += fmt::format("  {:<16}{:>6}{:>11}{:>9.3f}{:>18.3f}\n", line.estimate, line.hop,
                       number(line.errors.mae.mean), line.errors.mre.mean, line.rank_correlation.mean);
  }
  return out;
}

}  // namespace hopveil::cli
