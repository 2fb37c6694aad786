// SPDX-License-Identifier: Apache-2.0
#include "report/svg_chart.h"

#include <algorithm>
#include <cstddef>

#include "report/svg.h"
#include "report/text.h"

namespace hopveil::report {
namespace {

constexpr double kWidth = 440;
constexpr double kWideWidth = 720;
constexpr double kPlotHeight = 220;
constexpr double kTextSize = 12;
constexpr double kTop = 12;
constexpr double kRight = 16;
constexpr double kBelow = 52;  // tick labels and the axis label
constexpr double kKeyRow = 20;
constexpr double kSwatch = 26;

struct KeyEntry {
  std::string name;
  double x = 0;
  int row = 0;
};

/// The names of a chart from left to right, in as many rows as they need.
std::vector<KeyEntry> lay_out_key(const ChartView& chart, double room) {
  std::vector<std::string> names;
  for (const ChartSeries& series : *chart.series) names.push_back(series.name);
  for (const ReferenceLine& level : chart.levels)
    if (std::find(names.begin(), names.end(), level.name) == names.end()) names.push_back(level.name);

  std::vector<KeyEntry> entries;
  double x = 0;
  int row = 0;
  for (const std::string& name : names) {
    const double width = kSwatch + 6 + text_width(name, kTextSize) + 18;
    if (x > 0 && x + width > room) {
      x = 0;
      ++row;
    }
    entries.push_back({name, x, row});
    x += width;
  }
  return entries;
}

void draw_key(SvgWriter& svg, const std::vector<KeyEntry>& entries, const SeriesStyles& styles, double top) {
  for (const KeyEntry& entry : entries) {
    const SeriesStyle& style = styles.of(entry.name);
    const double y = top + kKeyRow * entry.row + kKeyRow / 2;
    svg.line({entry.x, y}, {entry.x + kSwatch, y}, ink_of(style), 2,
             kDashes.at(static_cast<std::size_t>(style.dash)));
    svg.marker(style.marker, {entry.x + kSwatch / 2, y}, 3.6, ink_of(style));
    svg.text({entry.x + kSwatch + 6, y + 4}, entry.name, Anchor::start, kTextInk, kTextSize);
  }
}

void draw_y_axis(SvgWriter& svg, const ChartView& chart, const PlotArea& area) {
  for (const double tick : area.y_axis.ticks) {
    const double y = area.y(tick);
    svg.line({area.left, y}, {area.left + area.width, y}, kFaintInk, 1);
    svg.text({area.left - 7, y + 4}, readable_number(tick), Anchor::end, kSoftInk, kTextSize);
  }
  svg.text({13, area.top + area.height / 2}, chart.frame->y_label, Anchor::middle, kTextInk, kTextSize, true);
}

/// Labels below the axis, leaving out those that would touch the one before.
void draw_x_labels(SvgWriter& svg, const PlotArea& area,
                   const std::vector<std::pair<double, std::string>>& labels) {
  double free_from = -1;
  for (const auto& [x, label] : labels) {
    svg.line({x, area.bottom()}, {x, area.bottom() + 4}, kSoftInk, 1);
    const double half = text_width(label, kTextSize) / 2;
    if (x - half < free_from) continue;
    svg.text({x, area.bottom() + 18}, label, Anchor::middle, kSoftInk, kTextSize);
    free_from = x + half + 6;
  }
}

void draw_levels(SvgWriter& svg, const ChartView& chart, const SeriesStyles& styles, const PlotArea& area) {
  for (const ReferenceLine& level : chart.levels) {
    const SeriesStyle& style = styles.of(level.name);
    const double y = area.y(level.value);
    svg.line({area.left, y}, {area.left + area.width, y}, ink_of(style), 1.6,
             kDashes.at(static_cast<std::size_t>(style.dash)));
  }
}

Axis x_axis_of(const ChartView& chart) {
  if (chart.x.empty()) return {};
  Axis axis;
  axis.scale = chart.x_scale;
  axis.begin = chart.x.front();
  axis.end = chart.x.back();
  if (axis.begin == axis.end) {  // a single value stands in the middle
    const bool log = axis.scale == Scale::log;
    axis.begin = log ? axis.begin / 2 : axis.begin - 1;
    axis.end = log ? axis.end * 2 : axis.end + 1;
  }
  if (chart.kind == ChartKind::line) {
    axis.ticks = chart.x;
  } else {
    axis.ticks = linear_axis({axis.begin, axis.end}, false, 8).ticks;
    std::erase_if(axis.ticks, [&](double tick) { return tick < axis.begin || tick > axis.end; });
  }
  return axis;
}

std::vector<std::pair<double, std::string>> x_labels(const ChartView& chart, const PlotArea& area,
                                                     const Axis& x_axis) {
  std::vector<std::pair<double, std::string>> labels;
  if (chart.kind == ChartKind::bar) {
    const double slot = area.width / static_cast<double>(chart.labels.size());
    for (std::size_t i = 0; i < chart.labels.size(); ++i)
      labels.emplace_back(area.left + slot * (static_cast<double>(i) + 0.5), chart.labels[i]);
    return labels;
  }
  for (const double tick : x_axis.ticks)
    labels.emplace_back(area.left + area.width * x_axis.fraction(tick), readable_number(tick));
  return labels;
}

}  // namespace

std::string chart_svg(const ChartView& chart, const SeriesStyles& styles) {
  const double width = chart.frame->wide ? kWideWidth : kWidth;
  const std::vector<KeyEntry> key = lay_out_key(chart, width);
  const Axis y_axis_of_chart = y_axis(chart);
  double widest = 0;
  for (const double tick : y_axis_of_chart.ticks)
    widest = std::max(widest, text_width(readable_number(tick), kTextSize));
  const double left = 32 + widest;
  const PlotArea area{left, kTop, width - left - kRight, kPlotHeight, y_axis_of_chart};
  const double key_top = area.bottom() + kBelow;
  const double height = key_top + (key.empty() ? 0 : kKeyRow * (key.back().row + 1)) + 4;

  SvgWriter svg(width, height, chart.frame->title, summary_of(chart));
  const Axis x_axis = x_axis_of(chart);
  draw_y_axis(svg, chart, area);
  if (chart.kind == ChartKind::bar) draw_bars(svg, chart, styles, area);
  draw_levels(svg, chart, styles, area);
  if (chart.kind == ChartKind::line) draw_lines(svg, chart, styles, area, x_axis);
  if (chart.kind == ChartKind::histogram) draw_steps(svg, chart, styles, area, x_axis);
  svg.line({area.left, area.bottom()}, {area.left + area.width, area.bottom()}, kSoftInk, 1);
  draw_x_labels(svg, area, x_labels(chart, area, x_axis));
  svg.text({area.left + area.width / 2, area.bottom() + 38}, chart.frame->x_label, Anchor::middle, kTextInk,
           kTextSize);
  draw_key(svg, key, styles, key_top);
  return svg.finish();
}

std::string render_svg(const LineChart& chart, const SeriesStyles& styles) {
  return chart_svg(view_of(chart), styles);
}
std::string render_svg(const BarChart& chart, const SeriesStyles& styles) {
  return chart_svg(view_of(chart), styles);
}
std::string render_svg(const Histogram& chart, const SeriesStyles& styles) {
  return chart_svg(view_of(chart), styles);
}

std::vector<Figure> render_figures(const ReportDocument& document) {
  const SeriesStyles styles(document);
  std::vector<Figure> figures;
  for (const ReportSection& section : document.sections) {
    for (const ReportItem& item : section.items) {
      std::visit(
          [&](const auto& one) {
            if constexpr (requires { render_svg(one, styles); })
              figures.emplace_back(one.file_stem + ".svg", render_svg(one, styles));
            else if constexpr (requires { render_svg(one); })
              figures.emplace_back(one.file_stem + ".svg", render_svg(one));
          },
          item);
    }
  }
  return figures;
}

}  // namespace hopveil::report
