// SPDX-License-Identifier: Apache-2.0
#pragma once

// The layer that answers noisy questions, from outside: nothing that it says about itself is believed. The
// truth is counted here, the obvious way, and every answer is compared with it.
//
// On a network that is large where the other pairs are small: more users than fit one piece of work, so that
// several random streams are used, counts above 1000, two preferences; at shares of the budget, and with the
// secure generator that a release draws from.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <hopveil/epsilon.h>

#include "audit/noise_tally.h"
#include "base/random_source.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::audit {

/// Makes the layer that is checked; all three arguments outlive it.
using LayerMaker = std::function<std::unique_ptr<query::AnswerSource>(
    const Graph&, const query::PublicKnowledge&, RandomSource&)>;

/// The one that releases use.
LayerMaker query_layer_maker();

/// One kind of question at one share of the budget, with one generator.
struct LayerCheck {
  std::string what;          ///< "counts, 1/10 of the budget, secure generator"
  bool secure = false;       ///< drawn by the secure generator: another run gives other figures
  NoiseBound noise;          ///< the narrowest of its noise; `said` is what is promised to the pairs
  std::uint64_t edges = 0;   ///< removed one at a time, with the same random bits; in some checks only
  std::uint64_t strays = 0;  ///< edges that moved another number, or more than one, or one by more than 1
  bool holds() const { return strays == 0 && !noise.too_narrow(); }
};

/// All checks; a correct layer fails one of them with probability `alpha` at most.
std::vector<LayerCheck> check_layer(const LayerMaker& make, Epsilon level, std::uint64_t seed, double alpha);

}  // namespace hopveil::audit
