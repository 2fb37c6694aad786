// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>

#include "report/svg_chart.h"

namespace hopveil::report {
namespace {

constexpr double kMarkerSize = 3.6;
constexpr double kBandOpacity = 0.16;

/// The runs of neighbouring positions where the series has a value that the axis can show.
std::vector<std::pair<std::size_t, std::size_t>> runs_of(const ChartSeries& series, const Axis& y_axis) {
  std::vector<std::pair<std::size_t, std::size_t>> runs;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= series.y.size(); ++i) {
    const bool shown = i < series.y.size() && std::isfinite(series.y[i]) &&
                       (y_axis.scale == Scale::linear || series.y[i] > 0);
    if (shown) continue;
    if (begin < i) runs.emplace_back(begin, i);
    begin = i + 1;
  }
  return runs;
}

void draw_whisker(SvgWriter& svg, const PlotArea& area, const Ink& ink, double x, double low, double high) {
  constexpr double kCap = 2.5;
  const double top = area.y(high);
  const double bottom = area.y(low);
  svg.line({x, top}, {x, bottom}, ink, 1);
  svg.line({x - kCap, top}, {x + kCap, top}, ink, 1);
  svg.line({x - kCap, bottom}, {x + kCap, bottom}, ink, 1);
}

}  // namespace

void draw_lines(SvgWriter& svg, const ChartView& chart, const SeriesStyles& styles, const PlotArea& area,
                const Axis& x_axis) {
  const auto x_of = [&](std::size_t i) { return area.left + area.width * x_axis.fraction(chart.x[i]); };
  for (const ChartSeries& series : *chart.series) {
    if (series.low.empty()) continue;
    for (const auto& [begin, end] : runs_of(series, area.y_axis)) {
      const Ink ink = ink_of(styles.of(series.name));
      if (end - begin == 1) {  // no band around a value that stands alone
        draw_whisker(svg, area, ink, x_of(begin), series.low[begin], series.high[begin]);
        continue;
      }
      std::vector<Point> outline;
      for (std::size_t i = begin; i < end; ++i) outline.push_back({x_of(i), area.y(series.high[i])});
      for (std::size_t i = end; i-- > begin;) outline.push_back({x_of(i), area.y(series.low[i])});
      svg.area(outline, ink, kBandOpacity);
    }
  }
  for (const ChartSeries& series : *chart.series) {
    const SeriesStyle& style = styles.of(series.name);
    const Ink ink = ink_of(style);
    for (const auto& [begin, end] : runs_of(series, area.y_axis)) {
      std::vector<Point> points;
      for (std::size_t i = begin; i < end; ++i) points.push_back({x_of(i), area.y(series.y[i])});
      svg.polyline(points, ink, series.reference ? 1.5 : 2, kDashes.at(static_cast<std::size_t>(style.dash)));
      for (const Point& point : points) svg.marker(style.marker, point, kMarkerSize, ink);
    }
  }
}

void draw_bars(SvgWriter& svg, const ChartView& chart, const SeriesStyles& styles, const PlotArea& area) {
  constexpr double kGroupShare = 0.78;
  const double slot = area.width / static_cast<double>(chart.labels.size());
  const double bar = slot * kGroupShare / static_cast<double>(chart.series->size());
  const double ground = area.y(area.y_axis.scale == Scale::log ? area.y_axis.begin : 0);
  for (std::size_t s = 0; s < chart.series->size(); ++s) {
    const ChartSeries& series = (*chart.series)[s];
    const SeriesStyle& style = styles.of(series.name);
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i])) continue;
      const double left =
          area.left + slot * (static_cast<double>(i) + (1 - kGroupShare) / 2) + bar * static_cast<double>(s);
      const double value = area.y(series.y[i]);
      svg.rectangle({left + bar * 0.06, std::min(value, ground)}, bar * 0.88, std::abs(ground - value),
                    ink_of(style), series.reference ? 0.45 : 0.85);
      if (!series.low.empty())
        draw_whisker(svg, area, kTextInk, left + bar / 2, series.low[i], series.high[i]);
      svg.marker(style.marker, {left + bar / 2, value}, std::min(kMarkerSize, bar * 0.3), ink_of(style));
    }
  }
}

void draw_steps(SvgWriter& svg, const ChartView& chart, const SeriesStyles& styles, const PlotArea& area,
                const Axis& x_axis) {
  const auto x_of = [&](std::size_t i) { return area.left + area.width * x_axis.fraction(chart.x[i]); };
  for (const ChartSeries& series : *chart.series) {
    if (series.y.empty()) continue;
    const SeriesStyle& style = styles.of(series.name);
    std::vector<Point> outline = {{x_of(0), area.bottom()}};
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      const double y = std::isfinite(series.y[i]) ? area.y(series.y[i]) : area.bottom();
      outline.push_back({x_of(i), y});
      outline.push_back({x_of(i + 1), y});
    }
    outline.push_back({x_of(series.y.size()), area.bottom()});
    svg.area(outline, ink_of(style), series.reference ? 0.1 : 0.25);
    svg.polyline(outline, ink_of(style), 1.6, kDashes.at(static_cast<std::size_t>(style.dash)));
  }
}

}  // namespace hopveil::report
