#include "infer/anchors.h"

#include <algorithm>
#include <cmath>

#include "graph/builder.h"

namespace hopveil {
namespace {

/// False edges per liberal user that still do no harm. Randomized response wins while they are a tenth of the
/// true ones; four edges to anchors is what a sparse network's users have.
constexpr double kFalseEdges = 0.1 * 4;

/// The largest set {P >= t} in which everybody expects at most kFalseEdges false edges. The pair of two users
/// is flipped at the smaller preference, so the least liberal one decides.
std::vector<NodeId> liberal_users(const PublicKnowledge& knowledge) {
  const auto private_users = knowledge.roles().private_users();
  std::vector<NodeId> users(private_users.begin(), private_users.end());
  std::stable_sort(users.begin(), users.end(),
                   [&](NodeId a, NodeId b) { return knowledge.preference(a) > knowledge.preference(b); });
  const auto num_public = static_cast<double>(knowledge.roles().public_users().size());
  std::size_t size = 0;
  for (std::size_t end = 1; end <= users.size(); ++end) {
    if (end < users.size() && knowledge.preference(users[end]) == knowledge.preference(users[end - 1]))
      continue;
    const double partners = static_cast<double>(end - 1) + num_public;
    if (partners <= kFalseEdges * (1 + std::exp(knowledge.preference(users[end - 1]).value()))) size = end;
  }
  users.resize(size);
  std::sort(users.begin(), users.end());
  return users;
}

}  // namespace

Anchors find_anchors(const PublicKnowledge& knowledge, AnswerSource& answers) {
  Anchors anchors{liberal_users(knowledge), std::vector<bool>(knowledge.num_users(), false), Graph()};
  if (anchors.liberal.empty()) return anchors;
  PairQuestion question{std::vector<bool>(knowledge.num_users(), false)};
  for (const NodeId user : anchors.liberal) anchors.is_liberal[user] = question.is_member[user] = true;
  for (const NodeId user : knowledge.roles().public_users()) question.is_member[user] = true;
  std::vector<Edge> edges;
  for (const auto& [a, b] : knowledge.public_edges()) edges.push_back({a, b});
  for (const auto& [a, b] : answers.ask(question)) edges.push_back({a, b});
  anchors.known = graph_from_edges(knowledge.num_users(), std::move(edges));
  return anchors;
}

}  // namespace hopveil
