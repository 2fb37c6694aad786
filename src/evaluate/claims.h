// SPDX-License-Identifier: Apache-2.0
#pragma once

// The paper's sentences that state a number or an order, held against our runs. Verdicts are computed.

#include <string>
#include <vector>

#include "evaluate/figure_data.h"

namespace hopveil::evaluation {

enum class Verdict {
  kHolds,
  kDirectionOnly,  ///< right about who or which way, not about how much
  kDoesNotHold,
};
std::string verdict_text(Verdict verdict);

/// One claim under one choice of what the paper leaves open.
struct VariantFinding {
  Variant variant;
  Verdict verdict;
  std::string found;    ///< our value: "31.2%", "at 7 of 9 thresholds", "falls, then rises"
  double distance = 0;  ///< from the paper's value; smaller is closer, comparable within one claim
};

struct ClaimFinding {
  unsigned figure;
  std::string claim;  ///< "DUBA-LF outperforms Uniform in MAE by up to"
  std::string paper;  ///< the paper's value
  std::vector<VariantFinding> variants;

  /// The best verdict that any choice gives: the paper gets the benefit of the doubt.
  Verdict verdict() const;
  /// The choice that comes closest; of equals, the first.
  const VariantFinding& closest() const;
};

/// Every claim about a figure, from the errors of its experiment; `graph` is its name in `lines`. Needs the
/// paper's four mechanisms; others are ignored.
std::vector<ClaimFinding> check_figure_claims(const PaperFigure& figure,
                                              const std::vector<ErrorSummary>& lines,
                                              const std::string& graph);

/// What all claims together say, a sentence for each count and one for the choice that comes closest most
/// often.
std::vector<std::string> claims_summary(const std::vector<ClaimFinding>& claims);

}  // namespace hopveil::evaluation
