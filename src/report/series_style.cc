// SPDX-License-Identifier: Apache-2.0
#include "report/series_style.h"

#include <algorithm>

#include "base/check.h"
#include "report/chart_view.h"

namespace hopveil::report {
namespace {

constexpr int kColours = static_cast<int>(kSeriesColours.size());
constexpr int kMarkers = static_cast<int>(Marker::none);
constexpr int kPatterns = static_cast<int>(kDashes.size());

}  // namespace

SeriesStyles::SeriesStyles(const ReportDocument& document) : palette_(document.palette) {
  const std::vector<ChartView> charts = charts_of(document);
  for (const ChartView& chart : charts)
    for (const ChartSeries& series : *chart.series)
      if (!series.reference) add(series);
  const std::size_t in_charts = names_.size();  // switches list what is in the charts
  for (const ReportSection& section : document.sections) {
    for (const ReportItem& item : section.items) {
      const auto* ranking = std::get_if<Ranking>(&item);
      if (ranking == nullptr) continue;
      for (const Ranking::Row& row : ranking->rows) add({.name = row.name, .like = row.like});
    }
  }
  names_.resize(in_charts);
  for (const ChartView& chart : charts) {
    for (const ChartSeries& series : *chart.series)
      if (series.reference) add_reference(series.name);
    for (const ReferenceLine& level : chart.levels) add_reference(level.name);
  }
}

const SeriesStyle& SeriesStyles::of(const std::string& name) const {
  const auto found = styles_.find(name);
  check(found != styles_.end(), "a chart has a series that its document does not have");
  return found->second;
}

void SeriesStyles::add(const ChartSeries& series) {
  if (is_known(series.name)) return;
  SeriesStyle style;
  if (!series.like.empty() && is_known(series.like)) {
    style = of(series.like);
    style.dash = 1 + relatives_ % (kPatterns - 1);
    style.marker = static_cast<Marker>((static_cast<int>(style.marker) + 3) % kMarkers);
    ++relatives_;
  } else {
    // Past the last colour they begin again with another dash; markers, of which there are more, go on.
    const auto fixed = std::ranges::find(palette_, series.name);
    const int place = fixed != palette_.end() ? static_cast<int>(fixed - palette_.begin())
                                              : static_cast<int>(palette_.size()) + competitors_++;
    style = {place % kColours, static_cast<Marker>(place % kMarkers), (place / kColours) % kPatterns};
  }
  styles_.emplace(series.name, style);
  names_.push_back(series.name);
}

void SeriesStyles::add_reference(const std::string& name) {
  if (is_known(name)) return;
  styles_.emplace(name, SeriesStyle{-1, Marker::none, 1 + references_ % (kPatterns - 1)});
  names_.push_back(name);
  ++references_;
}

}  // namespace hopveil::report
