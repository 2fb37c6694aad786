// SPDX-License-Identifier: Apache-2.0
#pragma once

// The few svg elements that charts and drawings are made of.
//
// Colours stand twice: as attributes, for files that stand alone, and as classes (s0, s1, .. ref, ink, soft,
// faint), by which the page's style sheet replaces them in dark mode. Nothing has a style attribute: the
// page's security policy forbids it.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/series_style.h"

namespace hopveil::report {

struct Point {
  double x = 0;
  double y = 0;
};

enum class Anchor { start, middle, end };

/// Class and paper colour of a style's colour, of text, of axes and of grid lines.
struct Ink {
  std::string name;
  std::string_view colour;
};
Ink ink_of(const SeriesStyle& style);
inline const Ink kTextInk = {"ink", "#24292f"};
inline const Ink kSoftInk = {"soft", "#57606a"};
inline const Ink kFaintInk = {"faint", "#dfe3e8"};
inline const Ink kPaperInk = {"paper", "#ffffff"};

class SvgWriter {
 public:
  /// `title` becomes the picture's name and `description` its longer text, for readers who cannot see it.
  SvgWriter(double width, double height, std::string_view title, std::string_view description);

  void line(Point from, Point to, const Ink& ink, double width, std::string_view dash = "");
  void polyline(const std::vector<Point>& points, const Ink& ink, double width, std::string_view dash = "");
  void area(const std::vector<Point>& outline, const Ink& ink, double opacity);
  void rectangle(Point corner, double width, double height, const Ink& ink, double opacity);
  void circle(Point centre, double radius, const Ink& ink, bool filled);
  void text(Point at, std::string_view text, Anchor anchor, const Ink& ink, double size, bool turned = false);
  void marker(Marker marker, Point centre, double radius, const Ink& ink);
  std::string finish();

 private:
  std::string svg_;
};

/// How wide a text will be, roughly: svg has no way to ask.
double text_width(std::string_view text, double size);

}  // namespace hopveil::report
