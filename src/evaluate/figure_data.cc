// SPDX-License-Identifier: Apache-2.0
#include "evaluate/figure_data.h"

#include <algorithm>
#include <cstdlib>

namespace hopveil::evaluation {
namespace {

constexpr const char* kReadingMatters = "duba-lf";

bool belongs(const ErrorSummary& line, const std::string& graph, unsigned hops, const Variant& variant) {
  const Configuration& key = line.configuration;
  if (line.graph != graph || key.hops != hops) return false;
  if (!key.postprocess.empty() && key.postprocess != variant.postprocess) return false;
  return key.mechanism != kReadingMatters || key.reading == variant.reading;
}

}  // namespace

std::vector<Variant> paper_variants() {
  return {{"consistent", "none"}, {"consistent", "clamp"}, {"literal", "none"}, {"literal", "clamp"}};
}

std::vector<Curve> curves_of(const std::vector<ErrorSummary>& lines, const std::string& graph, unsigned hops,
                             const Variant& variant) {
  std::vector<Curve> curves;
  for (const ErrorSummary& line : lines) {
    if (!belongs(line, graph, hops, variant)) continue;
    const Configuration& key = line.configuration;
    if (curves.empty() || curves.back().mechanism != key.mechanism) curves.push_back({key.mechanism, {}, {}});
    if (!key.threshold.empty())
      curves.back().thresholds.push_back(std::strtod(key.threshold.c_str(), nullptr));
    curves.back().errors.push_back(line.all);
  }
  return curves;
}

const Curve* find_curve(const std::vector<Curve>& curves, std::string_view mechanism) {
  const auto place = std::ranges::find(curves, mechanism, &Curve::mechanism);
  return place == curves.end() ? nullptr : &*place;
}

}  // namespace hopveil::evaluation
