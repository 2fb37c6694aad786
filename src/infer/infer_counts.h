// SPDX-License-Identifier: Apache-2.0
#pragma once

// ELI's second half: from noisy answers to counts. Post-processing: it sees public knowledge and answers, and
// what it does with them costs no privacy. docs/mechanisms/eli-inference.md says how.

#include <span>
#include <vector>

#include "infer/inference.h"

namespace hopveil::infer {

Infer infer_with_eli;

/// Asks, and infers. Which questions are asked depends on public knowledge and earlier answers.
InferredCounts infer_counts(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                            RandomSource& random, const InferenceOptions& options);

/// The tables of several objectives from the same answers, each as it would be alone; options.objective is
/// not looked at. For experiments: a release is one of them.
std::vector<InferredCounts> infer_for_objectives(const query::PublicKnowledge& knowledge,
                                                 query::AnswerSource& answers, RandomSource& random,
                                                 const InferenceOptions& options,
                                                 std::span<const Objective> objectives,
                                                 Infer& infer = infer_with_eli);

}  // namespace hopveil::infer
