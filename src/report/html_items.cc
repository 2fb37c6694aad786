// SPDX-License-Identifier: Apache-2.0
#include "report/html_items.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "report/chart_view.h"
#include "report/svg.h"
#include "report/svg_chart.h"
#include "report/text.h"

namespace hopveil::report {
namespace {

constexpr std::array<std::string_view, 4> kToneNames = {"neutral", "good", "partly", "bad"};
/// Beside the colour, so that it can be read without colours: nothing, a check mark, a half circle, a cross.
constexpr std::array<std::string_view, 4> kToneSigns = {"", "\u2713", "\u25D0", "\u2715"};

std::string_view tone_name(Tone tone) {
  return kToneNames.at(static_cast<std::size_t>(tone));
}

std::string sign_html(Tone tone) {
  const std::string_view sign = kToneSigns.at(static_cast<std::size_t>(tone));
  return sign.empty() ? "" : fmt::format("<span class=\"sign\" aria-hidden=\"true\">{}</span>", sign);
}

std::string cell_html(const TableCell& cell) {
  if (cell.badge) return badge_html({cell.text, *cell.badge});
  const std::string text = escape_markup(cell.text);
  return cell.best
             ? fmt::format("<strong class=\"best\">{}<span class=\"unseen\"> (best)</span></strong>", text)
             : text;
}

std::string table_html(const ReportTable& table, std::string_view kind) {
  std::string html = fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\"><table class=\"{1}\">\n"
      "<caption><span>{0}</span></caption>\n<thead><tr>",
      escape_markup(table.caption), kind);
  const auto align = [&](std::size_t i) {
    switch (table.columns[i].align) {
      case Align::right:
        return " class=\"right\"";
      case Align::text:
        return " class=\"text\"";
      case Align::left:
        break;
    }
    return "";
  };
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", align(i), escape_markup(table.columns[i].name));
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<TableCell>& row : table.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string_view tag = i == 0 ? "th scope=\"row\"" : "td";
      html += fmt::format("<{}{}>{}</{}>", tag, align(i), cell_html(row[i]), tag.substr(0, 2));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

/// The numbers behind a chart, to read: a row per x, a column per series, spreads in brackets.
ReportTable data_table(const ChartView& chart) {
  ReportTable table{"Data of: " + chart.frame->title, "", {{chart.frame->x_label, Align::left}}, {}};
  for (const ChartSeries& series : *chart.series) table.columns.push_back({series.name, Align::right});
  for (const ReferenceLine& level : chart.levels) table.columns.push_back({level.name, Align::right});
  for (std::size_t i = 0; i < chart.labels.size(); ++i) {
    std::vector<TableCell> row = {{chart.labels[i]}};
    for (const ChartSeries& series : *chart.series) {
      std::string text = readable_number(series.y[i]);
      if (!series.low.empty() && std::isfinite(series.y[i]))
        text += fmt::format(" ({} to {})", readable_number(series.low[i]), readable_number(series.high[i]));
      row.push_back({text});
    }
    for (const ReferenceLine& level : chart.levels) row.push_back({readable_number(level.value)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string download_html(std::string_view stem, std::string_view kind, std::string_view of) {
  return fmt::format(
      "<button type=\"button\" class=\"download\" data-{1}=\"{0}\" hidden>{1}<span class=\"unseen\"> of {2}: "
      "download</span></button>",
      stem, kind, escape_markup(of));
}

std::string caption_html(const ChartView& chart) {
  const ChartFrame& frame = *chart.frame;
  std::string text = escape_markup(frame.caption);
  if (!frame.spread.empty())
    text += fmt::format("{}<span class=\"spread\">{}: {}.</span>", text.empty() ? "" : " ",
                        chart.kind == ChartKind::line ? "Shaded" : "Whiskers", escape_markup(frame.spread));
  return text.empty() ? "" : "<figcaption>" + text + "</figcaption>\n";
}

std::string chart_html(const ChartView& chart, const SeriesStyles& styles) {
  const ChartFrame& frame = *chart.frame;
  const std::string title = escape_markup(frame.title);
  std::string html = fmt::format(
      "<figure class=\"panel chart{1}\" data-chart=\"{0}\" aria-labelledby=\"title-{0}\">\n"
      "<h3 id=\"title-{0}\">{2}</h3>\n<div class=\"keys\" hidden></div>\n"
      "<div class=\"plot\"><canvas role=\"img\" tabindex=\"0\" aria-label=\"{2}\" "
      "aria-describedby=\"summary-{0}\"></canvas></div>\n<div class=\"still\">{3}</div>\n",
      frame.file_stem, frame.wide ? " wide" : "", title, chart_svg(chart, styles));
  html += caption_html(chart);
  html += fmt::format("<p class=\"unseen\" id=\"summary-{}\">{}</p>\n", frame.file_stem,
                      escape_markup(summary_of(chart)));
  html += "<div class=\"tools\"><span class=\"scale\" hidden></span>" +
          download_html(frame.file_stem, "csv", frame.title) +
          download_html(frame.file_stem, "svg", frame.title) + "</div>\n";
  html += "<details class=\"numbers\"><summary>Numbers<span class=\"unseen\"> of " + title +
          "</span></summary>\n" + table_html(data_table(chart), "data") + "</details>\n";
  return html + "</figure>\n";
}

std::string drawing_html(const NetworkDrawing& drawing) {
  return fmt::format(
      "<figure class=\"panel drawing\" data-chart=\"{0}\" aria-labelledby=\"title-{0}\">\n<h3 "
      "id=\"title-{0}\">{1}</h3>\n"
      "<div class=\"picture\">{2}</div>\n<figcaption>{3}</figcaption>\n<div "
      "class=\"tools\">{4}</div>\n</figure>\n",
      drawing.file_stem, escape_markup(drawing.title), render_svg(drawing), escape_markup(drawing.caption),
      download_html(drawing.file_stem, "svg", drawing.title));
}

std::string prose_html(const Prose& prose) {
  const std::string heading = prose.heading.empty() ? ""
                                                    : fmt::format("<h3>{}{}</h3>\n", sign_html(prose.tone),
                                                                  escape_markup(prose.heading));
  if (prose.tone == Tone::neutral)
    return "<div class=\"prose\">" + heading + paragraphs(prose.text) + "</div>\n";
  return fmt::format("<div class=\"prose notice {}\">{}{}</div>\n", tone_name(prose.tone), heading,
                     paragraphs(prose.text));
}

std::string command_html(const Command& command) {
  return "<pre class=\"command\" tabindex=\"0\"><code>" + escape_markup(command.text) + "</code></pre>\n";
}

std::string key_figures_html(const KeyFigures& item) {
  std::string html = "<dl class=\"figures\">\n";
  for (const KeyFigure& figure : item.figures) {
    html += fmt::format("<div class=\"{}\"><dt>{}</dt><dd class=\"value\">{}{}</dd>", tone_name(figure.tone),
                        escape_markup(figure.label), sign_html(figure.tone), escape_markup(figure.value));
    if (!figure.note.empty()) html += "<dd class=\"note\">" + escape_markup(figure.note) + "</dd>";
    html += "</div>\n";
  }
  return html + "</dl>\n";
}

std::string standing_table_html(const ReportTable& table) {
  std::string html = "<div class=\"standing\">\n" + table_html(table, "main");
  if (!table.note.empty()) html += "<p class=\"note-below\">" + escape_markup(table.note) + "</p>\n";
  if (!table.file_stem.empty())
    html += "<div class=\"tools\">" + download_html(table.file_stem, "csv", table.caption) + "</div>\n";
  return html + "</div>\n";
}

/// A row's bar: 100 wide, and the line of the reference across it.
std::string bar_svg(const Ranking& ranking, const Ranking::Row& row, double largest, int colour) {
  const auto place = [&](double value) { return std::clamp(100 * value / largest, 0.0, 100.0); };
  std::string svg = fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect "
      "class=\"fill-{}\" x=\"0\" y=\"0\" width=\"{:.2f}\" height=\"10\"/>",
      colour, place(row.value));
  if (ranking.line) {
    svg += fmt::format(
        "<line class=\"across\" x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"-4\" y2=\"14\" "
        "vector-effect=\"non-scaling-stroke\"/>",
        place(ranking.line->value));
  }
  return svg + "</svg>";
}

std::string ranking_html(const Ranking& ranking, const SeriesStyles& styles) {
  double largest = ranking.line ? ranking.line->value : 0;
  for (const Ranking::Row& row : ranking.rows) largest = std::max(largest, row.value);
  if (ranking.cut_at > 0) largest = std::min(largest, ranking.cut_at);
  if (largest <= 0) largest = 1;
  std::string html = fmt::format(
      "<figure class=\"panel ranking\" aria-labelledby=\"title-{0}\">\n<h3 id=\"title-{0}\">{1}</h3>\n<ol>\n",
      ranking.file_stem, escape_markup(ranking.title));
  for (const Ranking::Row& row : ranking.rows) {
    html +=
        fmt::format("<li><span class=\"who\"><b>{}</b>{}</span>{}<span class=\"number\">{}{}</span></li>\n",
                    escape_markup(row.name), row.verdict ? " " + badge_html(*row.verdict) : "",
                    bar_svg(ranking, row, largest, styles.of(row.name).colour), readable_number(row.value),
                    row.value > largest ? " (cut)" : "");
  }
  html += "</ol>\n";
  std::string caption = escape_markup(ranking.caption);
  if (ranking.line) {
    caption = fmt::format("<span class=\"key\">line: {}, {}.</span> {}", escape_markup(ranking.line->name),
                          readable_number(ranking.line->value), caption);
  }
  return html + fmt::format("<figcaption>{}: the shorter the better. {}</figcaption>\n</figure>\n",
                            escape_markup(ranking.unit), caption);
}

/// All combinations as a table: what the sliders look up, for paper, csv and readers without scripts.
ReportTable explorer_table(const Explorer& explorer) {
  ReportTable table{explorer.title, "", {}, {}};
  for (const Explorer::Dial& dial : explorer.dials) table.columns.push_back({dial.name});
  for (const std::string& result : explorer.results) table.columns.push_back({result, Align::right});
  for (std::size_t at = 0; at < explorer.cells.size(); ++at) {
    std::vector<TableCell> row(explorer.dials.size());
    std::size_t rest = at;
    for (std::size_t dial = explorer.dials.size(); dial-- > 0;) {
      const auto& values = explorer.dials[dial].values;
      row[dial].text = values[rest % values.size()];
      rest /= values.size();
    }
    for (const std::string& cell : explorer.cells[at]) row.push_back({cell});
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The script fills the dials and shows the results of what they say.
std::string explorer_html(const Explorer& explorer) {
  std::string html = fmt::format(
      "<section class=\"explorer panel\" data-explorer=\"{0}\" aria-labelledby=\"title-{0}\">\n<h3 "
      "id=\"title-{0}\">{1}</h3>\n<div class=\"dials\" hidden>\n",
      explorer.file_stem, escape_markup(explorer.title));
  for (std::size_t i = 0; i < explorer.dials.size(); ++i) {
    const Explorer::Dial& dial = explorer.dials[i];
    html += fmt::format(
        "<label for=\"{0}-{1}\">{2}: <output>{3}</output></label><input type=\"range\" id=\"{0}-{1}\" "
        "min=\"0\" "
        "max=\"{4}\" value=\"{5}\" step=\"1\"{6}>\n",
        explorer.file_stem, i, escape_markup(dial.name), escape_markup(dial.values[dial.start]),
        dial.values.size() - 1, dial.start, dial.values.size() < 2 ? " disabled" : "");
  }
  html += "</div>\n<dl class=\"figures\" aria-live=\"polite\" hidden>\n";
  for (const std::string& result : explorer.results)
    html += fmt::format("<div class=\"neutral\"><dt>{}</dt><dd class=\"value\"></dd></div>\n",
                        escape_markup(result));
  return html + "</dl>\n<details class=\"numbers\"><summary>All combinations</summary>\n" +
         table_html(explorer_table(explorer), "data") + "</details>\n</section>\n";
}

bool stands_in_grid(const ReportItem& item) {
  return !std::holds_alternative<Prose>(item) && !std::holds_alternative<Command>(item) &&
         !std::holds_alternative<ReportTable>(item) && !std::holds_alternative<KeyFigures>(item) &&
         !std::holds_alternative<Explorer>(item) && !std::holds_alternative<Ranking>(item);
}

struct ItemHtml {
  const SeriesStyles& styles;
  std::string operator()(const Prose& prose) const { return prose_html(prose); }
  std::string operator()(const Command& command) const { return command_html(command); }
  std::string operator()(const KeyFigures& figures) const { return key_figures_html(figures); }
  std::string operator()(const ReportTable& table) const { return standing_table_html(table); }
  std::string operator()(const Ranking& ranking) const { return ranking_html(ranking, styles); }
  std::string operator()(const Explorer& explorer) const { return explorer_html(explorer); }
  std::string operator()(const NetworkDrawing& drawing) const { return drawing_html(drawing); }
  std::string operator()(const auto& chart) const { return chart_html(view_of(chart), styles); }
};

}  // namespace

std::string badge_html(const Badge& badge) {
  return fmt::format("<span class=\"badge {}\">{}{}</span>", tone_name(badge.tone), sign_html(badge.tone),
                     escape_markup(badge.text));
}

std::string items_html(const ReportSection& section, const SeriesStyles& styles) {
  std::string html;
  bool in_grid = false;
  for (const ReportItem& item : section.items) {
    if (stands_in_grid(item) != in_grid) {
      html += in_grid ? "</div>\n" : "<div class=\"grid\">\n";
      in_grid = !in_grid;
    }
    html += std::visit(ItemHtml{styles}, item);
  }
  return in_grid ? html + "</div>\n" : html;
}

}  // namespace hopveil::report
