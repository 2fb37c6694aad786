// SPDX-License-Identifier: Apache-2.0
#include "infer/correction/path_length_hold_outs.h"

#include <algorithm>
#include <vector>

#include "infer/basics/count_everyone.h"
#include "infer/model/hold_out.h"

namespace hopveil::infer {
namespace {

/// Where paths are only added up, this many public users are enough.
constexpr std::size_t kCountedForTotals = 512;
/// With fewer hops there is no bias to measure.
constexpr unsigned kFewestHops = 5;

}  // namespace

PathLengthCorrection measure_path_length_bias(const MixedSetting& setting, const HopRows& imputed_counts,
                                              const SeededRng& rng, const Meter& meter,
                                              std::size_t num_hold_outs) {
  const query::PublicKnowledge& knowledge = setting.knowledge;
  const Anchors& anchors = setting.anchors;
  const InferenceOptions& options = setting.options;
  const ImputationParameters& imputation = options.parameters.imputation;
  const PublicSample sample(anchors.known, knowledge.roles().public_users(),
                            std::min(imputation.counted_public, kCountedForTotals));
  const HopRows released = sample.count(anchors.known, setting.counted_hops(), options);
  std::vector<PathsOfHoldOut> hold_outs;
  if (setting.counted_hops() >= kFewestHops && setting.num_unobserved() > 0) {
    for (std::size_t i = 0; i < num_hold_outs; ++i) {
      const HoldOut parts = hold_out(anchors, setting.unobserved_share(), rng.stream("hide", i), imputation);
      const HopRows kept = sample.count(parts.known, setting.counted_hops(), options);
      hold_outs.push_back(
          compare_paths(released, kept, users_with_paths(imputed_counts, parts.kept), setting.num_public()));
      meter.reach(static_cast<double>(i + 1) / static_cast<double>(num_hold_outs));
    }
  }
  return fit_path_length_correction(released, imputed_counts,
                                    users_with_paths(imputed_counts, anchors.liberal), setting.num_public(),
                                    setting.unobserved_share(), hold_outs, options.parameters);
}

}  // namespace hopveil::infer
