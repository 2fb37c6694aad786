// SPDX-License-Identifier: Apache-2.0
#include "infer/design/liberal_users.h"

#include <algorithm>
#include <cmath>

#include "infer/design/clustering.h"
#include "infer/design/false_edges.h"
#include "infer/design/reserved_answers.h"

namespace hopveil::infer {
namespace {

/// Edges to anchors per liberal user: hardly any network has fewer, or more.
constexpr double kFewEdges = 1;
constexpr double kManyEdges = 100;
/// Edges per user of a network that is dense enough to be asked for all pairs although many are false.
constexpr double kDense = 25;

/// The largest set {P >= t} in which everybody expects few false edges, if each user has this many true ones.
/// The pair of two users is flipped at the smaller preference, so the least liberal one decides. `users` by
/// falling preference.
std::size_t largest_set(const query::PublicKnowledge& knowledge, const std::vector<NodeId>& users,
                        double edges, double false_per_true) {
  const auto num_public = static_cast<double>(knowledge.roles().public_users().size());
  std::size_t size = 0;
  for (std::size_t end = 1; end <= users.size(); ++end) {
    const Epsilon last = knowledge.preference(users[end - 1]);
    if (end < users.size() && knowledge.preference(users[end]) == last) continue;
    const double partners = static_cast<double>(end - 1) + num_public;
    if (partners <= false_per_true * edges * (1 + std::exp(last.value()))) size = end;
  }
  return size;
}

/// Whether noise makes few enough edges for a dense network. If not, nothing needs to be asked to know.
bool all_pairs_may_be_worth_it(const query::PublicKnowledge& knowledge, const DesignParameters& parameters) {
  const query::PairQuestion all{std::vector<bool>(knowledge.num_users(), true)};
  const auto users = static_cast<double>(knowledge.roles().private_users().size());
  return expected_false_edges(knowledge, all) <= parameters.false_per_true_of_all * kDense * users;
}

/// The mean number of edges to each other and to public users, from one noisy total.
double look_at_edges(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                     const std::vector<NodeId>& users) {
  query::CountQuestion question;
  question.pool_of_owner.assign(knowledge.num_users(), query::kNobody);
  question.cell_of_partner.assign(knowledge.num_users(), query::kNobody);
  for (const NodeId user : users) question.pool_of_owner[user] = question.cell_of_partner[user] = 0;
  for (const NodeId user : knowledge.roles().public_users()) question.cell_of_partner[user] = 0;
  question.num_pools = question.num_cells = 1;
  question.share = ReservedAnswers::first_look();
  const auto total = static_cast<double>(answers.ask(question)(0, 0));
  return std::clamp(total / static_cast<double>(users.size()), kFewEdges, kManyEdges);
}

}  // namespace

LiberalUsers find_liberal_users(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                                const DesignParameters& parameters) {
  const auto private_users = knowledge.roles().private_users();
  LiberalUsers liberal{{private_users.begin(), private_users.end()}};
  std::vector<NodeId>& users = liberal.users;
  std::stable_sort(users.begin(), users.end(),
                   [&](NodeId a, NodeId b) { return knowledge.preference(a) > knowledge.preference(b); });
  const std::size_t surely = largest_set(knowledge, users, kFewEdges, parameters.false_per_true);
  users.resize(largest_set(knowledge, users, kManyEdges, parameters.false_per_true));
  if (users.size() > surely) {
    const double edges = look_at_edges(knowledge, answers, users);
    liberal.looked = true;
    if (users.size() == private_users.size())
      liberal.edges_of_everybody = edges * static_cast<double>(users.size());
    users.resize(largest_set(knowledge, users, edges, parameters.false_per_true));
  } else if (users.empty() && all_pairs_may_be_worth_it(knowledge, parameters)) {
    const double edges = look_at_edges(knowledge, answers, {private_users.begin(), private_users.end()});
    liberal.looked = true;
    liberal.edges_of_everybody = edges * static_cast<double>(private_users.size());
  }
  std::sort(users.begin(), users.end());
  return liberal;
}

bool all_pairs_are_worth_it(const query::PublicKnowledge& knowledge, const LiberalUsers& liberal,
                            const DesignParameters& parameters) {
  if (liberal.users.size() == knowledge.roles().private_users().size()) return true;
  if (!liberal.users.empty() || liberal.edges_of_everybody == 0) return false;
  const query::PairQuestion all{std::vector<bool>(knowledge.num_users(), true)};
  const double false_per_true = expected_false_edges(knowledge, all) / liberal.edges_of_everybody;
  if (false_per_true <= parameters.false_per_true_of_all / 2) return true;
  return false_per_true <= parameters.false_per_true_of_all &&
         excess_clustering(knowledge).value_or(0) >= kClustered;
}

}  // namespace hopveil::infer
