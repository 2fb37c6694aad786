// SPDX-License-Identifier: Apache-2.0
#include "report/check_document.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string>

#include "base/check.h"
#include "report/chart_view.h"

namespace hopveil::report {
namespace {

void check_stem(const std::string& stem, std::set<std::string>& used) {
  check(!stem.empty() && std::all_of(stem.begin(), stem.end(),
                                     [](char letter) {
                                       return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                                              letter == '-' || letter == '_' || letter == '.';
                                     }),
        "a file stem of a report is empty or holds something other than letters, digits, '-', '_' and '.'");
  check(used.insert(stem).second, "two items of a report have the same file stem");
}

void check_chart(const ChartView& chart) {
  check(std::is_sorted(chart.x.begin(), chart.x.end()), "a chart's x values do not ascend");
  check(chart.x_scale == Scale::linear || chart.x.empty() || chart.x.front() > 0,
        "a chart's logarithmic x axis has a value that is not positive");
  std::set<std::string> names;
  for (const ChartSeries& series : *chart.series) {
    check(series.y.size() == chart.labels.size(), "a chart's series has more or fewer values than its axis");
    check(series.low.size() == series.high.size() &&
              (series.low.empty() || series.low.size() == series.y.size()),
          "a chart's spread has more or fewer values than its series");
    check(names.insert(series.name).second, "a chart has two series of the same name");
  }
  for (const ReferenceLine& level : chart.levels) {
    check(std::isfinite(level.value), "a chart's level is not a number");
    check(names.insert(level.name).second, "a chart's level has the name of a series or another level");
  }
}

void check_table(const ReportTable& table) {
  for (const std::vector<TableCell>& row : table.rows)
    check(row.size() == table.columns.size(), "a table's row has more or fewer cells than it has columns");
}

void check_drawing(const NetworkDrawing& drawing) {
  const int count = static_cast<int>(drawing.nodes.size());
  const auto exists = [&](const std::pair<int, int>& edge) {
    return edge.first >= 0 && edge.second >= 0 && edge.first < count && edge.second < count;
  };
  check(std::all_of(drawing.edges.begin(), drawing.edges.end(), exists), "a drawing's edge ends at no node");
  check(!drawing.differing_edge || exists(*drawing.differing_edge),
        "a drawing's differing edge ends at no node");
  const auto placed = std::count_if(drawing.nodes.begin(), drawing.nodes.end(),
                                    [](const DrawnNode& node) { return node.place.has_value(); });
  check(placed == 0 || placed == count, "a drawing has nodes with and without a place");
}

void check_explorer(const Explorer& explorer) {
  std::size_t combinations = 1;
  for (const Explorer::Dial& dial : explorer.dials) {
    check(dial.start < dial.values.size(), "a dial begins with a value that it does not have");
    combinations *= dial.values.size();
  }
  check(explorer.cells.size() == combinations, "an explorer has more or fewer results than combinations");
  for (const auto& cells : explorer.cells)
    check(cells.size() == explorer.results.size(),
          "an explorer's combination has more or fewer results than named");
}

}  // namespace

void check_document(const ReportDocument& document) {
  std::set<std::string> stems;
  for (const ReportSection& section : document.sections) {
    for (const ReportItem& item : section.items) {
      if (const auto* table = std::get_if<ReportTable>(&item)) {
        check_table(*table);
        if (!table->file_stem.empty()) check_stem(table->file_stem, stems);
      } else if (const auto* drawing = std::get_if<NetworkDrawing>(&item)) {
        check_drawing(*drawing);
        check_stem(drawing->file_stem, stems);
      } else if (const auto* ranking = std::get_if<Ranking>(&item)) {
        check_stem(ranking->file_stem, stems);
      } else if (const auto* explorer = std::get_if<Explorer>(&item)) {
        check_explorer(*explorer);
        check_stem(explorer->file_stem, stems);
      }
    }
  }
  for (const ChartView& chart : charts_of(document)) {
    check_chart(chart);
    check_stem(chart.frame->file_stem, stems);
  }
}

}  // namespace hopveil::report
