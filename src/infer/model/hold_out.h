// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/seeded_rng.h"
#include "infer/design/anchors.h"
#include "infer/parameters.h"

namespace hopveil::infer {

/// The released network without some of its liberal users, who are *held out*: what is lost with them shows
/// what may have been lost without the users who never released an edge.
struct HoldOut {
  std::vector<NodeId> kept, held_out;
  Graph known;  ///< without the edges of those held out
};

/// Holds liberal users out at random: the share that is unobserved in truth, at most `reference_missing`.
HoldOut hold_out(const Anchors& anchors, double unobserved_share, SeededRng rng,
                 const ImputationParameters& parameters = {});

}  // namespace hopveil::infer
