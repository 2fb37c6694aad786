// SPDX-License-Identifier: Apache-2.0
#include "report/svg.h"

#include <iterator>
#include <map>
#include <regex>
#include <string>

#include <expat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hopveil::report {
namespace {

using testing::HasSubstr;
using testing::Not;

/// How often each element occurs; fails the test when the text is not well-formed XML.
std::map<std::string, int> elements_of(const std::string& xml) {
  std::map<std::string, int> counts;
  const XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &counts);
  XML_SetStartElementHandler(parser, [](void* data, const XML_Char* name, const XML_Char**) {
    ++(*static_cast<std::map<std::string, int>*>(data))[name];
  });
  EXPECT_EQ(XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1), XML_STATUS_OK)
      << XML_ErrorString(XML_GetErrorCode(parser)) << " in line " << XML_GetCurrentLineNumber(parser);
  XML_ParserFree(parser);
  return counts;
}

const std::string kHostile = "</svg><script>alert(1)</script>&\"'\xFF";

LineChart line_chart() {
  LineChart chart;
  chart.title = kHostile;
  chart.file_stem = "line";
  chart.x_label = kHostile;
  chart.y_label = "MAE";
  chart.x = {1, 2, 4};
  chart.series = {{kHostile, {3, 2, 1}, {2, 1, 0.5}, {4, 3, 1.5}}, {"eli", {1, 0, 2}}};
  chart.levels = {{"zeros", 1.5}};
  return chart;
}

ReportDocument document_with(std::vector<ReportItem> items) {
  ReportDocument document;
  document.sections = {{"Section", "", std::move(items)}};
  return document;
}

std::string figure_of(const ReportItem& item) {
  return render_figures(document_with({item})).at(0).second;
}

TEST(Svg, LineChartHasALineABandAndALevel) {
  std::map<std::string, int> elements = elements_of(figure_of(line_chart()));
  EXPECT_EQ(elements["svg"], 1);
  EXPECT_EQ(elements["script"], 0);
  EXPECT_EQ(elements["polyline"], 2) << "one per series";
  EXPECT_GE(elements["polygon"], 1) << "the band";
  EXPECT_THAT(figure_of(line_chart()), HasSubstr("&lt;script&gt;"));
}

TEST(Svg, ALineIsBrokenWhereThereIsNothingToDraw) {
  LineChart chart = line_chart();
  chart.y_scale = Scale::log;  // the 0 of eli has no logarithm
  EXPECT_EQ(elements_of(figure_of(chart))["polyline"], 3);
}

TEST(Svg, BarsHistogramsAndDrawingsAreWellFormed) {
  BarChart bars;
  bars.file_stem = "bars";
  bars.categories = {kHostile, "2"};
  bars.series = {{kHostile, {1, -2}, {0.5, -3}, {1.5, -1}}, {"b", {2, 3}}};
  EXPECT_EQ(elements_of(figure_of(bars))["rect"], 7)
      << "four bars; the square of b on its two and in the key";

  Histogram bins;
  bins.file_stem = "bins";
  bins.edges = {0, 1, 2};
  bins.series = {{kHostile, {1, 2}}};
  EXPECT_EQ(elements_of(figure_of(bins))["polyline"], 1);

  NetworkDrawing drawing{kHostile,       "", "drawing", {{kHostile, true}, {"b"}, {"c"}}, {{0, 1}},
                         std::pair{1, 2}};
  std::map<std::string, int> elements = elements_of(figure_of(drawing));
  EXPECT_EQ(elements["circle"], 3) << "two private users and the key";
  EXPECT_EQ(elements["rect"], 2) << "one public user and the key";
  EXPECT_EQ(elements["line"], 3) << "an edge, the differing edge, the key";
}

TEST(Svg, ASingleValueHasAWhiskerInsteadOfABand) {
  LineChart chart = line_chart();
  chart.x = {16};
  chart.series = {{"eli", {3}, {2}, {4}}};
  const std::string svg = figure_of(chart);
  EXPECT_EQ(elements_of(svg)["polygon"], 0);
  const std::regex line_of_first("<line class=\"k s0\"");
  EXPECT_EQ(std::distance(std::sregex_iterator(svg.begin(), svg.end(), line_of_first), {}), 4)
      << "the whisker and its two caps, and the line in the key";
}

TEST(Svg, NothingToDrawIsStillAPicture) {
  LineChart chart;
  chart.file_stem = "empty";
  EXPECT_EQ(elements_of(figure_of(chart))["svg"], 1);
  BarChart bars;
  bars.file_stem = "empty";
  EXPECT_EQ(elements_of(figure_of(bars))["svg"], 1);
  Histogram bins;
  bins.file_stem = "empty";
  bins.series = {{"eli"}};
  EXPECT_EQ(elements_of(figure_of(bins))["svg"], 1);
  NetworkDrawing drawing;
  drawing.file_stem = "empty";
  EXPECT_THAT(figure_of(drawing), Not(HasSubstr("nan")));
  drawing.nodes = {{"alone"}};
  EXPECT_THAT(figure_of(drawing), Not(HasSubstr("nan")));
}

TEST(Svg, FiguresAreNamedByTheirStems) {
  const std::vector<Figure> figures = render_figures(document_with({Prose{"text"}, line_chart()}));
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].first, "line.svg");
}

}  // namespace
}  // namespace hopveil::report
