// SPDX-License-Identifier: Apache-2.0
#include "infer/design/anchors.h"

#include <utility>

#include "graph/builder.h"

namespace hopveil::infer {
Anchors ask_anchors(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                    std::vector<NodeId> liberal) {
  Anchors anchors{std::move(liberal), std::vector<bool>(knowledge.num_users(), false), Graph()};
  query::PairQuestion question{std::vector<bool>(knowledge.num_users(), false)};
  for (const NodeId user : anchors.liberal) anchors.is_liberal[user] = question.is_member[user] = true;
  for (const NodeId user : knowledge.roles().public_users()) question.is_member[user] = true;
  std::vector<Edge> edges;
  for (const auto& [a, b] : knowledge.public_edges()) edges.push_back({a, b});
  for (const auto& [a, b] : answers.ask(question)) edges.push_back({a, b});
  anchors.known = graph_from_edges(knowledge.num_users(), std::move(edges));
  return anchors;
}

}  // namespace hopveil::infer
