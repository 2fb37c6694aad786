// SPDX-License-Identifier: Apache-2.0
#include "infer/basics/canonical_users.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace hopveil::infer {
namespace {

/// Item i of the result's place order[i] is item i.
template <class T>
std::vector<T> scattered(const std::vector<T>& items, const std::vector<NodeId>& order) {
  std::vector<T> result(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) result[order[i]] = items[i];
  return result;
}

}  // namespace

CanonicalUsers::CanonicalUsers(const query::PublicKnowledge& knowledge)
    : order_(knowledge.canonical_order()), knowledge_(knowledge.renumbered(order_)) {
  for (const NodeId user : knowledge_.roles().private_users()) {
    own_row_.push_back(knowledge.roles().row(order_[user]));
  }
  std::vector<NodeId> place(knowledge.num_users());
  for (NodeId row = 0; const NodeId user : knowledge.roles().public_users()) place[user] = row++;
  for (const NodeId user : knowledge_.roles().public_users()) own_public_row_.push_back(place[order_[user]]);
}

InferredCounts CanonicalUsers::in_own_order(InferredCounts table) const {
  InferredCounts* const reach = table.reach();
  std::optional<InferredCounts> own_reach;
  if (reach != nullptr) own_reach = reordered(std::move(*reach), own_public_row_);
  InferredCounts result = reordered(std::move(table), own_row_);
  if (own_reach) result.set_reach(std::move(*own_reach));
  return result;
}

InferredCounts CanonicalUsers::reordered(InferredCounts table, const std::vector<NodeId>& own_row) const {
  InferredCounts result(table.rows(), table.hops(), table.with_intervals());
  const auto scatter = [&](const auto& from, const auto& to) {
    for (std::size_t row = 0; row < from.size(); ++row) to[own_row[row]] = from[row];
  };
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    scatter(table.hop(hop), result.hop(hop));
    scatter(table.expected_error(hop), result.expected_error(hop));
    if (!table.with_intervals()) continue;
    scatter(table.low(hop), result.low(hop));
    scatter(table.high(hop), result.high(hop));
  }
  return result;
}

CanonicalAnswers::CanonicalAnswers(const CanonicalUsers& users, query::AnswerSource& answers)
    : users_(users), answers_(answers), canonical_(users.order().size()) {
  for (NodeId i = 0; i < canonical_.size(); ++i) canonical_[users.order()[i]] = i;
}

query::NoisyCounts CanonicalAnswers::ask(const query::CountQuestion& question) {
  query::CountQuestion own = question;
  own.pool_of_owner = scattered(question.pool_of_owner, users_.order());
  own.cell_of_partner = scattered(question.cell_of_partner, users_.order());
  return answers_.ask(own);
}

query::NoisyEdges CanonicalAnswers::ask(const query::PairQuestion& question) {
  query::NoisyEdges edges = answers_.ask({scattered(question.is_member, users_.order()), question.share});
  for (auto& [a, b] : edges) {
    const std::pair<NodeId, NodeId> pair = std::minmax(canonical_[a], canonical_[b]);
    a = pair.first;
    b = pair.second;
  }
  std::ranges::sort(edges);
  return edges;
}

}  // namespace hopveil::infer
