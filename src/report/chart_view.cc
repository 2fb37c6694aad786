// SPDX-License-Identifier: Apache-2.0
#include "report/chart_view.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

#include "report/text.h"

namespace hopveil::report {
namespace {

template <typename Visit>
void for_each_y(const ChartView& chart, const Visit& visit) {
  for (const ChartSeries& series : *chart.series)
    for (const double value : series.y) visit(value);
  for (const ReferenceLine& level : chart.levels) visit(level.value);
}

bool has_negative(const ChartView& chart) {
  bool negative = false;
  for_each_y(chart, [&](double value) { negative = negative || value < 0; });
  return negative;
}

struct Extreme {
  std::string series;
  std::string label;
  double value = std::numeric_limits<double>::quiet_NaN();
};

/// The least (sign 1) or largest (sign -1) y of the competitors, among the positions from `first` on.
Extreme extreme_of(const ChartView& chart, std::size_t first, double sign) {
  Extreme extreme;
  for (const ChartSeries& series : *chart.series) {
    if (series.reference) continue;
    for (std::size_t i = first; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i])) continue;
      if (!std::isfinite(extreme.value) || sign * series.y[i] < sign * extreme.value)
        extreme = {series.name, chart.labels[i], series.y[i]};
    }
  }
  return extreme;
}

std::string levels_sentence(const ChartView& chart) {
  std::string sentence;
  for (const ReferenceLine& level : chart.levels)
    sentence += fmt::format(" {}: {}.", level.name, readable_number(level.value));
  return sentence;
}

std::string names_of(const std::vector<ChartSeries>& all) {
  std::string names;
  for (const ChartSeries& series : all) names += (names.empty() ? "" : ", ") + series.name;
  return names;
}

}  // namespace

ChartView view_of(const LineChart& chart) {
  ChartView view{ChartKind::line, &chart, &chart.series, chart.levels, chart.x, chart.x_scale, {}};
  for (const double x : chart.x) view.labels.push_back(readable_number(x));
  return view;
}

ChartView view_of(const BarChart& chart) {
  return {ChartKind::bar, &chart, &chart.series, chart.levels, {}, Scale::linear, chart.categories};
}

ChartView view_of(const Histogram& chart) {
  ChartView view{ChartKind::histogram, &chart, &chart.series, {}, chart.edges, Scale::linear, {}};
  for (std::size_t i = 0; i + 1 < chart.edges.size(); ++i) {
    const double middle = (chart.edges[i] + chart.edges[i + 1]) / 2;
    const bool is_whole_number = chart.edges[i + 1] - chart.edges[i] == 1 && middle == std::round(middle);
    view.labels.push_back(is_whole_number ? readable_number(middle)
                                          : fmt::format("{} to {}", readable_number(chart.edges[i]),
                                                        readable_number(chart.edges[i + 1])));
  }
  return view;
}

std::vector<ChartView> charts_of(const ReportDocument& document) {
  std::vector<ChartView> charts;
  for (const ReportSection& section : document.sections) {
    for (const ReportItem& item : section.items) {
      std::visit(
          [&](const auto& one) {
            if constexpr (requires { view_of(one); }) charts.push_back(view_of(one));
          },
          item);
    }
  }
  return charts;
}

ValueRange value_range(const ChartView& chart, Scale scale) {
  ValueRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const auto cover = [&](double value) {
    if (!std::isfinite(value) || (scale == Scale::log && value <= 0)) return;
    range.least = std::min(range.least, value);
    range.largest = std::max(range.largest, value);
  };
  for_each_y(chart, cover);
  const double floor = has_negative(chart) ? -std::numeric_limits<double>::infinity() : 0;
  for (const ChartSeries& series : *chart.series) {
    for (const double value : series.high) cover(value);
    if (scale == Scale::log) continue;
    for (const double value : series.low) cover(std::max(value, floor));
  }
  return range.least <= range.largest ? range : ValueRange{};
}

bool allows_log(const ChartView& chart) {
  if (chart.kind == ChartKind::bar) return false;  // a bar begins at zero
  bool positive = false;
  for_each_y(chart, [&](double value) { positive = positive || value > 0; });
  return positive && !has_negative(chart);
}

std::string summary_of(const ChartView& chart) {
  const std::size_t count = chart.labels.size();
  if (count == 0 || chart.series->empty()) return "No data." + levels_sentence(chart);
  if (chart.kind == ChartKind::histogram) {
    const Extreme peak = extreme_of(chart, 0, -1);
    return fmt::format("Distribution of {} over {} bins of {} from {} to {}. The highest bin is {} of {}.",
                       names_of(*chart.series), count, chart.frame->x_label, readable_number(chart.x.front()),
                       readable_number(chart.x.back()), peak.label, peak.series);
  }
  std::string text = fmt::format("{} for {} by {}, {} to {}.", chart.frame->y_label, names_of(*chart.series),
                                 chart.frame->x_label, chart.labels.front(), chart.labels.back());
  const bool is_line = chart.kind == ChartKind::line;
  const Extreme lowest = extreme_of(chart, is_line ? count - 1 : 0, 1);
  const Extreme highest = extreme_of(chart, is_line ? count - 1 : 0, -1);
  if (std::isfinite(lowest.value)) {
    text += fmt::format(" Lowest{}: {} with {}{}; highest: {} with {}{}.",
                        is_line ? " at " + chart.labels.back() : "", lowest.series,
                        readable_number(lowest.value), is_line ? "" : " at " + lowest.label, highest.series,
                        readable_number(highest.value), is_line ? "" : " at " + highest.label);
  }
  return text + levels_sentence(chart);
}

std::string chart_csv(const ChartView& chart) {
  const bool binned = chart.kind == ChartKind::histogram;
  std::string csv =
      (binned ? csv_field(chart.frame->x_label + " from") + "," + csv_field(chart.frame->x_label + " to")
              : csv_field(chart.frame->x_label)) +
      ",series," + csv_field(chart.frame->y_label) + ",low,high\n";
  const auto position = [&](std::size_t i) {
    if (binned) return exact_number(chart.x[i]) + "," + exact_number(chart.x[i + 1]);
    return chart.kind == ChartKind::line ? exact_number(chart.x[i]) : csv_field(chart.labels[i]);
  };
  for (const ChartSeries& series : *chart.series) {
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      const bool spread = !series.low.empty();
      csv +=
          fmt::format("{},{},{},{},{}\n", position(i), csv_field(series.name), exact_number(series.y[i]),
                      spread ? exact_number(series.low[i]) : "", spread ? exact_number(series.high[i]) : "");
    }
  }
  for (const ReferenceLine& level : chart.levels)
    csv += fmt::format(",{},{},,\n", csv_field(level.name), exact_number(level.value));
  return csv;
}

}  // namespace hopveil::report
