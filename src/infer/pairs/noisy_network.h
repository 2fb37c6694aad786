// SPDX-License-Identifier: Apache-2.0
#pragma once

// What randomized response told about the pairs of some users.

#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "dp/rational.h"
#include "graph/builder.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

/// A PairQuestion and its answer.
struct NoisyNetwork {
  const query::PublicKnowledge* knowledge = nullptr;  ///< outlives it
  query::PairQuestion question;
  std::vector<Edge> answered;  ///< true edges that were not flipped, and false ones that were

  /// The probability that the bit of this pair was flipped.
  double flip(NodeId a, NodeId b) const;
};

/// Asks a network with these edges (between members, not both public) the question of `asked`, with fresh
/// noise of the same kind.
NoisyNetwork ask_again(const NoisyNetwork& asked, std::span<const Edge> edges, const SeededRng& rng);

}  // namespace hopveil::infer
