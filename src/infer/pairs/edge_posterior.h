// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which edges that randomized response told are true.

#include <vector>

#include "base/seeded_rng.h"
#include "infer/pairs/noisy_network.h"
#include "infer/parameters.h"

namespace hopveil::infer {

/// What is believed about each answered edge.
struct EdgeBeliefs {
  std::vector<float> belief;  ///< the probability to be true
  /// Whether it joins users whom believed edges do not join within three steps, or users of different
  /// communities: then it changes distances.
  std::vector<bool> is_bridge;
};

/// The probability of each answered edge to be true, by what all other answers say about its pair.
///
/// Exchangeability: a false edge is a random pair that is not linked, independent of all others. *Decoys*,
/// more such pairs, are mixed among the answers and treated like them by every step, so whatever score the
/// steps give, it is distributed among decoys as among false edges. Where a range of scores holds `N` answers
/// and `K` of `D` decoys, and `F` answers are expected to be false, `F K / D` of the `N` are: calibrated by
/// construction, without training data, however often scores are made again from what is believed so far. The
/// score itself is learnt from other decoys.
EdgeBeliefs edge_posterior(const NoisyNetwork& network, unsigned threads, const SeededRng& rng,
                           const PairParameters& parameters = {});

}  // namespace hopveil::infer
