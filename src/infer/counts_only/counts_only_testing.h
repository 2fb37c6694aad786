// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small networks and answers without noise, for the tests of the local inference.

#include <string>
#include <vector>

#include <hopveil/users.h>

#include "graph/builder.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

inline Preferences everybody(std::size_t rows, const std::string& epsilon) {
  return Preferences(std::vector<Epsilon>(rows, Epsilon::from_text(epsilon)));
}

/// Two cliques of kPublicPerSide public users each, the first users, with one link between them;
/// `private_per_side` private users beside each clique, each linked to the first two public users of its side
/// and to the next private user of its side.
inline constexpr NodeId kPublicPerSide = 10;
inline Graph two_sides(NodeId private_per_side) {
  std::vector<Edge> edges = {{kPublicPerSide - 1, kPublicPerSide}};
  for (const NodeId side : {NodeId{0}, NodeId{1}}) {
    const NodeId first_public = side * kPublicPerSide;
    for (NodeId a = 0; a < kPublicPerSide; ++a)
      for (NodeId b = a + 1; b < kPublicPerSide; ++b) edges.push_back({first_public + a, first_public + b});
    const NodeId first = 2 * kPublicPerSide + side * private_per_side;
    for (NodeId i = 0; i < private_per_side; ++i) {
      edges.push_back({first + i, first_public});
      edges.push_back({first + i, first_public + 1});
      edges.push_back({first + i, first + (i + 1) % private_per_side});
    }
  }
  return graph_from_edges(2 * (kPublicPerSide + private_per_side), std::move(edges));
}

inline UserRoles first_users_public(NodeId num_nodes, NodeId num_public) {
  std::vector<NodeId> users;
  for (NodeId user = 0; user < num_public; ++user) users.push_back(user);
  return UserRoles(num_nodes, std::move(users));
}

/// Answers without noise.
class ExactAnswers final : public query::AnswerSource {
 public:
  ExactAnswers(const Graph& graph, const query::PublicKnowledge& knowledge)
      : graph_(graph), knowledge_(knowledge) {}

  query::NoisyCounts ask(const query::CountQuestion& question) override {
    query::NoisyCounts counts(question.num_pools, question.num_cells);
    for (NodeId user = 0; user < graph_.num_nodes(); ++user) {
      if (question.pool_of_owner[user] == query::kNobody) continue;
      for (const NodeId other : graph_.neighbours(user)) {
        if (question.cell_of_partner[other] == query::kNobody) continue;
        if (!knowledge_.is_public(other) && knowledge_.owner(user, other) != user) continue;
        ++counts(question.pool_of_owner[user], question.cell_of_partner[other]);
      }
    }
    return counts;
  }
  query::NoisyEdges ask(const query::PairQuestion&) override { return {}; }

 private:
  const Graph& graph_;
  const query::PublicKnowledge& knowledge_;
};

}  // namespace hopveil::infer
