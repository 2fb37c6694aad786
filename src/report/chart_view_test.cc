// SPDX-License-Identifier: Apache-2.0
#include "report/chart_view.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "report/axis.h"
#include "report/series_style.h"

namespace hopveil::report {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

LineChart errors_chart() {
  LineChart chart;
  chart.title = "Errors";
  chart.file_stem = "errors";
  chart.x_label = "threshold, t";
  chart.y_label = "MAE";
  chart.x = {1, 2.5};
  chart.series = {{"deba", {20, 10.25}, {-1, 9}, {21, 11}}, {"eli", {kNone, 4}, {}, {}}};
  chart.levels = {{"zeros", 15.2}};
  return chart;
}

TEST(ChartCsv, HasALinePerValueWithItsSpread) {
  const LineChart chart = errors_chart();
  EXPECT_EQ(chart_csv(view_of(chart)),
            "\"threshold, t\",series,MAE,low,high\n"
            "1,deba,20,-1,21\n"
            "2.5,deba,10.25,9,11\n"
            "1,eli,,,\n"
            "2.5,eli,4,,\n"
            ",zeros,15.2,,\n");
}

TEST(ChartCsv, NamesCategoriesAndBins) {
  BarChart bars;
  bars.x_label = "hop";
  bars.y_label = "MAE";
  bars.categories = {"1", "2, far"};
  bars.series = {{"eli", {3, 4}}};
  EXPECT_EQ(chart_csv(view_of(bars)), "hop,series,MAE,low,high\n1,eli,3,,\n\"2, far\",eli,4,,\n");

  Histogram bins;
  bins.x_label = "count";
  bins.y_label = "share";
  bins.edges = {0, 1, 4};
  bins.series = {{"hop 1", {0.75, 0.25}}};
  EXPECT_EQ(chart_csv(view_of(bins)),
            "count from,count to,series,share,low,high\n0,1,hop 1,0.75,,\n1,4,hop 1,0.25,,\n");
}

TEST(ChartSummary, SaysWhoIsLowestAndHighestAtTheEnd) {
  const LineChart chart = errors_chart();
  const std::string summary = summary_of(view_of(chart));
  EXPECT_THAT(summary, HasSubstr("Lowest at 2.5: eli with 4; highest: deba with 10.25."));
  EXPECT_THAT(summary, HasSubstr("zeros: 15.2."));
}

TEST(ChartSummary, IsThereWithoutData) {
  EXPECT_THAT(summary_of(view_of(LineChart{})), HasSubstr("No data."));
  EXPECT_THAT(summary_of(view_of(BarChart{})), HasSubstr("No data."));
  EXPECT_THAT(summary_of(view_of(Histogram{})), HasSubstr("No data."));
}

TEST(ChartRange, LeavesOutWhatASpreadSaysBelowZero) {
  const LineChart chart = errors_chart();
  EXPECT_EQ(value_range(view_of(chart), Scale::linear).least, 0);
  EXPECT_EQ(value_range(view_of(chart), Scale::linear).largest, 21);
  EXPECT_EQ(value_range(view_of(chart), Scale::log).least, 4);
}

TEST(ChartRange, LogIsForPositiveValues) {
  LineChart chart = errors_chart();
  EXPECT_TRUE(allows_log(view_of(chart)));
  chart.series[1].y[1] = -4;
  EXPECT_FALSE(allows_log(view_of(chart)));
  chart.series.clear();
  chart.levels = {{"zeros", 0}};
  EXPECT_FALSE(allows_log(view_of(chart)));
}

TEST(ChartRange, BarsAreNeverLogarithmic) {
  BarChart bars;
  bars.categories = {"1", "2"};
  bars.series = {{"eli", {3, 4}}};
  EXPECT_FALSE(allows_log(view_of(bars)));
}

TEST(Histogram, CallsBinsAroundWholeNumbersByThem) {
  Histogram chart;
  chart.edges = {-0.5, 0.5, 1.5, 3.5};
  EXPECT_THAT(view_of(chart).labels, ElementsAre("0", "1", "1.5 to 3.5"));
}

TEST(Axis, HasRoundTicks) {
  EXPECT_THAT(linear_axis({0, 63}, true, 5).ticks, ElementsAre(0, 20, 40, 60));
  EXPECT_THAT(linear_axis({0, 0.35}, true, 5).ticks,
              ElementsAre(0, DoubleEq(0.1), DoubleEq(0.2), DoubleEq(0.3)));
  EXPECT_THAT(log_axis({3, 150}).ticks, ElementsAre(2, 5, 10, 20, 50, 100, 200));
}

RC_GTEST_PROP(Axis, CoversEveryRange, (double one, double other)) {
  const ValueRange range{std::min(one, other), std::max(one, other)};
  const Axis axis = linear_axis(range, false, 5);
  RC_ASSERT(axis.begin <= range.least || std::abs(axis.begin - range.least) < 1e-6 * std::abs(axis.begin));
  RC_ASSERT(axis.end >= range.largest || std::abs(axis.end - range.largest) < 1e-6 * std::abs(axis.end));
  RC_ASSERT(axis.end > axis.begin);
  RC_ASSERT(!axis.ticks.empty() && axis.ticks.size() < 12U);
  const double place = axis.fraction(one);
  RC_ASSERT(place >= 0 && place <= 1);
}

RC_GTEST_PROP(Axis, CoversEveryPositiveRangeLogarithmically, ()) {
  const double least = std::pow(10.0, *rc::gen::inRange(-9, 9)) * (1 + *rc::gen::inRange(0, 900) / 100.0);
  const double largest = least * (1 + *rc::gen::inRange(0, 100000) / 10.0);
  const Axis axis = log_axis({least, largest});
  RC_ASSERT(axis.begin <= least * (1 + 1e-8) && axis.end >= largest * (1 - 1e-8) && axis.begin < axis.end);
  RC_ASSERT(axis.ticks.size() >= 1U && axis.ticks.size() <= 20U);
  RC_ASSERT(axis.fraction(0) == 0);
}

ReportDocument document_with(std::vector<ReportItem> items) {
  ReportDocument document;
  document.sections = {{"Section", "", std::move(items)}};
  return document;
}

TEST(SeriesStyle, ANameLooksTheSameInEveryChartAndNamesDiffer) {
  LineChart first = errors_chart();
  LineChart second = errors_chart();
  second.series = {{"uniform", {1, 2}}, {"eli", {1, 2}}, {"eli, other", {1, 2}, {}, {}, false, "eli"}};
  const SeriesStyles styles(document_with({first, second}));
  EXPECT_THAT(styles.names(), ElementsAre("deba", "eli", "uniform", "eli, other", "zeros"));
  EXPECT_NE(styles.of("deba").colour, styles.of("eli").colour);
  EXPECT_NE(styles.of("deba").marker, styles.of("eli").marker);
  EXPECT_EQ(styles.of("eli, other").colour, styles.of("eli").colour);
  EXPECT_NE(styles.of("eli, other").dash, styles.of("eli").dash);
  EXPECT_EQ(styles.of("zeros").colour, -1);
  EXPECT_NE(styles.of("zeros").dash, 0);
}

TEST(SeriesStyle, ManyNamesNeverLookAlike) {
  LineChart chart = errors_chart();
  chart.series.clear();
  for (int i = 0; i < 20; ++i) chart.series.push_back({"m" + std::to_string(i), {1, 2}});
  const SeriesStyles styles(document_with({chart}));
  std::set<std::tuple<int, Marker, int>> looks;
  for (const std::string& name : styles.names())
    looks.insert({styles.of(name).colour, styles.of(name).marker, styles.of(name).dash});
  EXPECT_EQ(looks.size(), styles.names().size());
}

double channel(std::string_view colour, std::size_t at) {
  const double value = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16) / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

/// WCAG 2.2, contrast ratio.
double contrast(std::string_view one, std::string_view other) {
  const auto luminance = [](std::string_view colour) {
    return 0.2126 * channel(colour, 1) + 0.7152 * channel(colour, 3) + 0.0722 * channel(colour, 5);
  };
  const double brighter = std::max(luminance(one), luminance(other));
  const double darker = std::min(luminance(one), luminance(other));
  return (brighter + 0.05) / (darker + 0.05);
}

TEST(SeriesStyle, ColoursStandOutOnTheirGrounds) {
  EXPECT_NEAR(contrast("#000000", "#ffffff"), 21, 1e-9);
  for (const ColourPair& colour : kSeriesColours) {
    EXPECT_GE(contrast(colour.light, "#ffffff"), 3) << colour.light;
    EXPECT_GE(contrast(colour.dark, "#1b1e24"), 3) << colour.dark;
  }
  EXPECT_GE(contrast(kReferenceColour.light, "#ffffff"), 3);
  EXPECT_GE(contrast(kReferenceColour.dark, "#1b1e24"), 3);
}

}  // namespace
}  // namespace hopveil::report
