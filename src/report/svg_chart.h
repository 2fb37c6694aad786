// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/axis.h"
#include "report/chart_view.h"
#include "report/series_style.h"
#include "report/svg_writer.h"

namespace hopveil::report {

/// Where a chart's values stand in its picture.
struct PlotArea {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;
  Axis y_axis;

  double bottom() const { return top + height; }
  double y(double value) const { return bottom() - height * y_axis.fraction(value); }
};

/// Draws the values of a chart of its kind into the plot area; axes and key are there already.
void draw_lines(SvgWriter& svg, const ChartView& chart, const SeriesStyles& styles, const PlotArea& area,
                const Axis& x_axis);
void draw_bars(SvgWriter& svg, const ChartView& chart, const SeriesStyles& styles, const PlotArea& area);
void draw_steps(SvgWriter& svg, const ChartView& chart, const SeriesStyles& styles, const PlotArea& area,
                const Axis& x_axis);

/// The whole picture of a chart.
std::string chart_svg(const ChartView& chart, const SeriesStyles& styles);

}  // namespace hopveil::report
