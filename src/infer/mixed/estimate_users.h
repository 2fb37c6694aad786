// SPDX-License-Identifier: Apache-2.0
#pragma once

// Steps 2 and 3 of docs/mechanisms/eli-inference.md: counts of the users who are asked for numbers of
// neighbours.

#include <optional>
#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "infer/basics/meter.h"
#include "infer/design/mixed_setting.h"
#include "infer/design/partners.h"
#include "infer/design/preference_groups.h"
#include "infer/estimator/conditional_estimator.h"
#include "infer/loss/posterior_sink.h"

namespace hopveil::infer {

/// What the estimates of all groups share.
struct Estimation {
  const MixedSetting& setting;
  const TrainingSet& training;
  Partners& partners;  ///< their counts become the medians of what is estimated
  PosteriorSink& sink;
};

/// The users of a group, what they answered to a design, and who to train the estimator with.
struct AnsweredDesign {
  const CountDesign& design;
  const PreferenceGroup& group;
  const std::vector<std::vector<std::int64_t>>& answers;
  const TrainingSet& training;
  /// Of the group's users: their probability to have no path to a public user. Empty: 0.
  std::span<const double> no_path = {};
  /// What the sink is told of the users; nullopt: the estimates go to the partners' counts only.
  std::optional<std::size_t> kind = {};
  /// Whether the partners' counts are used afterwards: if not, only those whom the sink wants are estimated.
  bool for_partners = true;
};

/// Trains an estimator, and writes the users' possible counts to the sink, medians to the partners' counts.
void estimate_users(const Estimation& estimation, const AnsweredDesign& answered, const ForestOptions& forest,
                    const SeededRng& rng, const Meter& meter);

/// Chooses the strata of a group, the `kind` of its users, asks in two rounds, and estimates. Precise users
/// become partners of others.
void estimate_group(const Estimation& estimation, const PreferenceGroup& group, std::size_t kind,
                    query::AnswerSource& answers, const SeededRng& rng, const Meter& meter);

/// Whether the group's answers are precise enough for others to be asked about its users, and for these to
/// answer about others.
bool is_precise(const PreferenceGroup& group, const DesignParameters& parameters);

/// The effort of an estimate.
ForestOptions estimating_forest(const InferenceOptions& options);

}  // namespace hopveil::infer
