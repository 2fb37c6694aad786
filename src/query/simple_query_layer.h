// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/random_source.h"
#include "dp/budget.h"
#include "dp/discrete_laplace.h"
#include "dp/exact_samplers.h"
#include "dp/random_bits.h"
#include "query/flip_rate.h"
#include "query/pair_accounts.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::query {

/// The obvious version of QueryLayer, for tests: loops over all pairs, one coin for each. Same distributions,
/// other random streams. What its proof rests on are three functions that a test may replace by wrong ones.
class SimpleQueryLayer : public AnswerSource {
 public:
  SimpleQueryLayer(const Graph& graph, const PublicKnowledge& knowledge, RandomSource& random)
      : graph_(graph), knowledge_(knowledge), random_(random), accounts_(knowledge) {}

  NoisyCounts ask(const CountQuestion& question) override {
    accounts_.charge(question);
    NoisyCounts answers(question.num_pools, question.num_cells);
    for (NodeId user = 0; user < knowledge_.num_users(); ++user) {
      for (const NodeId partner : graph_.neighbours(user)) {
        const std::uint32_t pool = question.pool_of_owner[user];
        const std::uint32_t cell = question.cell_of_partner[partner];
        if (pool != kNobody && cell != kNobody && belongs_to(user, partner)) ++answers(pool, cell);
      }
    }
    const auto random = random_.split("simple count question", questions_++);
    for (std::uint32_t pool = 0; pool < question.num_pools; ++pool) {
      const std::vector<NodeId> owners = owners_of(question, pool);
      if (owners.empty()) continue;
      const dp::Rational epsilon = dp::times(pool_level(owners), question.share);
      for (std::uint32_t cell = 0; cell < question.num_cells; ++cell) {
        const std::int64_t noise = dp::sample_discrete_laplace(*random, epsilon, 1);
        answers(pool, cell) = dp::noisy_count(static_cast<std::uint32_t>(answers(pool, cell)), noise);
      }
    }
    return answers;
  }

  NoisyEdges ask(const PairQuestion& question) override {
    accounts_.charge(question);
    const auto random = random_.split("simple pair question", questions_++);
    NoisyEdges answers;
    for (NodeId a = 0; a < knowledge_.num_users(); ++a) {
      for (NodeId b = a + 1; b < knowledge_.num_users(); ++b) {
        if (!question.is_member[a] || !question.is_member[b]) continue;
        if (knowledge_.is_public(a) && knowledge_.is_public(b)) continue;
        dp::RandomBits bits(*random);
        const FlipRate rate = flip_rate(dp::times(pair_level(a, b), question.share));
        const bool stays = dp::bernoulli_exp(bits, rate.numerator, FlipRate::kDenominator);
        if (are_linked(a, b) == stays) answers.emplace_back(a, b);
      }
    }
    return answers;
  }

 protected:
  /// Whether the edge is counted among the user's.
  virtual bool belongs_to(NodeId user, NodeId partner) const {
    return !knowledge_.is_public(user) && knowledge_.owner(user, partner) == user;
  }
  virtual Epsilon pool_level(const std::vector<NodeId>& owners) const {
    Epsilon smallest = knowledge_.preference(owners.front());
    for (const NodeId owner : owners) smallest = std::min(smallest, knowledge_.preference(owner));
    return smallest;
  }
  virtual Epsilon pair_level(NodeId a, NodeId b) const {
    return knowledge_.preference(knowledge_.owner(a, b));
  }

  const Graph& graph_;
  const PublicKnowledge& knowledge_;

 private:
  std::vector<NodeId> owners_of(const CountQuestion& question, std::uint32_t pool) const {
    std::vector<NodeId> owners;
    for (NodeId user = 0; user < knowledge_.num_users(); ++user) {
      if (question.pool_of_owner[user] == pool) owners.push_back(user);
    }
    return owners;
  }
  bool are_linked(NodeId a, NodeId b) const { return std::ranges::binary_search(graph_.neighbours(a), b); }

  RandomSource& random_;
  PairAccounts accounts_;
  std::uint64_t questions_ = 0;
};

}  // namespace hopveil::query
