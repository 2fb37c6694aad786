// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where an axis begins and ends and where its ticks stand.

#include <vector>

#include "report/chart_view.h"

namespace hopveil::report {

struct Axis {
  Scale scale = Scale::linear;
  double begin = 0;
  double end = 1;
  std::vector<double> ticks;

  /// 0 at the begin, 1 at the end; values outside stand at the nearer end, also those that have no logarithm.
  double fraction(double value) const;
};

/// Covers the range and a little more, and 0 too if `from_zero`. About `wanted` ticks, the first at the
/// begin.
Axis linear_axis(ValueRange range, bool from_zero, int wanted);

/// Covers a positive range; ticks at 1, 2, 5 times powers of ten, or at the powers alone when those are many.
Axis log_axis(ValueRange range);

/// The y axis of a chart: logarithmic where its frame asks for it and its values allow it.
Axis y_axis(const ChartView& chart);

}  // namespace hopveil::report
