// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "infer/inference.h"

namespace hopveil::infer {

/// The mixed design of docs/mechanisms/eli-inference.md: the liberal users (at least one, ascending) release
/// their edges, all others answer numbers of neighbours. A table per objective.
std::vector<InferredCounts> infer_mixed(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                                        std::vector<NodeId> liberal, const SeededRng& rng,
                                        const InferenceOptions& options,
                                        std::span<const Objective> objectives);

}  // namespace hopveil::infer
