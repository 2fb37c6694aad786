// SPDX-License-Identifier: Apache-2.0
#pragma once

// The three kinds of chart seen alike: what they have in common is written once.

#include <string>
#include <vector>

#include "report/document.h"

namespace hopveil::report {

enum class ChartKind { line, bar, histogram };

/// Looks into a chart that must outlive it.
struct ChartView {
  ChartKind kind = ChartKind::line;
  const ChartFrame* frame = nullptr;
  const std::vector<ChartSeries>* series = nullptr;
  std::vector<ReferenceLine> levels;
  std::vector<double> x;            // of a line chart; the edges of a histogram
  Scale x_scale = Scale::linear;    // of a line chart
  std::vector<std::string> labels;  // of each y, for reading: "4", "hop 2", "10 to 12"
};

ChartView view_of(const LineChart& chart);
ChartView view_of(const BarChart& chart);
ChartView view_of(const Histogram& chart);

/// All charts of the document in order.
std::vector<ChartView> charts_of(const ReportDocument& document);

/// What an axis of this scale must cover: every y and level and the upper ends of spreads. The lower ends
/// count only on a linear axis, and there only down to 0 if no y is negative: y - sd below 0 says nothing.
/// {0, 1} when there is no value.
struct ValueRange {
  double least = 0;
  double largest = 1;
};
ValueRange value_range(const ChartView& chart, Scale scale);

/// Whether the chart can be drawn on a logarithmic axis: it shows something positive and nothing negative.
bool allows_log(const ChartView& chart);

/// What the chart shows in two sentences, from its numbers: for readers who cannot see it.
std::string summary_of(const ChartView& chart);

/// One line per value: x (or from,to), series, y, low, high; levels have an empty x.
std::string chart_csv(const ChartView& chart);

}  // namespace hopveil::report
