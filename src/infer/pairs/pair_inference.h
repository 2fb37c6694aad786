// SPDX-License-Identifier: Apache-2.0
#pragma once

// The design in which everybody is asked for pairs: docs/mechanisms/eli-pairs.md.

#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "dp/rational.h"
#include "infer/inference.h"
#include "infer/pairs/noisy_network.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

/// Asks randomized response of all pairs, with that share of their levels.
NoisyNetwork ask_all_pairs(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                           dp::Rational share);

/// Asks randomized response of all pairs, with that share of their levels; finds out which answers are true
/// (edge_posterior); counts in networks of believed edges; and *rehearses* all of that on networks that could
/// be the true one, to choose between ways to count and to see how wrong the result is. A table per
/// objective.
std::vector<InferredCounts> infer_from_pairs(const query::PublicKnowledge& knowledge,
                                             query::AnswerSource& answers, dp::Rational share,
                                             const SeededRng& rng, const InferenceOptions& options,
                                             std::span<const Objective> objectives);

}  // namespace hopveil::infer
