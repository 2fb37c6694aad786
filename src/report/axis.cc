// SPDX-License-Identifier: Apache-2.0
#include "report/axis.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hopveil::report {
namespace {

constexpr double kSlack = 1e-9;  // of a step: rounding errors must not cost a tick

/// 1, 2 or 5 times a power of ten, not below `step`.
double round_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (step <= factor * power * (1 + kSlack)) return factor * power;
  return 10 * power;
}

/// Every 1, 2, 5 times a power of ten around the range, one beyond each end.
std::vector<double> log_grid(ValueRange range) {
  std::vector<double> grid;
  const int first = static_cast<int>(std::floor(std::log10(range.least))) - 1;
  const int last = static_cast<int>(std::ceil(std::log10(range.largest))) + 1;
  for (int power = first; power <= last; ++power)
    for (const double factor : {1.0, 2.0, 5.0}) grid.push_back(factor * std::pow(10.0, power));
  return grid;
}

}  // namespace

double Axis::fraction(double value) const {
  if (scale == Scale::linear) return std::clamp((value - begin) / (end - begin), 0.0, 1.0);
  if (!(value > begin)) return 0;
  return std::min(1.0, std::log(value / begin) / std::log(end / begin));
}

Axis linear_axis(ValueRange range, bool from_zero, int wanted) {
  if (from_zero) range = {std::min(0.0, range.least), std::max(0.0, range.largest)};
  if (range.least == range.largest)
    range.largest = range.least + (range.least == 0 ? 1 : std::abs(range.least));
  const double step = round_step((range.largest - range.least) / wanted);
  const double first = std::floor(range.least / step + kSlack);
  // Room above the largest value, but no more than to the next tick: an empty upper third says nothing.
  const double room = range.largest + 0.06 * (range.largest - range.least);
  const double end = std::min(std::ceil(range.largest / step - kSlack) * step, room);
  Axis axis{Scale::linear, first * step, end, {}};
  for (int i = 0; (first + i) * step <= end * (1 + kSlack); ++i) axis.ticks.push_back((first + i) * step);
  return axis;
}

Axis log_axis(ValueRange range) {
  const std::vector<double> grid = log_grid(range);
  auto begin = std::upper_bound(grid.begin(), grid.end(), range.least * (1 + kSlack)) - 1;
  const auto end = std::lower_bound(grid.begin(), grid.end(), range.largest * (1 - kSlack));
  if (begin == end) --begin;
  Axis axis{Scale::log, *begin, *end, {begin, end + 1}};
  constexpr std::size_t kMany = 9;
  if (axis.ticks.size() > kMany) {
    std::erase_if(axis.ticks, [](double tick) {
      const double power = std::log10(tick);
      return std::abs(power - std::round(power)) > kSlack;
    });
  }
  return axis;
}

Axis y_axis(const ChartView& chart) {
  constexpr int kTicks = 5;
  if (chart.frame->y_scale == Scale::log && allows_log(chart))
    return log_axis(value_range(chart, Scale::log));
  return linear_axis(value_range(chart, Scale::linear), true, kTicks);
}

}  // namespace hopveil::report
