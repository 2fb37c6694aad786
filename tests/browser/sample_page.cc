// SPDX-License-Identifier: Apache-2.0
// Writes a page that has every item of a report, with names that try to break it, for the browser tests.
// usage: sample_page FILE.html

#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>

#include <fmt/format.h>

#include "report/html.h"

namespace hopveil {
namespace {

const std::vector<double> kThresholds = {1, 2, 4, 6, 8, 10, 12, 14, 16};
/// A name as a user might choose it to break the page.
const std::string kHostile = "</script><script>alert('1')</script> \"q\" & \xFF";

/// Errors that fall with the threshold, as in the paper.
report::ChartSeries falling(const std::string& name, double start, double floor) {
  report::ChartSeries series{name, {}, {}, {}};
  for (const double t : kThresholds) {
    const double y = floor + (start - floor) / t;
    series.y.push_back(y);
    series.low.push_back(y * 0.93);
    series.high.push_back(y * 1.07);
  }
  return series;
}

report::LineChart panel(int figure, const std::string& data, const std::string& measure, double size,
                        report::Scale scale) {
  report::LineChart chart;
  chart.title = fmt::format("{}: {}", data, measure);
  chart.caption =
      figure == 1 ? "Lower is better. Below the zeros line a mechanism says more than nothing." : "";
  chart.file_stem = fmt::format("fig{}-{}", figure, measure);
  chart.x_label = "threshold t";
  chart.y_label = measure;
  chart.y_scale = scale;
  chart.spread = "one standard deviation over 100 runs";
  chart.x = kThresholds;
  chart.series = {falling("uniform", 4 * size, 1.2 * size),
                  falling("exponential", 3 * size, 1.7 * size),
                  falling("deba", 2.4 * size, 1.2 * size),
                  falling("duba-lf", 2.2 * size, 1.1 * size),
                  falling("duba-lf, literal", 2.3 * size, 1.15 * size),
                  falling("eli", 0.9 * size, 0.2 * size)};
  chart.series[4].like = "duba-lf";
  chart.series[1].y[3] = std::numeric_limits<double>::quiet_NaN();
  chart.levels = {{"zeros", size}, {"hop-median", 0.6 * size}};
  return chart;
}

report::ReportSection figures_section() {
  report::ReportSection section{
      "Figures 1 to 6", "Errors against the threshold, a panel per figure and measure as in the paper.", {}};
  const std::vector<std::pair<std::string, double>> data = {
      {"Polblogs, c = 4", 15.2}, {"Polblogs, c = 7", 8.7}, {"Facebook, c = 4", 41.8},
      {"Facebook, c = 7", 28.7}, {"CondMat, c = 4", 155},  {"CondMat, c = 7", 151}};
  for (int i = 0; i < 6; ++i) {
    const auto& [name, size] = data[static_cast<std::size_t>(i)];
    section.items.emplace_back(
        panel(i + 1, name, "MAE", size, i > 2 ? report::Scale::log : report::Scale::linear));
    section.items.emplace_back(
        panel(i + 1, name, "MRE", size / 20, i > 2 ? report::Scale::log : report::Scale::linear));
  }
  return section;
}

report::ReportSection hops_section() {
  report::BarChart chart;
  chart.title = "Error per hop, t = 16";
  chart.file_stem = "hops";
  chart.x_label = "hop";
  chart.y_label = "MAE";
  chart.wide = true;
  chart.spread = "one standard deviation over 100 runs";
  chart.categories = {"1", "2", "3", "4"};
  chart.series = {{"uniform", {3, 22, 31, 12}, {2.5, 20, 29, 11}, {3.5, 24, 33, 13}},
                  {"deba", {2, 15, 27, 9}, {1.7, 14, 25, 8}, {2.3, 16, 29, 10}},
                  {"duba-lf", {2, 12, 24, 8}, {1.8, 11, 22, 7}, {2.2, 13, 26, 9}},
                  {"eli", {1.5, 4, 6, 2}, {1.3, 3, 5, 1}, {1.7, 5, 7, 3}},
                  {"hop-median", {1, 7, 12, 5}, {}, {}, true}};
  chart.levels = {{"zeros", 15.2}};
  return {"Per hop", "Where the error comes from.", {chart}};
}

report::ReportSection claims_section() {
  report::ReportTable table{
      "The paper's claims, one by one",
      "claims",
      {{"Claim"}, {"Paper", report::Align::right}, {"Ours", report::Align::right}, {"Verdict"}},
      {{{"DUBA-LF outperforms Uniform on Polblogs, c = 4, by up to 76.6% in MAE"},
        {"76.6%"},
        {"71.9%", {}, true},
        {"holds", report::Tone::good}},
       {{"DEBA is best on Facebook, c = 4"},
        {"45.8%"},
        {"12.3%"},
        {"in direction only", report::Tone::partly}},
       {{"DUBA-LF is better than zeros"}, {"not said"}, {"-15.8%"}, {"does not hold", report::Tone::bad}},
       {{kHostile}, {"1"}, {"2"}, {"not tested", report::Tone::neutral}}},
      "MAE: mean absolute error of a count. " + kHostile};
  report::Prose notice{
      "A mechanism that does not beat zeros publishes nothing useful.\n\nEvery table has this row.",
      report::Tone::partly, "Read this first"};
  report::KeyFigures figures{
      {{"claims that hold", "11 of 18", "under the consistent reading", report::Tone::good},
       {"in direction only", "4", "", report::Tone::partly},
       {"do not hold", "3", "two of them on Facebook", report::Tone::bad},
       {"counts made", "12 345 678", "in 214 seconds"}}};
  return {
      "Claims", "", {figures, notice, table, report::Command{"hopveil reproduce --fetch -o " + kHostile}}};
}

report::ReportSection audit_section() {
  report::NetworkDrawing hub{"The private hub beside one public user",
                             "One edge moves the counts of all its neighbours.",
                             "hub",
                             {},
                             {}};
  hub.nodes = {{"p", true, {{0, 0}}}, {"hub", false, {{2, 0}}}};
  for (int i = 0; i < 6; ++i) {
    hub.nodes.push_back({fmt::format("u{}", i + 1), false, {{3.4, -1.5 + 0.6 * i}}});
    hub.edges.emplace_back(1, i + 2);
  }
  hub.differing_edge = {0, 1};
  report::NetworkDrawing ring{"A ring", "Without places, nodes stand on a circle.", "ring", {}, {}};
  for (int i = 0; i < 7; ++i) {
    ring.nodes.push_back({std::string(1, static_cast<char>('a' + i)), i % 3 == 0});
    ring.edges.emplace_back(i, (i + 1) % 7);
  }
  report::Histogram outputs;
  outputs.title = "Outputs on both graphs";
  outputs.caption = "Far apart: who sees one output can tell which graph it came from.";
  outputs.file_stem = "outputs";
  outputs.x_label = "sum of published counts";
  outputs.y_label = "share of releases";
  report::ChartSeries with{"with the edge", {}};
  report::ChartSeries without{"without the edge", {}};
  for (int i = -20; i <= 20; ++i) {
    outputs.edges.push_back(i - 0.5);
    with.y.push_back(std::exp(-std::abs(i - 6) / 3.0) / 6);
    without.y.push_back(std::exp(-std::abs(i) / 3.0) / 6);
  }
  outputs.edges.push_back(20.5);
  outputs.series = {with, without};
  report::BarChart bound;
  bound.title = "Measured against promised";
  bound.file_stem = "bound";
  bound.x_label = "neighbours of the hub";
  bound.y_label = "epsilon is at least";
  bound.categories = {"2", "4", "8", "16"};
  bound.series = {{"lower bound", {0.9, 1.9, 3.7, 6.8}, {}, {}}};
  bound.levels = {{"promised", 1}};
  return {"Audit", "It can refute; it cannot prove.", {hub, outputs, ring, bound}};
}

/// One threshold only, and nothing at all: what a first small experiment may have.
report::ReportSection corners_section() {
  report::LineChart single = panel(1, "One threshold", "MAE", 15.2, report::Scale::linear);
  single.file_stem = "single";
  single.x = {16};
  for (report::ChartSeries& series : single.series) {
    series.y.resize(1);
    series.low.resize(1);
    series.high.resize(1);
  }
  report::Histogram empty;
  empty.title = "Nothing";
  empty.file_stem = "empty";
  empty.x_label = "count";
  empty.y_label = "share";
  empty.series = {{"eli"}};
  return {"Corners", "", {single, empty}};
}

/// Bars with a verdict each, and sliders over four combinations.
report::ReportSection choices_section() {
  report::Ranking ranking;
  ranking.title = "Error of each mechanism";
  ranking.file_stem = "ranking";
  ranking.unit = "Mean absolute error (MAE)";
  ranking.rows = {{"eli", 2.5, report::Badge{"privacy proved", report::Tone::good}},
                  {"deba", 17.6, report::Badge{"privacy refuted", report::Tone::bad}},
                  {kHostile, 99, report::Badge{"privacy refuted", report::Tone::bad}}};
  ranking.line = {"publishing zeros", 15.2};
  ranking.cut_at = 38;
  report::Explorer explorer;
  explorer.title = "What other choices would give";
  explorer.file_stem = "choices";
  explorer.dials = {{"mechanism", {"eli", "deba"}, 0}, {"hop", {"1", "all"}, 1}};
  explorer.results = {"MAE"};
  explorer.cells = {{"1 to 2"}, {"3 to 4"}, {"5 to 6"}, {kHostile}};
  return {"Choices", "", {ranking, explorer}};
}

report::ReportDocument sample() {
  report::ReportDocument document;
  document.title = "Reproducing the paper: connection fingerprints under personalized privacy";
  document.lead =
      "Of 18 claims, 11 hold, 4 hold in direction only and 3 do not. Only eli says more than zeros on every "
      "graph.";
  document.badge = report::Badge{"reproduced with 100 runs", report::Tone::good};
  document.sections = {claims_section(), figures_section(), hops_section(),
                       audit_section(),  corners_section(), choices_section()};
  document.provenance = {{"Program", "hopveil 0.1.0"},
                         {"Seed", "7"},
                         {"Command", "hopveil reproduce --runs 100 -o " + kHostile}};
  return document;
}

}  // namespace
}  // namespace hopveil

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: sample_page FILE.html\n";
    return 2;
  }
  std::ofstream file(argv[1], std::ios::binary);
  file << hopveil::report::render_html(hopveil::sample());
  file.close();
  return file ? 0 : 4;
}
