// SPDX-License-Identifier: Apache-2.0
#include "report/svg_writer.h"

#include <cmath>

#include <fmt/format.h>

#include "base/harmless_text.h"
#include "report/text.h"

namespace hopveil::report {
namespace {

constexpr std::string_view kFont = "system-ui, 'Helvetica Neue', Arial, sans-serif";

/// A coordinate to a tenth of a pixel: "12.5", "13".
std::string place(double value) {
  const double tenths = std::round(value * 10) / 10;
  return fmt::format("{}", tenths == 0 ? 0.0 : tenths);
}

std::string path_of(const std::vector<Point>& points) {
  std::string path;
  for (const Point& point : points) {
    if (!path.empty()) path += ' ';
    path += place(point.x) + "," + place(point.y);
  }
  return path;
}

std::string dash_attribute(std::string_view dash) {
  return dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dash);
}

}  // namespace

Ink ink_of(const SeriesStyle& style) {
  if (style.colour < 0) return {"ref", kReferenceColour.light};
  return {fmt::format("s{}", style.colour), kSeriesColours.at(static_cast<std::size_t>(style.colour)).light};
}

SvgWriter::SvgWriter(double width, double height, std::string_view title, std::string_view description)
    : svg_(fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
          "height=\"{1}\" role=\"img\" font-family=\"{2}\">\n<title>{3}</title>\n<desc>{4}</desc>\n",
          place(width), place(height), kFont, escape_markup(title), escape_markup(description))) {}

void SvgWriter::line(Point from, Point to, const Ink& ink, double width, std::string_view dash) {
  svg_ += fmt::format(
      "<line class=\"k {}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
      ink.name, place(from.x), place(from.y), place(to.x), place(to.y), ink.colour, width,
      dash_attribute(dash));
}

void SvgWriter::polyline(const std::vector<Point>& points, const Ink& ink, double width,
                         std::string_view dash) {
  svg_ += fmt::format(
      "<polyline class=\"k {}\" points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
      "stroke-linejoin=\"round\"{}/>\n",
      ink.name, path_of(points), ink.colour, width, dash_attribute(dash));
}

void SvgWriter::area(const std::vector<Point>& outline, const Ink& ink, double opacity) {
  svg_ += fmt::format("<polygon class=\"f {}\" points=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>\n", ink.name,
                      path_of(outline), ink.colour, opacity);
}

void SvgWriter::rectangle(Point corner, double width, double height, const Ink& ink, double opacity) {
  svg_ += fmt::format(
      "<rect class=\"f {}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>\n",
      ink.name, place(corner.x), place(corner.y), place(width), place(height), ink.colour, opacity);
}

void SvgWriter::circle(Point centre, double radius, const Ink& ink, bool filled) {
  svg_ += fmt::format(
      "<circle class=\"{} {}\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>\n",
      filled ? "f k" : "k hollow", ink.name, place(centre.x), place(centre.y), place(radius),
      filled ? ink.colour : "#ffffff", ink.colour);
}

void SvgWriter::text(Point at, std::string_view text, Anchor anchor, const Ink& ink, double size,
                     bool turned) {
  constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
  svg_ += fmt::format(
      "<text class=\"f {}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\" font-size=\"{}\"{}>{}</text>\n",
      ink.name, place(at.x), place(at.y), kAnchors[static_cast<int>(anchor)], ink.colour, size,
      turned ? fmt::format(" transform=\"rotate(-90 {} {})\"", place(at.x), place(at.y)) : "",
      escape_markup(text));
}

void SvgWriter::marker(Marker marker, Point centre, double radius, const Ink& ink) {
  const double x = centre.x;
  const double y = centre.y;
  const double r = radius;
  const double wide = r * 1.15;
  switch (marker) {
    case Marker::none:
      return;
    case Marker::circle:
      return circle(centre, r * 0.8, ink, true);
    case Marker::square:
      return rectangle({x - r * 0.9, y - r * 0.9}, r * 1.8, r * 1.8, ink, 1);
    case Marker::triangle:
      return area({{x, y - wide}, {x + wide, y + r}, {x - wide, y + r}}, ink, 1);
    case Marker::down_triangle:
      return area({{x, y + wide}, {x + wide, y - r}, {x - wide, y - r}}, ink, 1);
    case Marker::diamond:
      return area({{x, y - wide}, {x + wide, y}, {x, y + wide}, {x - wide, y}}, ink, 1);
    case Marker::cross:
      line({x - r, y - r}, {x + r, y + r}, ink, 2);
      return line({x - r, y + r}, {x + r, y - r}, ink, 2);
    case Marker::plus:
      line({x - wide, y}, {x + wide, y}, ink, 2);
      return line({x, y - wide}, {x, y + wide}, ink, 2);
  }
}

std::string SvgWriter::finish() {
  return std::move(svg_) + "</svg>\n";
}

double text_width(std::string_view text, double size) {
  return static_cast<double>(count_characters(text)) * size * 0.56;
}

}  // namespace hopveil::report
