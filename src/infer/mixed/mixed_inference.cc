// SPDX-License-Identifier: Apache-2.0
#include "infer/mixed/mixed_inference.h"

#include <utility>

#include "infer/correction/path_length_hold_outs.h"
#include "infer/loss/tables.h"
#include "infer/mixed/posteriors.h"
#include "infer/mixed/rehearsal.h"
#include "infer/reach/released_reach.h"

namespace hopveil::infer {
namespace {

/// About the shares of the time that the stages take, in their order.
constexpr double kImputed = 0.2, kHeldOut = 0.25, kRehearsed = 0.5;

}  // namespace

std::vector<InferredCounts> infer_mixed(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                                        std::vector<NodeId> liberal, const SeededRng& rng,
                                        const InferenceOptions& options,
                                        std::span<const Objective> objectives) {
  const Meter meter(options.progress);
  const Anchors anchors = ask_anchors(knowledge, answers, std::move(liberal));
  const MixedSetting setting{.knowledge = knowledge,
                             .anchors = anchors,
                             .options = options,
                             .kept_whole = num_rehearsals(knowledge)};

  const SeededRng of_networks = rng.stream("teacher");
  ImputedNetworks imputed = impute_networks(setting, of_networks, meter.part(0, kImputed));
  const PathLengthCorrection path_lengths =
      measure_path_length_bias(setting, imputed.counts, of_networks, meter.part(kImputed, kHeldOut));
  const Calibration calibration =
      rehearse(setting, imputed, rng.stream("rehearsal"), meter.part(kHeldOut, kRehearsed));
  imputed.whole.clear();

  Tables tables(knowledge, options, objectives, calibration, path_lengths);
  infer_posteriors(setting, imputed, answers, rng, meter.part(kRehearsed, 1), tables);
  std::vector<InferredCounts> inferred = tables.take();
  if (options.reach) add_released_reach(knowledge, anchors, options, rng.stream("reach"), inferred);
  return inferred;
}

}  // namespace hopveil::infer
