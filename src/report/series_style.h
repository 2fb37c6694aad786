// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which colour, marker and dash a name has, the same in every chart of a document.

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "report/document.h"

namespace hopveil::report {

/// A colour on white paper and on the page's dark ground.
struct ColourPair {
  std::string_view light;
  std::string_view dark;
};

/// Found by search so that any two stay apart (CIELAB distance 19 or more) for readers with normal, protan,
/// deutan and tritan vision, and each has a contrast of 3 to 1 or more with its ground (WCAG 1.4.11).
inline constexpr std::array<ColourPair, 6> kSeriesColours = {{
    {"#1478cc", "#86b4f2"},
    {"#c07a24", "#d68f45"},
    {"#0d4f45", "#74ead2"},
    {"#d0417f", "#e8487f"},
    {"#6d3fd6", "#a06ae6"},
    {"#5c430f", "#f0e27a"},
}};
inline constexpr ColourPair kReferenceColour = {"#6b7280", "#9aa3b2"};

enum class Marker { circle, square, triangle, diamond, down_triangle, cross, plus, none };

struct SeriesStyle {
  int colour = -1;  // index into kSeriesColours; -1: kReferenceColour
  Marker marker = Marker::none;
  int dash = 0;  // index into kDashes
};

/// Lengths of strokes and gaps; the first is a solid line.
inline constexpr std::array<std::string_view, 4> kDashes = {"", "7 4", "2 3", "9 3 2 3"};

/// The styles of all names of a document: those of its palette first, then by order of first appearance.
class SeriesStyles {
 public:
  explicit SeriesStyles(const ReportDocument& document);

  const SeriesStyle& of(const std::string& name) const;
  /// Every name in order of first appearance, competitors before references.
  const std::vector<std::string>& names() const { return names_; }

 private:
  void add(const ChartSeries& series);
  void add_reference(const std::string& name);
  bool is_known(const std::string& name) const { return styles_.contains(name); }

  std::vector<std::string> palette_;
  std::map<std::string, SeriesStyle> styles_;
  std::vector<std::string> names_;
  int competitors_ = 0;
  int references_ = 0;
  int relatives_ = 0;
};

}  // namespace hopveil::report
