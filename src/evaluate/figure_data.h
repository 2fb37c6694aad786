// SPDX-License-Identifier: Apache-2.0
#pragma once

// The errors behind one figure, by mechanism and threshold, under one choice of reading and post-processing.

#include <string>
#include <vector>

#include "evaluate/paper.h"
#include "evaluate/summary.h"

namespace hopveil::evaluation {

/// The choices that the paper leaves open (E3, E4, E9).
struct Variant {
  std::string reading;
  std::string postprocess;
  std::string text() const { return reading + ", " + postprocess; }
  friend bool operator==(const Variant&, const Variant&) = default;
};
/// All four, in the order in which they are reported.
std::vector<Variant> paper_variants();

/// One mechanism's errors over the thresholds.
struct Curve {
  std::string mechanism;
  std::vector<double> thresholds;  ///< empty: the mechanism has none, and there is one point
  std::vector<ErrorPair> errors;   ///< by threshold
};

/// A mechanism without the option that a variant names takes part in it with what it has.
std::vector<Curve> curves_of(const std::vector<ErrorSummary>& lines, const std::string& graph, unsigned hops,
                             const Variant& variant);

/// Null when the figure has no such mechanism.
const Curve* find_curve(const std::vector<Curve>& curves, std::string_view mechanism);

}  // namespace hopveil::evaluation
