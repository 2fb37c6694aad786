#pragma once

#include <vector>

#include "base/seeded_rng.h"
#include "infer/design/anchors.h"
#include "infer/parameters.h"

namespace hopveil {

/// The released network once more without some of its liberal users: what is lost then shows what may have
/// been lost without those who never released anything.
struct HiddenUsers {
  std::vector<NodeId> left, hidden;
  Graph known;  ///< without the edges of hidden users
};

/// Hides liberal users at random, as large a share as is missing, but at most two thirds of them.
HiddenUsers hide(const Anchors& anchors, double missing_share, SeededRng rng,
                 const ImputationParameters& parameters = {});

}  // namespace hopveil
