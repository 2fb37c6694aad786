// SPDX-License-Identifier: Apache-2.0
#include "cli/audit_document.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "base/build_info.h"
#include "base/clock.h"
#include "base/version.h"
#include "cli/audit_text.h"
#include "cli/command_line.h"
#include "cli/error_charts.h"

namespace hopveil::cli {
namespace {

/// Larger networks make no picture.
constexpr NodeId kMostDrawn = 80;

report::Tone tone_of(audit::AuditVerdict verdict) {
  switch (verdict) {
    case audit::AuditVerdict::kViolation:
      return report::Tone::bad;
    case audit::AuditVerdict::kNoneFound:  // finding nothing is no success
    case audit::AuditVerdict::kNotPromised:
      return report::Tone::neutral;
    case audit::AuditVerdict::kInconclusive:
      return report::Tone::partly;
  }
  return report::Tone::neutral;
}

/// Letters, digits and dashes.
std::string stem_of(const std::string& text) {
  std::string stem;
  for (const char c : text) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (fits) {
      stem += c;
    } else if (!stem.empty() && stem.back() != '-') {
      stem += '-';
    }
  }
  return stem;
}

std::vector<report::TableCell> row_cells(const audit::AuditRow& row) {
  return {{row.subject},
          {audit::audit_verdict_text(row.verdict), tone_of(row.verdict)},
          {row.promised ? epsilon_text(row.promised->value()) : "-"},
          {epsilon_text(row.statistical.bound)},
          {epsilon_text(row.exact)},
          {row.pair},
          {fmt::format("{}", row.hops)},
          {row.reason}};
}

std::vector<report::TableColumn> row_columns() {
  return {{"mechanism"},
          {"verdict"},
          {"promised", report::Align::right},
          {"at least", report::Align::right},
          {"exactly", report::Align::right},
          {"pair"},
          {"hops", report::Align::right},
          {"why"}};
}

report::ReportSection summary_section(const audit::AuditResult& result) {
  report::ReportTable worst{
      "The pair that says most about each mechanism", "audit-summary", row_columns(), {}};
  for (const SubjectSummary& summary : subject_summaries(result)) {
    audit::AuditRow row = *summary.worst;
    row.verdict = summary.verdict;
    row.reason = summary.reason;
    worst.rows.push_back(row_cells(row));
  }
  return {
      "In short",
      fmt::format("\"Promised\" is the level of the edge that differs. \"at least\" is a lower bound of the "
                  "mechanism's epsilon; the bounds of all pairs hold together with {:g}% confidence. "
                  "\"exactly\" is epsilon itself where it can be written down.\n\nAn audit can refute a "
                  "promise; finding nothing does not prove it.",
                  100 * result.confidence),
      {std::move(worst)}};
}

report::NetworkDrawing drawing_of(const audit::NeighbouringPair& pair) {
  report::NetworkDrawing drawing{pair.name, pair.summary, "pair-" + stem_of(pair.name), {}, {}, {}};
  for (NodeId user = 0; user < pair.with.num_nodes(); ++user) {
    report::DrawnNode node{user < pair.labels.size() ? pair.labels[user] : pair.with.ids().text(user),
                           pair.roles.is_public(user),
                           {}};
    if (user < pair.places.size()) node.place = pair.places[user];
    drawing.nodes.push_back(std::move(node));
  }
  for (const Edge& edge : audit::edges_of(pair.without)) {
    drawing.edges.emplace_back(static_cast<int>(edge.from), static_cast<int>(edge.to));
  }
  drawing.differing_edge = {static_cast<int>(pair.edge.from), static_cast<int>(pair.edge.to)};
  return drawing;
}

report::Histogram histogram_of(const audit::AuditRow& row) {
  const audit::StatisticalResult& found = row.statistical;
  report::Histogram chart;
  chart.title = fmt::format("{} on {}", row.subject, row.pair);
  chart.caption = fmt::format(
      "\"{}\" was seen {} times in {} runs {} the edge and {} times in {} runs {} it: epsilon is at least "
      "{}, "
      "promised {}.",
      found.event, found.likely.hits, found.likely.runs,
      found.likelier_on == audit::kWith ? "with" : "without", found.unlikely.hits, found.unlikely.runs,
      found.likelier_on == audit::kWith ? "without" : "with", epsilon_text(found.bound),
      row.promised ? epsilon_text(row.promised->value()) : "nothing");
  chart.file_stem = "outputs-" + stem_of(row.subject + " " + row.pair);
  chart.x_label = found.score;
  chart.y_label = "share of runs";
  chart.edges = found.histogram.edges;
  chart.series = {{.name = "without the edge", .y = found.histogram.shares[audit::kWithout]},
                  {.name = "with the edge", .y = found.histogram.shares[audit::kWith]}};
  return chart;
}

/// One pair: its picture, the table of all subjects, and what the worst of them gives on both networks.
report::ReportSection pair_section(const audit::AuditResult& result, const audit::NeighbouringPair& pair) {
  report::ReportSection section{pair.name, pair.summary, {}};
  if (pair.with.num_nodes() <= kMostDrawn) section.items.emplace_back(drawing_of(pair));
  report::ReportTable table{
      "Every mechanism on this pair", "pair-" + stem_of(pair.name) + "-results", row_columns(), {}};
  std::vector<const audit::AuditRow*> rows;
  for (const audit::AuditRow& row : result.rows) {
    if (row.pair != pair.name) continue;
    table.rows.push_back(row_cells(row));
    if (!row.statistical.event.empty() && row.promised) rows.push_back(&row);
  }
  std::ranges::stable_sort(rows, std::greater{},
                           [](const audit::AuditRow* row) { return row->statistical.bound; });
  if (!rows.empty()) section.items.emplace_back(histogram_of(*rows.front()));
  section.items.emplace_back(std::move(table));
  return section;
}

std::vector<double> or_nan(const std::vector<std::optional<double>>& values) {
  std::vector<double> numbers;
  numbers.reserve(values.size());
  for (const auto& value : values)
    numbers.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
  return numbers;
}

report::LineChart growth_chart(const audit::AuditResult& result, bool exact) {
  report::LineChart chart;
  chart.title = exact ? "Exact epsilon" : "Measured lower bound of epsilon";
  chart.caption = exact ? std::string("Written down from what the noisy steps receive.")
                        : fmt::format(
                              "Each bound with {:g}% confidence. It flattens where the number of runs "
                              "allows no larger one.",
                              100 * result.confidence);
  chart.file_stem = exact ? "hub-growth-exact" : "hub-growth-measured";
  chart.x_label = "friends of the hub";
  chart.y_label = "epsilon";
  chart.x_scale = report::Scale::log;
  for (const unsigned friends : result.growth.front().friends) chart.x.push_back(friends);
  for (const audit::HubGrowth& growth : result.growth) {
    std::vector<double> y = exact ? or_nan(growth.exact) : growth.bounds;
    if (std::ranges::all_of(y, [](double value) { return std::isnan(value); })) continue;
    const std::string mechanism = growth.subject.substr(0, growth.subject.find(','));
    chart.series.push_back(
        {.name = growth.subject, .y = std::move(y), .like = mechanism == growth.subject ? "" : mechanism});
  }
  chart.levels = {{"promised", result.growth_level.value()}};
  return chart;
}

report::ReportSection growth_section(const audit::AuditResult& result) {
  return {"How epsilon grows with the hub",
          "The edge between a private hub and one public user moves the second hop of all the hub's friends "
          "(E1). What the paper declares for it does not depend on their number.",
          {growth_chart(result, false), growth_chart(result, true)}};
}

report::ReportSection sweep_section(const audit::AuditResult& result) {
  report::ReportTable table{result.sweeps.front().result.what,
                            "play-back",
                            {{"mechanism"},
                             {"hops", report::Align::right},
                             {"pairs", report::Align::right},
                             {"exceeding", report::Align::right},
                             {"worst step"},
                             {"moved by", report::Align::right},
                             {"declared", report::Align::right},
                             {"loss / level", report::Align::right}},
                            {}};
  for (const audit::AuditSweep& sweep : result.sweeps) {
    const audit::SweepResult& swept = sweep.result;
    table.rows.push_back(
        {{sweep.subject},
         {fmt::format("{}", sweep.hops)},
         {fmt::format("{}", swept.pairs)},
         {fmt::format("{}", swept.exceeding), swept.holds() ? report::Tone::neutral : report::Tone::bad},
         {swept.worst_step.name},
         {fmt::format("{:g}", swept.worst_step.change)},
         {fmt::format("{:g}", swept.worst_step.declared)},
         {epsilon_text(swept.worst_loss)}});
  }
  return {"Play-back",
          "Every mechanism runs on two neighbouring networks, and every noisy step is made to give the same "
          "on both. So what the steps received can be compared: the true change against the sensitivity "
          "that the step declared.",
          {std::move(table)}};
}

report::Badge badge_of(const audit::AuditResult& result, const AuditView& view) {
  const report::Badge found = result.any_violation() ? report::Badge{"violations found", report::Tone::bad}
                              : result.any_inconclusive()
                                  ? report::Badge{"inconclusive", report::Tone::partly}
                                  : report::Badge{"no violation found", report::Tone::neutral};
  if (!view.of_given_network) return found;
  return {fmt::format("{}; {}", kAuditNotPrivate, found.text), report::Tone::bad};
}

}  // namespace

report::ReportDocument audit_document(const audit::AuditResult& result,
                                      const std::vector<audit::NeighbouringPair>& pairs,
                                      const AuditView& view) {
  report::ReportDocument document;
  document.title = "Audit: do the mechanisms keep their promise?";
  std::size_t broken = 0;
  const auto summaries = subject_summaries(result);
  for (const SubjectSummary& summary : summaries)
    broken += summary.verdict == audit::AuditVerdict::kViolation ? 1U : 0U;
  document.lead = fmt::format(
      "{} of {} mechanisms and readings break the promise of privacy on some pair of networks that differ in "
      "one connection.{}",
      broken, summaries.size(),
      broken < summaries.size() ? " Of the others no violation was found, which is no proof." : "");
  document.badge = badge_of(result, view);
  document.palette = mechanism_palette();
  document.sections.push_back(summary_section(result));
  if (!result.growth.empty()) document.sections.push_back(growth_section(result));
  for (const audit::NeighbouringPair& pair : pairs) document.sections.push_back(pair_section(result, pair));
  if (!result.sweeps.empty()) document.sections.push_back(sweep_section(result));
  document.provenance = {{"program", fmt::format("hopveil {} ({})", kVersion, build_commit())},
                         {"command", command_line()},
                         {"made", utc_now()},
                         {"seed", fmt::format("{}", result.seed)},
                         {"confidence", fmt::format("{:g}", result.confidence)}};
  return document;
}

}  // namespace hopveil::cli
