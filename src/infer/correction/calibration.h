#pragma once

// How far the truth can be from what imputed networks say. All of them may err in the same way, so their
// spread alone makes intervals too narrow.

#include <vector>

#include "base/seeded_rng.h"
#include "infer/design/anchors.h"
#include "infer/inference.h"

namespace hopveil::infer {

/// By hop, on square roots of counts, whose errors are about even.
struct Margins {
  std::vector<float> low, high;
};

struct Calibration {
  /// For counts of imputed networks: how many units of `spread_of_roots` from the median the ends are.
  Margins spreads;
  /// How far the truth is beyond all imputed networks: an error of all estimates that are trained with them.
  Margins beyond;
  /// By hop: the sum of |median of the networks - truth|, divided by the sum of the truth. Of a hold-out.
  std::vector<float> relative_error;
};

/// The standard deviation of the counts' square roots, plus 1: agreement of few networks proves little.
float spread_of_roots(std::span<const float> counts);

/// Split-conformal (Romano, Patterson and Candes, "Conformalized quantile regression", NeurIPS 2019): holds
/// out the share of the liberal users that is unobserved in truth, imputes what is left, and compares with
/// the released network. Costs no privacy: it looks at released edges only. Margins are 0 unless
/// options.intervals is set.
Calibration calibrate(const query::PublicKnowledge& knowledge, const Anchors& anchors,
                      const InferenceOptions& options, const SeededRng& rng);

}  // namespace hopveil::infer
