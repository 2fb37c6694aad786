// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a report page shows, as plain data. This folder knows nothing of graphs, mechanisms or noise: whoever
// has results fills a ReportDocument, and report/html.h and report/svg.h make a page or a figure of it.
//
// Every text is UTF-8 and plain: it is escaped when the page is made, and bytes that are not UTF-8 are
// replaced.

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hopveil::report {

/// How a value is to be taken. Shown as colour, sign and word, never as colour alone.
enum class Tone { neutral, good, partly, bad };

struct Badge {
  std::string text;  // "holds", "refuted", "NOT private"
  Tone tone = Tone::neutral;
};

enum class Scale { linear, log };

/// One thing that is compared with others: a mechanism, a group, one of two graphs.
///
/// The name is its identity: the page switches everything of one name on and off together, and a name has the
/// same colour, marker and dash in every chart. Colours are dealt out in the order of the document's palette,
/// then of first appearance.
struct ChartSeries {
  std::string name;
  std::vector<double> y = {};     // one value per x or category; NaN where there is none
  std::vector<double> low = {};   // where the spread around y ends, say y - sd; empty for none
  std::vector<double> high = {};  // with `low` always both or neither
  bool reference = false;         // something to compare with, not a competitor: grey and dashed
  std::string like = {};          // has the colour of this name and another dash: a variant of it
};

/// A level across the whole chart: the error of publishing zeros, the epsilon promised. Switched on and off
/// by name.
struct ReferenceLine {
  std::string name;
  double value = 0;
};

/// What every chart has. `file_stem` names its downloads and figure files (fig1-mae gives fig1-mae.csv,
/// fig1-mae.svg), so it must be unique in the document and hold only letters, digits, '-', '_' and '.'.
struct ChartFrame {
  std::string title;    // "Polblogs, c = 4: mean absolute error"
  std::string caption;  // a sentence below the chart; may be empty
  std::string file_stem;
  std::string x_label;
  std::string y_label;
  Scale y_scale =
      Scale::linear;        // what the page starts with; the reader may switch unless a value is negative
  bool wide = false;        // takes the whole width instead of standing beside the next chart
  std::string spread = {};  // what low and high are: "one standard deviation over 100 runs"
};

/// y against numbers: errors against the threshold.
struct LineChart : ChartFrame {
  std::vector<double> x;  // ascending; positive if x_scale is log
  Scale x_scale = Scale::linear;
  std::vector<ChartSeries> series;
  std::vector<ReferenceLine> levels;
};

/// y against names, bars side by side: errors per hop, per preference level. low and high become whiskers.
struct BarChart : ChartFrame {
  std::vector<std::string> categories;
  std::vector<ChartSeries> series;
  std::vector<ReferenceLine> levels;
};

/// Distributions over the same bins, laid over each other: published counts of a hop, outputs on two
/// neighbouring graphs. The y of a series has one value per bin, so one less than there are edges. A bin
/// from k - 0.5 to k + 0.5 is called k.
struct Histogram : ChartFrame {
  std::vector<double> edges;  // ascending
  std::vector<ChartSeries> series;
};

/// Text: to the left, and never narrower than a sentence needs.
enum class Align { left, right, text };

struct TableColumn {
  std::string name;
  Align align = Align::left;
};

struct TableCell {
  std::string text;
  std::optional<Tone> badge = {};  // the text stands in a badge of this tone
  bool best = false;               // the best value of its row or column: set in bold and marked
};

struct ReportTable {
  std::string caption;
  std::string file_stem;  // for its csv download; none when empty
  std::vector<TableColumn> columns;
  std::vector<std::vector<TableCell>> rows;  // as long as columns; the first cell names the row
  std::string note = {};                     // what its words mean: a sentence or two below it
};

/// Big numbers side by side, at the top of a section.
struct KeyFigure {
  std::string label;  // "MAE at t = 16"
  std::string value;  // "17.6"
  std::string note = {};
  Tone tone = Tone::neutral;
};

struct KeyFigures {
  std::vector<KeyFigure> figures;
};

struct DrawnNode {
  std::string label;  // short: it is written into the node
  bool is_public = false;
  /// Anywhere in any unit, y downward; the drawing is scaled to fit. Nodes without a place stand on a circle,
  /// which is for all or none.
  std::optional<std::pair<double, double>> place = {};
};

/// A small graph, or a pair of neighbouring graphs that differ in one edge.
struct NetworkDrawing {
  std::string title;
  std::string caption;
  std::string file_stem;  // as in ChartFrame
  std::vector<DrawnNode> nodes;
  std::vector<std::pair<int, int>> edges;                  // indices into nodes; without the differing edge
  std::optional<std::pair<int, int>> differing_edge = {};  // in one of the two graphs only; highlighted
};

/// Paragraphs, separated by empty lines. With a tone other than neutral: set off as a notice.
struct Prose {
  std::string text;
  Tone tone = Tone::neutral;
  std::string heading = {};  // of the notice; may be empty
};

/// A line to type into a terminal.
struct Command {
  std::string text;
};

/// Results of every combination of some choices, looked up by sliders: nothing is computed in the page.
/// Without scripts and on paper it is a table of all combinations.
struct Explorer {
  struct Dial {
    std::string name;  // "hop"
    std::vector<std::string> values;
    std::size_t start = 0;  // the place in values that the page begins with
  };
  std::string title;
  std::string file_stem;  // as in ChartFrame
  std::vector<Dial> dials;
  std::vector<std::string> results;             // what a combination gives: "MAE"
  std::vector<std::vector<std::string>> cells;  // by combination, the last dial fastest; as long as results
};

/// Horizontal bars from 0, one for each name, with a line across them: the error of every mechanism beside
/// that of publishing zeros. The axis is linear; bars beyond `cut_at` end there and say so.
struct Ranking {
  struct Row {
    std::string name;
    double value = 0;
    std::optional<Badge> verdict = {};  // stands beside the name
    std::string like = {};              // as in ChartSeries
  };
  std::string title;
  std::string caption;
  std::string file_stem;  // as in ChartFrame
  std::string unit;       // "mean absolute error"
  std::vector<Row> rows;
  std::optional<ReferenceLine> line = {};
  double cut_at = 0;  // 0: the largest value
};

using ReportItem = std::variant<Prose, Command, KeyFigures, LineChart, BarChart, Histogram, ReportTable,
                                NetworkDrawing, Explorer, Ranking>;

/// Charts and drawings that follow each other share a grid: two beside each other on a wide screen, one on a
/// phone.
struct ReportSection {
  std::string heading;
  std::string intro;  // paragraphs; may be empty
  std::vector<ReportItem> items;
};

struct ReportDocument {
  std::string title;
  std::string lead;  // the result in one or two sentences; paragraphs as in Prose
  std::optional<Badge> badge = {};
  std::vector<ReportSection> sections;
  std::vector<std::pair<std::string, std::string>>
      provenance;  // version, seed, command line; the last section
  /// Names that have the first colours, in this order, whether or not they occur: so that a mechanism has one
  /// colour on every page.
  std::vector<std::string> palette = {};
  std::string switch_label = "Mechanisms";  // what the series of the charts are, in the plural
  std::string language = "en";
};

}  // namespace hopveil::report
