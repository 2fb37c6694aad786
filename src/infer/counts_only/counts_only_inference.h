// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "infer/basics/hop_rows.h"
#include "infer/basics/meter.h"
#include "infer/counts_only/answers.h"
#include "infer/counts_only/population.h"
#include "infer/counts_only/templates.h"
#include "infer/inference.h"

namespace hopveil::infer {

/// The third recipe of ELI, for preferences so small that no user's links can be released one by one
/// (docs/mechanisms/eli-local.md): asks every private user for its numbers of neighbours, by region of the
/// public users' network; fits a population to the answers; draws local synthetic graphs from it; and gives
/// every user what synthetic users with such answers see: a table per objective.
std::vector<InferredCounts> infer_without_liberals(const query::PublicKnowledge& knowledge,
                                                   query::AnswerSource& answers, RandomSource& random,
                                                   const InferenceOptions& options,
                                                   std::span<const Objective> objectives);

/// A synthetic network, and its counts by user.
struct SyntheticNetwork {
  Graph graph;
  HopRows counts;
};

/// What all objectives and intervals have in common.
struct LocalModel {
  LocalAnswers answers;
  Population population;
  Templates templates = {};
  std::vector<SyntheticNetwork> networks = {};  ///< to rehearse on: one without bridges, one with them
  std::vector<HopRows> reach = {};  ///< by public user, in each synthetic graph; empty unless asked for
};
/// Needs a private and a public user.
LocalModel learn_locally(const query::PublicKnowledge& knowledge, query::AnswerSource& source,
                         RandomSource& random, const InferenceOptions& options, const Meter& meter);

}  // namespace hopveil::infer
