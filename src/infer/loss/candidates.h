// SPDX-License-Identifier: Apache-2.0
#pragma once

// The counts among which a rehearsal chooses what is published.

#include <cstddef>
#include <span>
#include <vector>

#include "infer/correction/calibration.h"
#include "infer/correction/path_length.h"
#include "infer/inference.h"
#include "infer/loss/bayes_action.h"

namespace hopveil::infer {

/// Candidates are numbered: the median of the possible counts with path lengths corrected; 0; the plain
/// median; and counts of least expected relative error at several doubts about where paths end: `nearer` are
/// the odds that the public users of the next hop are at this one, `none` is the probability of an unforeseen
/// 0. Unreleased edges make paths longer in the inferred networks than in truth, and a count where there is
/// none costs most. Rehearsals do not see bridges that no liberal user ever had: from loss.first_nearer_hop
/// on the odds are at least loss.nearer_odds, and the plain median is not believed. The first two for the
/// absolute objective, all but the first for the relative one.
CandidateRange candidates_for(Objective objective);

/// All of them, from one user's possible counts.
class Candidates {
 public:
  /// `by_hop` has an entry more than `hops`; it outlives this.
  Candidates(const std::vector<WeightedCounts>& by_hop, const InferenceOptions& options,
             std::size_t num_public, const PathLengthCorrection& correction);
  float count(std::size_t candidate, unsigned hop) const;
  /// How far the correction of path lengths moves the median.
  float moved(unsigned hop) const { return corrected_[hop] - medians_[hop]; }

 private:
  const std::vector<WeightedCounts>& by_hop_;
  const LossParameters& loss_;
  std::vector<float> medians_, corrected_;
};

}  // namespace hopveil::infer
