// SPDX-License-Identifier: Apache-2.0
#include "evaluate/trend.h"

#include <algorithm>

#include <hopveil/errors.h>

namespace hopveil::evaluation {

Trend trend_of(std::span<const double> values) {
  const double first = values.front();
  const double last = values.back();
  const auto [smallest, largest] = std::ranges::minmax(values);
  const double noticeable = kFlatShare * smallest;
  const bool falls_first = first - smallest > noticeable;
  const bool rises_last = last - smallest > noticeable;
  const bool rises_first = largest - first > noticeable;
  const bool falls_last = largest - last > noticeable;
  if (falls_first && rises_last) {
    // Both ends lie above the smallest value; a curve that also has a high point between is told by its ends.
    if (rises_first && falls_last) return last < first ? Trend::kFalls : Trend::kRises;
    return Trend::kFallsThenRises;
  }
  if (rises_first && falls_last) return Trend::kRisesThenFalls;
  if (falls_first) return Trend::kFalls;
  if (rises_first) return Trend::kRises;
  return Trend::kFlat;
}

std::string trend_text(Trend trend) {
  switch (trend) {
    case Trend::kFlat:
      return "flat";
    case Trend::kFalls:
      return "falls";
    case Trend::kRises:
      return "rises";
    case Trend::kFallsThenRises:
      return "falls, then rises";
    case Trend::kRisesThenFalls:
      return "rises, then falls";
  }
  throw BugError("a trend has no text");
}

}  // namespace hopveil::evaluation
