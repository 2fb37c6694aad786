// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "report/svg.h"
#include "report/svg_writer.h"
#include "report/text.h"

namespace hopveil::report {
namespace {

constexpr double kWidth = 440;
constexpr double kHeight = 250;
constexpr double kMargin = 34;
constexpr double kKeyHeight = 26;
constexpr double kTextSize = 12;

/// Series colours 0 and 3: apart from each other for every reader; shape and dash tell the same again.
const SeriesStyle kPublicStyle{0, Marker::none, 0};
const SeriesStyle kDifferingStyle{3, Marker::none, 1};

std::vector<Point> wanted_places(const NetworkDrawing& drawing) {
  std::vector<Point> places;
  const double count = static_cast<double>(drawing.nodes.size());
  for (const DrawnNode& node : drawing.nodes) {
    const double turn = 2 * std::numbers::pi * static_cast<double>(places.size()) / count;
    places.push_back(node.place ? Point{node.place->first, node.place->second}
                                : Point{std::sin(turn), -std::cos(turn)});
  }
  return places;
}

/// Moves and scales the places into the picture, keeping their proportions.
std::vector<Point> fitted_places(std::vector<Point> places) {
  Point least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Point largest{-least.x, -least.y};
  for (const Point& place : places) {
    least = {std::min(least.x, place.x), std::min(least.y, place.y)};
    largest = {std::max(largest.x, place.x), std::max(largest.y, place.y)};
  }
  const auto room = [](double size, double extent) {
    return extent > 0 ? (size - 2 * kMargin) / extent : std::numeric_limits<double>::infinity();
  };
  const double scale = std::min(room(kWidth, largest.x - least.x), room(kHeight, largest.y - least.y));
  const double factor = std::isfinite(scale) ? scale : 1;
  for (Point& place : places) {
    place = {kWidth / 2 + factor * (place.x - (least.x + largest.x) / 2),
             kHeight / 2 + factor * (place.y - (least.y + largest.y) / 2)};
  }
  return places;
}

double node_radius(const NetworkDrawing& drawing, const std::vector<Point>& places) {
  double closest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      closest = std::min(closest, std::hypot(places[i].x - places[j].x, places[i].y - places[j].y));
  std::size_t longest = 1;
  for (const DrawnNode& node : drawing.nodes) longest = std::max(longest, node.label.size());
  return std::clamp(closest * 0.36, 5.0, longest > 2 ? 20.0 : 16.0);
}

void draw_key(SvgWriter& svg, bool differs) {
  const double y = kHeight + kKeyHeight / 2;
  svg.rectangle({0, y - 6}, 12, 12, ink_of(kPublicStyle), 1);
  svg.text({18, y + 4}, "public", Anchor::start, kTextInk, kTextSize);
  svg.circle({88, y}, 6, kSoftInk, false);
  svg.text({100, y + 4}, "private", Anchor::start, kTextInk, kTextSize);
  if (!differs) return;
  svg.line({168, y}, {200, y}, ink_of(kDifferingStyle), 3.5, kDashes[1]);
  svg.text({207, y + 4}, "edge that only one graph has", Anchor::start, kTextInk, kTextSize);
}

std::string description_of(const NetworkDrawing& drawing) {
  const auto is_public = [](const DrawnNode& node) { return node.is_public; };
  std::string text =
      fmt::format("{} nodes, {} of them public, {} edges.", drawing.nodes.size(),
                  std::count_if(drawing.nodes.begin(), drawing.nodes.end(), is_public), drawing.edges.size());
  if (drawing.differing_edge) {
    const auto& [from, to] = *drawing.differing_edge;
    text += fmt::format(" The graphs differ in the edge between {} and {}.",
                        drawing.nodes.at(static_cast<std::size_t>(from)).label,
                        drawing.nodes.at(static_cast<std::size_t>(to)).label);
  }
  return text;
}

}  // namespace

std::string render_svg(const NetworkDrawing& drawing) {
  SvgWriter svg(kWidth, kHeight + kKeyHeight, drawing.title, description_of(drawing));
  const std::vector<Point> places = fitted_places(wanted_places(drawing));
  const auto at = [&](int node) { return places.at(static_cast<std::size_t>(node)); };
  for (const auto& [from, to] : drawing.edges) svg.line(at(from), at(to), kSoftInk, 1.4);
  if (drawing.differing_edge) {
    svg.line(at(drawing.differing_edge->first), at(drawing.differing_edge->second), ink_of(kDifferingStyle),
             3.5, kDashes[1]);
  }
  const double radius = node_radius(drawing, places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const DrawnNode& node = drawing.nodes[i];
    const Point& place = places[i];
    if (node.is_public)
      svg.rectangle({place.x - radius, place.y - radius}, 2 * radius, 2 * radius, ink_of(kPublicStyle), 1);
    else
      svg.circle(place, radius, kSoftInk, false);
    const bool fits = text_width(node.label, kTextSize) < 2 * radius;
    if (fits)
      svg.text({place.x, place.y + 4}, node.label, Anchor::middle, node.is_public ? kPaperInk : kTextInk,
               kTextSize);
    else
      svg.text({place.x, place.y - radius - 5}, node.label, Anchor::middle, kTextInk, kTextSize);
  }
  draw_key(svg, drawing.differing_edge.has_value());
  return svg.finish();
}

}  // namespace hopveil::report
