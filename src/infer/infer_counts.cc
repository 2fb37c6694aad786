// SPDX-License-Identifier: Apache-2.0
#include "infer/infer_counts.h"

#include <utility>

#include "infer/basics/canonical_users.h"
#include "infer/counts_only/counts_only_inference.h"
#include "infer/design/liberal_users.h"
#include "infer/design/reserved_answers.h"
#include "infer/mixed/mixed_inference.h"
#include "infer/pairs/pair_inference.h"

namespace hopveil::infer {
std::vector<InferredCounts> infer_with_eli(const query::PublicKnowledge& knowledge,
                                           query::AnswerSource& answers, RandomSource& random,
                                           const InferenceOptions& options,
                                           std::span<const Objective> objectives) {
  LiberalUsers liberal = find_liberal_users(knowledge, answers, options.parameters.design);
  // Inference is post-processing: its random draws protect no user and may come from a fast generator.
  const SeededRng rng(random.next_u64());
  if (all_pairs_are_worth_it(knowledge, liberal, options.parameters.design)) {
    const dp::Rational share = liberal.looked ? ReservedAnswers::left() : dp::Rational(1, 1);
    return infer_from_pairs(knowledge, answers, share, rng, options, objectives);
  }
  ReservedAnswers reserved(answers);
  query::AnswerSource& left = liberal.looked ? reserved : answers;
  if (liberal.users.empty()) return infer_without_liberals(knowledge, left, random, options, objectives);
  return infer_mixed(knowledge, left, std::move(liberal.users), rng, options, objectives);
}

std::vector<InferredCounts> infer_for_objectives(const query::PublicKnowledge& knowledge,
                                                 query::AnswerSource& answers, RandomSource& random,
                                                 const InferenceOptions& options,
                                                 std::span<const Objective> objectives, Infer& infer) {
  const std::size_t rows = knowledge.roles().private_users().size();
  if (rows == 0 || knowledge.roles().public_users().empty()) {  // nothing to count
    InferredCounts zeros(rows, options.hops, options.intervals.has_value());
    if (options.reach)
      zeros.set_reach({knowledge.roles().public_users().size(), options.hops, options.intervals.has_value()});
    return std::vector(objectives.size(), zeros);
  }
  const CanonicalUsers users(knowledge);
  CanonicalAnswers canonical_answers(users, answers);
  std::vector<InferredCounts> tables =
      infer(users.knowledge(), canonical_answers, random, options, objectives);
  for (InferredCounts& table : tables) table = users.in_own_order(std::move(table));
  return tables;
}

InferredCounts infer_counts(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                            RandomSource& random, const InferenceOptions& options) {
  return std::move(
      infer_for_objectives(knowledge, answers, random, options, {&options.objective, 1}).front());
}

}  // namespace hopveil::infer
