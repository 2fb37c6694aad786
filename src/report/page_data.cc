// SPDX-License-Identifier: Apache-2.0
#include "report/page_data.h"

#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "report/chart_view.h"
#include "report/text.h"

namespace hopveil::report {
namespace {

using nlohmann::json;

constexpr std::array<const char*, 8> kMarkerNames = {"circle",        "square", "triangle", "diamond",
                                                     "down_triangle", "cross",  "plus",     "none"};
constexpr std::array<const char*, 3> kKindNames = {"line", "bar", "histogram"};

const char* scale_name(Scale scale) {
  return scale == Scale::log ? "log" : "linear";
}

/// JSON has no NaN: nothing there is null.
json numbers(const std::vector<double>& values) {
  json list = json::array();
  for (const double value : values) list.push_back(std::isfinite(value) ? json(value) : json());
  return list;
}

json style_json(const std::string& name, const SeriesStyle& style) {
  return {{"name", clean_text(name)},
          {"colour", style.colour},
          {"marker", kMarkerNames.at(static_cast<std::size_t>(style.marker))},
          {"dash", kDashes.at(static_cast<std::size_t>(style.dash))}};
}

json chart_json(const ChartView& chart) {
  json series = json::array();
  for (const ChartSeries& one : *chart.series) {
    series.push_back({{"name", clean_text(one.name)},
                      {"y", numbers(one.y)},
                      {"low", numbers(one.low)},
                      {"high", numbers(one.high)},
                      {"reference", one.reference}});
  }
  json levels = json::array();
  for (const ReferenceLine& level : chart.levels)
    levels.push_back({{"name", clean_text(level.name)}, {"value", level.value}});
  json labels = json::array();
  for (const std::string& label : chart.labels) labels.push_back(clean_text(label));
  const ChartFrame& frame = *chart.frame;
  return {{"stem", frame.file_stem},
          {"kind", kKindNames.at(static_cast<std::size_t>(chart.kind))},
          {"title", clean_text(frame.title)},
          {"xLabel", clean_text(frame.x_label)},
          {"yLabel", clean_text(frame.y_label)},
          {"yScale", scale_name(frame.y_scale)},
          {"xScale", scale_name(chart.x_scale)},
          {"allowsLog", allows_log(chart)},
          {"x", numbers(chart.x)},
          {"labels", labels},
          {"series", series},
          {"levels", levels}};
}

json downloads_json(const ReportDocument& document) {
  json downloads = json::object();
  for (const ChartView& chart : charts_of(document)) downloads[chart.frame->file_stem] = chart_csv(chart);
  for (const ReportSection& section : document.sections) {
    for (const ReportItem& item : section.items) {
      const auto* table = std::get_if<ReportTable>(&item);
      if (table != nullptr && !table->file_stem.empty()) downloads[table->file_stem] = table_csv(*table);
    }
  }
  return downloads;
}

json explorers_json(const ReportDocument& document) {
  json explorers = json::array();
  for (const ReportSection& section : document.sections) {
    for (const ReportItem& item : section.items) {
      const auto* explorer = std::get_if<Explorer>(&item);
      if (explorer == nullptr) continue;
      json dials = json::array();
      for (const Explorer::Dial& dial : explorer->dials) {
        json values = json::array();
        for (const std::string& value : dial.values) values.push_back(clean_text(value));
        dials.push_back(std::move(values));
      }
      json cells = json::array();
      for (const auto& row : explorer->cells) {
        json texts = json::array();
        for (const std::string& text : row) texts.push_back(clean_text(text));
        cells.push_back(std::move(texts));
      }
      explorers.push_back({{"stem", explorer->file_stem}, {"dials", dials}, {"cells", cells}});
    }
  }
  return explorers;
}

}  // namespace

std::string page_data(const ReportDocument& document, const SeriesStyles& styles) {
  json data = {{"styles", json::array()},
               {"charts", json::array()},
               {"csv", downloads_json(document)},
               {"explorers", explorers_json(document)}};
  for (const std::string& name : styles.names()) data["styles"].push_back(style_json(name, styles.of(name)));
  for (const ChartView& chart : charts_of(document)) data["charts"].push_back(chart_json(chart));

  // Inside a script element only "<" can end it or open a comment; in JSON it occurs in strings alone.
  std::string safe;
  for (const char letter : data.dump()) {
    if (letter == '<')
      safe += "\\u003c";
    else
      safe += letter;
  }
  return safe;
}

std::string table_csv(const ReportTable& table) {
  std::string csv;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    csv += (i == 0 ? "" : ",") + csv_field(table.columns[i].name);
  csv += '\n';
  for (const std::vector<TableCell>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) csv += (i == 0 ? "" : ",") + csv_field(row[i].text);
    csv += '\n';
  }
  return csv;
}

}  // namespace hopveil::report
