// SPDX-License-Identifier: Apache-2.0
#include "report/html.h"

#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "report/page_data.h"

namespace hopveil::report {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const std::string kHostile = "</script><script>alert('1')</script><!-- \"\xFF";

LineChart chart_named(const std::string& stem) {
  LineChart chart;
  chart.title = kHostile;
  chart.caption = kHostile;
  chart.file_stem = stem;
  chart.x_label = "t";
  chart.y_label = "MAE";
  chart.x = {1, 2};
  chart.series = {{kHostile, {3, 2}, {2, 1}, {4, 3}}};
  chart.levels = {{"zeros", 1.5}};
  return chart;
}

ReportDocument hostile_document() {
  ReportDocument document;
  document.title = kHostile;
  document.lead = kHostile;
  document.badge = Badge{kHostile, Tone::bad};
  document.provenance = {{kHostile, kHostile}};
  document.language = "\"><x>";
  document.switch_label = kHostile;
  const ReportTable table{
      kHostile, "table", {{kHostile}}, {{{kHostile, Tone::good}}, {{kHostile, {}, true}}}, kHostile};
  const KeyFigures figures{{{kHostile, kHostile, kHostile}}};
  const NetworkDrawing drawing{kHostile, kHostile, "drawing", {{kHostile, true}}, {}};
  document.sections = {{kHostile,
                        kHostile,
                        {Prose{kHostile, Tone::bad, kHostile}, Command{kHostile}, figures, table,
                         chart_named("chart"), drawing}}};
  return document;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Html, ACommandIsSetAsItIsTyped) {
  ReportDocument document;
  document.sections = {{"Next", "", {Command{"hopveil verify a.csv"}}}};
  EXPECT_THAT(render_html(document), HasSubstr("<code>hopveil verify a.csv</code>"));
}

TEST(Html, ATablesNoteStandsBelowIt) {
  ReportDocument document;
  document.sections = {{"Numbers", "", {ReportTable{"Errors", "", {{"MAE"}}, {{{"7"}}}, "MAE: an error."}}}};
  const std::string html = render_html(document);
  EXPECT_LT(html.find("</table>"), html.find("MAE: an error."));
}

TEST(Html, NothingInADocumentBecomesMarkup) {
  const std::string html = render_html(hostile_document());
  EXPECT_EQ(count(html, "<script"), 3U) << "the data, Chart.js and our script";
  EXPECT_EQ(count(html, "</script"), 3U);
  EXPECT_THAT(html, Not(HasSubstr("<x>")));
  EXPECT_THAT(html, Not(HasSubstr("\xFF")));
  EXPECT_THAT(html, HasSubstr("&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"));
}

TEST(Html, LoadsNothingFromAnywhere) {
  const std::string html = render_html(hostile_document());
  const std::regex loading(R"re((src|href|action|poster|data)="([^"]*)"|url\(([^)]*)\)|@import)re");
  for (std::sregex_iterator match(html.begin(), html.end(), loading), end; match != end; ++match) {
    const std::string address = (*match)[2].str() + (*match)[3].str();
    EXPECT_TRUE(address.starts_with("#") || address.starts_with("data:image/svg+xml;base64,"))
        << match->str();
  }
  EXPECT_THAT(html, ContainsRegex("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                                  "script-src 'sha256-[A-Za-z0-9+/]{43}=' 'sha256-[A-Za-z0-9+/]{43}='; "
                                  "style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src data:; "));
  EXPECT_THAT(html, Not(HasSubstr("unsafe-inline")));
  EXPECT_THAT(html, Not(HasSubstr(" style=\""))) << "the policy would refuse it";
}

TEST(Html, CarriesTheLicenceOfTheChartLibrary) {
  const std::string html = render_html(hostile_document());
  EXPECT_THAT(html, ContainsRegex("Chart\\.js [0-9]+\\.[0-9]+\\.[0-9]+, MIT License"));
  EXPECT_THAT(html, HasSubstr("Permission is hereby granted, free of charge"));
}

TEST(Html, EveryFragmentHasOneTarget) {
  ReportDocument document = hostile_document();
  document.sections = {{"Same", "", {}}, {"Same", "", {}}, {"Made", "", {}}, {"Content", "", {}}};
  const std::string html = render_html(document);
  const std::regex link("href=\"#([^\"]+)\"");
  int links = 0;
  for (std::sregex_iterator match(html.begin(), html.end(), link), end; match != end; ++match, ++links)
    EXPECT_EQ(count(html, "id=\"" + (*match)[1].str() + "\""), 1U) << match->str();
  EXPECT_EQ(links, 6) << "four sections, how it was made, the way past the contents";
}

TEST(Html, EveryChartHasANameASummaryATableAndAPicture) {
  const std::string html = render_html(hostile_document());
  EXPECT_THAT(html, HasSubstr("aria-describedby=\"summary-chart\""));
  EXPECT_THAT(html, HasSubstr("id=\"summary-chart\""));
  EXPECT_THAT(html, HasSubstr("<table class=\"data\">"));
  EXPECT_THAT(html, HasSubstr("3 (2 to 4)"));
  EXPECT_EQ(count(html, "<canvas role=\"img\""), 1U);
  EXPECT_THAT(html, HasSubstr("<div class=\"still\"><svg"));
}

TEST(Html, ADocumentWithoutSectionsIsAPage) {
  const std::string html = render_html(ReportDocument{});
  EXPECT_TRUE(html.starts_with("<!doctype html>"));
  EXPECT_TRUE(html.ends_with("</html>\n"));
}

TEST(PageData, IsJsonWithTheCsvOfEveryDownload) {
  const ReportDocument document = hostile_document();
  const nlohmann::json data = nlohmann::json::parse(page_data(document, SeriesStyles(document)));
  EXPECT_EQ(data["charts"].size(), 1U);
  EXPECT_EQ(data["charts"][0]["series"][0]["y"], nlohmann::json({3.0, 2.0}));
  EXPECT_THAT(data["csv"]["chart"].get<std::string>(), HasSubstr("1,"));
  EXPECT_THAT(data["csv"]["table"].get<std::string>(), HasSubstr("<!-- "));
  EXPECT_THAT(data["styles"][0]["name"].get<std::string>(), HasSubstr("\uFFFD"));
}

TEST(Html, RefusesDocumentsThatContradictThemselves) {
  ReportDocument document;
  const auto refuses = [&](const ReportItem& item, const std::string& why) {
    document.sections = {{"Section", "", {item}}};
    try {
      render_html(document);
      ADD_FAILURE() << "accepted although " << why;
    } catch (const BugError& error) {
      EXPECT_THAT(error.what(), HasSubstr(why));
    }
  };
  LineChart chart = chart_named("x");
  chart.series[0].y.pop_back();
  refuses(chart, "more or fewer values than its axis");
  chart = chart_named("x");
  chart.series[0].low.clear();
  refuses(chart, "spread has more or fewer");
  chart = chart_named("x");
  chart.x = {2, 1};
  refuses(chart, "do not ascend");
  chart = chart_named("x");
  chart.levels.push_back({"zeros", 2});
  refuses(chart, "the name of a series or another level");
  refuses(chart_named("../x"), "a file stem");
  refuses(chart_named("a\"b"), "a file stem");
  refuses(ReportTable{"", "", {{"a"}, {"b"}}, {{{"one"}}}}, "more or fewer cells");
  refuses(NetworkDrawing{"", "", "d", {{"a"}}, {{0, 1}}}, "ends at no node");
  refuses(NetworkDrawing{"", "", "d", {{"a"}, {"b", false, std::pair{1.0, 1.0}}}, {}},
          "with and without a place");

  document.sections = {{"Section", "", {chart_named("x"), chart_named("x")}}};
  EXPECT_THROW(render_html(document), BugError);
}

}  // namespace
}  // namespace hopveil::report
