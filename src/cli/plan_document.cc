// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_document.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/build_info.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/version.h"
#include "cli/command_line.h"
#include "cli/error_charts.h"
#include "cli/plan_text.h"
#include "cli/protection_tone.h"
#include "plan/measured_errors.h"

namespace hopveil::cli {
namespace {

constexpr unsigned kPercentDecimals = 7;
constexpr const char* kRangeMeaning = "the middle 80% of the generated networks, and 1.2 times wider";

void add_range(const plan::Range& range, report::ChartSeries& series) {
  series.y.push_back(range.middle);
  series.low.push_back(range.low);
  series.high.push_back(range.high);
}

std::vector<report::TableCell> error_cells(const std::string& hop, const plan::ExpectedErrors& errors) {
  std::vector<report::TableCell> cells = {
      {hop}, {range_text(errors.mae)}, {percent_text(errors.of_zeros)}, {range_text(errors.mre)}};
  if (errors.width) cells.push_back({range_text(*errors.width)});
  return cells;
}

report::ReportSection cost_section(const plan::SpendingPlan& plan) {
  report::ReportSection section{"What it costs and promises", "", {}};
  const bool refuted = plan.status.kind == release::StatusKind::kRefuted;
  if (!plan.charges.granted())
    section.items.emplace_back(
        report::Prose{refusal_text(plan.charges) + ".", report::Tone::bad, "The ledger would refuse it"});
  if (refuted)
    section.items.emplace_back(
        report::Prose{plan.status.reason + ".", report::Tone::bad, "The promise is not kept"});
  report::ReportTable table;
  table.caption = "What each preference pays and gets";
  table.columns = {{"Preference", report::Align::right},
                   {"That is"},
                   {"50% becomes at most", report::Align::right},
                   {"Charged", report::Align::right},
                   {"Users", report::Align::right}};
  for (const release::PromisedLevel& level : plan.promise.levels) {
    const release::Protection protection = release::protection_at(level.spent);
    table.rows.push_back({{level.preference.text()},
                          {refuted ? "promised, not kept" : release::protection_text(protection),
                           refuted ? report::Tone::bad : tone_of_protection(protection)},
                          {release::belief_text(level.spent)},
                          {level.spent.text()},
                          {plan.promise.by_quantile ? fmt::format("{}% have at most this", level.quantile)
                                                    : fmt::to_string(level.users)}});
  }
  section.items.emplace_back(std::move(table));
  std::uint64_t least = ledger::BudgetShare::kNanosPerWhole;
  for (const plan::LevelCharge& level : plan.charges.levels) least = std::min(least, level.least_left_after);
  section.items.emplace_back(report::Prose{
      fmt::format("Whoever thinks it 50% likely that a connection exists thinks it, after reading the table, "
                  "at most as likely as "
                  "the third column says. After this release at least {}% of each budget would be left{}.",
                  decimal_text(least, kPercentDecimals),
                  plan.charges.with_ledger ? "" : ", if nothing was spent before: no ledger was given")});
  return section;
}

/// One dial per choice that the grid varies.
report::Explorer grid_explorer(const plan::SpendingPlan& plan) {
  std::vector<std::string> mechanisms;
  std::set<double> factors;
  std::set<unsigned> levels;
  std::map<std::tuple<std::string, double, unsigned>, const plan::Forecast*> points;
  unsigned hops = 0;
  for (const plan::GridPoint& point : plan.grid) {
    if (std::find(mechanisms.begin(), mechanisms.end(), point.mechanism) == mechanisms.end())
      mechanisms.push_back(point.mechanism);
    factors.insert(point.factor);
    if (point.intervals) levels.insert(*point.intervals);
    hops = std::max(hops, point.hops);
    points[{point.mechanism, point.factor, point.intervals.value_or(0)}] = &point.expected;
  }
  if (levels.empty()) levels.insert(0);
  report::Explorer explorer;
  explorer.title = "What other choices would give";
  explorer.file_stem = "choices";
  explorer.results = {"error of a count (MAE)", "share of the error of zeros", "relative error (MRE)",
                      "interval width"};
  report::Explorer::Dial budget{"share of what this plan spends", {}, 0};
  for (const double factor : factors) {
    if (factor == 1) budget.start = budget.values.size();
    budget.values.push_back(fmt::format("{:g}", factor));
  }
  report::Explorer::Dial hop{"hop", {}, 0};
  for (unsigned h = 1; h <= hops; ++h) hop.values.push_back(fmt::to_string(h));
  hop.values.emplace_back("all");
  hop.start = hops;
  report::Explorer::Dial percent{"intervals, percent", {}, levels.size() - 1};
  for (const unsigned level : levels) percent.values.push_back(fmt::to_string(level));
  explorer.dials = {{"mechanism", mechanisms, 0}, budget, percent, hop};
  for (const std::string& mechanism : mechanisms) {
    for (const double factor : factors) {
      for (const unsigned level : levels) {
        const auto found = points.find({mechanism, factor, level});
        // A mechanism without intervals has one point, whatever their level.
        const plan::Forecast& expected =
            found != points.end() ? *found->second : *points.at({mechanism, factor, 0});
        for (unsigned h = 0; h <= hops; ++h) {
          const plan::ExpectedErrors& errors =
              h < hops ? expected.everybody.by_hop[h] : expected.everybody.all;
          explorer.cells.push_back({range_text(errors.mae), percent_text(errors.of_zeros),
                                    range_text(errors.mre),
                                    errors.width ? range_text(*errors.width) : "none"});
        }
      }
    }
  }
  return explorer;
}

report::ReportTable measured_table() {
  report::ReportTable table;
  table.caption = fmt::format(
      "For comparison: errors of eli measured on public networks, {} hops, the 5% of highest degree public",
      plan::kMeasuredHops);
  table.note = fmt::format("{} prints them again.", plan::kMeasuredBy);
  table.file_stem = "measured";
  table.columns = {{"Network"},
                   {"Users", report::Align::right},
                   {"Epsilons"},
                   {"MAE", report::Align::right},
                   {"MAE of zeros", report::Align::right},
                   {"Of zeros", report::Align::right}};
  for (const plan::MeasuredError& one : plan::measured_errors()) {
    table.rows.push_back({{std::string(one.network)},
                          {fmt::to_string(one.users)},
                          {std::string(one.epsilons)},
                          {rough_number(one.mae)},
                          {rough_number(one.zeros)},
                          {fmt::format("{:.0f}%", 100 * one.mae / one.zeros)}});
  }
  return table;
}

report::ReportSection networks_section(const plan::SpendingPlan& plan) {
  report::ReportSection section{"What it was simulated on", forecast_basis(plan), {}};
  report::ReportTable table;
  table.caption = "The generated networks";
  table.file_stem = "networks";
  table.columns = {{"Network"},
                   {"Users simulated", report::Align::right},
                   {"MAE", report::Align::right},
                   {"Of zeros", report::Align::right}};
  const auto add = [&](const plan::Forecast& forecast) {
    for (const plan::StandInResult& one : forecast.stand_ins) {
      table.rows.push_back({{one.name},
                            {fmt::to_string(one.users)},
                            {rough_number(one.mae)},
                            {fmt::format("{:.0f}%", 100 * one.of_zeros)}});
    }
  };
  add(plan.expected);
  if (plan.like) add(*plan.like);
  section.items.emplace_back(std::move(table));
  section.items.emplace_back(measured_table());
  return section;
}

}  // namespace

report::BarChart forecast_chart(const plan::Forecast& forecast, const std::string& mechanism) {
  report::BarChart chart;
  chart.title = "Expected error of a count, by hop";
  chart.caption = "Bars: the median over the generated networks.";
  chart.file_stem = "expected-error";
  chart.x_label = "hop";
  chart.y_label = "mean absolute error (MAE)";
  chart.spread = kRangeMeaning;
  report::ChartSeries errors;
  errors.name = mechanism;
  report::ChartSeries zeros;
  zeros.name = "zeros";
  zeros.reference = true;
  for (std::size_t hop = 0; hop < forecast.everybody.by_hop.size(); ++hop) {
    chart.categories.push_back(fmt::to_string(hop + 1));
    add_range(forecast.everybody.by_hop[hop].mae, errors);
    add_range(forecast.everybody.by_hop[hop].zeros, zeros);
  }
  chart.series = {std::move(errors), std::move(zeros)};
  return chart;
}

report::ReportTable forecast_table(const plan::Forecast& forecast) {
  report::ReportTable table;
  table.caption = "Expected errors, from low to high";
  table.note =
      "MAE: mean absolute error of a count. Of zeros: as a share of the error of publishing zeros. MRE: mean "
      "error relative to the true count (at least 1).";
  table.file_stem = "expected";
  table.columns = {{"Hop"},
                   {"MAE", report::Align::right},
                   {"Of zeros", report::Align::right},
                   {"MRE", report::Align::right}};
  const bool by_level = forecast.by_level.size() > 1;
  if (by_level) table.columns.insert(table.columns.begin(), {"Epsilon"});
  if (forecast.everybody.all.width) table.columns.push_back({"Interval width", report::Align::right});
  const auto add = [&](const plan::LevelForecast& level) {
    if (!level.simulated) return;
    const auto first = static_cast<std::ptrdiff_t>(table.rows.size());
    for (std::size_t hop = 0; hop < level.by_hop.size(); ++hop)
      table.rows.push_back(error_cells(fmt::to_string(hop + 1), level.by_hop[hop]));
    table.rows.push_back(error_cells("all", level.all));
    if (!by_level) return;
    for (auto row = table.rows.begin() + first; row != table.rows.end(); ++row)
      row->insert(row->begin(), {level.name});
  };
  add(forecast.everybody);
  if (by_level)
    for (const plan::LevelForecast& level : forecast.by_level) add(level);
  return table;
}

report::ReportDocument plan_document(const plan::SpendingPlan& plan, const std::string& next) {
  report::ReportDocument document;
  document.title = "Plan of a release";
  document.lead = fmt::format(
      "Counts of {} public users at 1 to {} hops from {} private users, by {}: an error of {} per count is "
      "to be "
      "expected, {} of that of publishing zeros. Made without looking at a connection of a private user; "
      "nothing was "
      "charged.",
      plan.facts.public_users, plan.options.hops, plan.facts.private_users, plan.mechanism,
      range_text(plan.expected.everybody.all.mae), percent_text(plan.expected.everybody.all.of_zeros));
  const bool protects = plan.promise.weakest() == release::Protection::kProtects;
  const bool refuted = plan.status.kind == release::StatusKind::kRefuted;
  document.badge =
      report::Badge{refuted ? plan.status.text()
                            : plan.status.text() + "; " + release::protection_text(plan.promise.weakest()) +
                                  (protects ? "" : " for some users"),
                    refuted ? report::Tone::bad : tone_of_protection(plan.promise.weakest())};
  report::ReportSection expectation{"What to expect", "", {}};
  expectation.items.emplace_back(forecast_chart(plan.expected, plan.mechanism));
  if (const std::string poor = poor_hops_text(plan.expected.no_better_than_zeros); !poor.empty())
    expectation.items.emplace_back(report::Prose{poor, report::Tone::partly, "Little to be had"});
  if (const std::string target = target_text(plan); !target.empty())
    expectation.items.emplace_back(report::Prose{target, report::Tone::neutral, "The error that is wanted"});
  if (!plan.grid.empty()) expectation.items.emplace_back(grid_explorer(plan));
  expectation.items.emplace_back(forecast_table(plan.expected));
  document.sections = {std::move(expectation), cost_section(plan), networks_section(plan)};
  document.sections.push_back({"What to run next", "", {report::Command{next}}});
  document.provenance = {{"program", fmt::format("hopveil {} ({})", kVersion, build_commit())},
                         {"command", command_line()},
                         {"made", utc_now()}};
  document.palette = mechanism_palette();
  document.switch_label = "Shown";
  return document;
}

}  // namespace hopveil::cli
