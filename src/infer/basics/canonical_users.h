// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "infer/inference.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

/// The users in their canonical order, which their names decide: inference breaks ties by number, and must
/// neither depend on how a file numbers its users nor learn from it (neighbours often have near numbers).
class CanonicalUsers {
 public:
  explicit CanonicalUsers(const query::PublicKnowledge& knowledge);

  /// What is known, about the users in canonical order.
  const query::PublicKnowledge& knowledge() const { return knowledge_; }
  /// By canonical number: the user's own number.
  const std::vector<NodeId>& order() const { return order_; }
  /// A table with rows in canonical order, with the rows of the users' own order.
  InferredCounts in_own_order(InferredCounts table) const;

 private:
  InferredCounts reordered(InferredCounts table, const std::vector<NodeId>& own_row) const;

  std::vector<NodeId> order_;
  query::PublicKnowledge knowledge_;
  std::vector<NodeId> own_row_;         // by canonical row
  std::vector<NodeId> own_public_row_;  // the same for rows of public users
};

/// Passes on questions about canonical numbers to a source that knows users by their own numbers.
class CanonicalAnswers final : public query::AnswerSource {
 public:
  /// Both outlive it.
  CanonicalAnswers(const CanonicalUsers& users, query::AnswerSource& answers);

  query::NoisyCounts ask(const query::CountQuestion& question) override;
  query::NoisyEdges ask(const query::PairQuestion& question) override;

 private:
  const CanonicalUsers& users_;
  query::AnswerSource& answers_;
  std::vector<NodeId> canonical_;  // by own number
};

}  // namespace hopveil::infer
