// SPDX-License-Identifier: Apache-2.0
#include "infer/plain_inference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "graph/builder.h"
#include "graph/network_spec.h"
#include "infer/basics/count_everyone.h"
#include "infer/design/anchors.h"
#include "infer/design/liberal_users.h"
#include "infer/design/reserved_answers.h"
#include "infer/loss/bayes_action.h"
#include "infer/reach/reach.h"

namespace hopveil::infer {
namespace {

constexpr std::size_t kMostTemplates = 2000;

struct TwoCounts {
  double to_public = 0, to_private = 0;
};

Anchors released_edges(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                       std::vector<NodeId> liberal) {
  if (!liberal.empty()) return ask_anchors(knowledge, answers, std::move(liberal));
  std::vector<Edge> edges;
  for (const auto& [a, b] : knowledge.public_edges()) edges.push_back({a, b});
  return {{},
          std::vector<bool>(knowledge.num_users()),
          graph_from_edges(knowledge.num_users(), std::move(edges))};
}

/// By asked user. Cell 0: public neighbours, cell 1: private ones.
std::vector<TwoCounts> ask_two_counts(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                                      const std::vector<NodeId>& asked) {
  if (asked.empty()) return {};
  query::CountQuestion question;
  question.pool_of_owner.assign(knowledge.num_users(), query::kNobody);
  question.cell_of_partner.assign(knowledge.num_users(), 1);
  for (const NodeId user : knowledge.roles().public_users()) question.cell_of_partner[user] = 0;
  for (std::uint32_t i = 0; i < asked.size(); ++i) question.pool_of_owner[asked[i]] = i;
  question.num_pools = static_cast<std::uint32_t>(asked.size());
  question.num_cells = 2;
  const query::NoisyCounts noisy = answers.ask(question);
  std::vector<TwoCounts> counts;
  for (std::uint32_t i = 0; i < asked.size(); ++i) {
    counts.push_back({static_cast<double>(noisy(i, 0)), static_cast<double>(noisy(i, 1))});
  }
  return counts;
}

NodeId one_of(std::span<const NodeId> users, SeededRng& rng) {
  return users[static_cast<std::size_t>(random_below(rng, users.size()))];
}

/// The released network with a neighbour for each that an asked user lacks.
Graph impute(const query::PublicKnowledge& knowledge, const Anchors& anchors,
             const std::vector<NodeId>& asked, const std::vector<TwoCounts>& counts, SeededRng& rng) {
  std::vector<Edge> edges;
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    for (const NodeId other : anchors.known.neighbours(user)) edges.push_back({user, other});
  }
  const auto links = [](double count) { return std::lround(std::clamp(count, 0.0, 1000.0)); };
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!anchors.liberal.empty()) {
      for (const NodeId other : anchors.known.neighbours(one_of(anchors.liberal, rng))) {
        edges.push_back({asked[i], other});
      }
      continue;
    }
    for (auto left = links(counts[i].to_public); left > 0; --left) {
      edges.push_back({asked[i], one_of(knowledge.roles().public_users(), rng)});
    }
    for (auto left = links(counts[i].to_private); left > 0; --left) {
      edges.push_back({asked[i], one_of(asked, rng)});
    }
  }
  return graph_from_edges(knowledge.num_users(), std::move(edges));
}

/// Of a user's private neighbours, the share that it owns the pair with: those with a larger preference, and
/// half of those with the same.
double owned_share(const query::PublicKnowledge& knowledge, double preference) {
  double owned = 0;
  const auto users = knowledge.roles().private_users();
  for (const NodeId user : users) {
    const double other = knowledge.preference(user).value();
    owned += other > preference ? 1 : other == preference ? 0.5 : 0;
  }
  return owned / static_cast<double>(users.size());
}

/// Users of a network with their two counts, and how many public users are at each hop.
struct Templates {
  std::vector<NodeId> users;
  std::vector<TwoCounts> of;  // by template
  HopRows rows;               // by user
};

Templates make_templates(const query::PublicKnowledge& knowledge, const Graph& network,
                         const InferenceOptions& options) {
  const auto users = knowledge.roles().private_users();
  Templates templates;
  const std::size_t size = std::min(users.size(), kMostTemplates);
  std::vector<bool> is_public(knowledge.num_users(), false);
  for (const NodeId user : knowledge.roles().public_users()) is_public[user] = true;
  for (std::size_t i = 0; i < size; ++i) {
    templates.users.push_back(users[i * users.size() / size]);
    templates.of.emplace_back();
    for (const NodeId other : network.neighbours(templates.users.back())) {
      ++(is_public[other] ? templates.of.back().to_public : templates.of.back().to_private);
    }
  }
  templates.rows = count_everyone(network, knowledge.roles().public_users(), 1, options.hops, options);
  return templates;
}

/// The templates' counts at each hop, weighted by how likely they give these answers.
std::vector<WeightedCounts> weigh(const Templates& templates, const TwoCounts& answers, double preference,
                                  double owned) {
  std::vector<double> distances;
  for (const TwoCounts& of : templates.of) {
    distances.push_back(std::abs(of.to_public - answers.to_public) +
                        std::abs(owned * of.to_private - answers.to_private));
  }
  const double nearest = *std::ranges::min_element(distances);
  std::vector<WeightedCounts> by_hop(templates.rows.hops());
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const auto weight = static_cast<float>(std::exp(-preference * (distances[i] - nearest)));
    for (unsigned hop = 0; hop < by_hop.size(); ++hop) {
      by_hop[hop].emplace_back(templates.rows.of(templates.users[i])[hop], weight);
    }
  }
  for (WeightedCounts& counts : by_hop) std::ranges::sort(counts);
  return by_hop;
}

void write(const std::vector<WeightedCounts>& by_hop, std::size_t num_public, Objective objective,
           const InferenceOptions& options, NodeId row, InferredCounts& table) {
  std::vector<float> best;
  for (const WeightedCounts& counts : by_hop) best.push_back(best_count(counts, objective));
  std::vector<std::uint32_t> whole(best.size());
  fit_to_range(best, num_public, whole);
  const double tail = (100 - static_cast<double>(options.intervals.value_or(0))) / 200;
  for (unsigned hop = 0; hop < whole.size(); ++hop) {
    table.hop(hop + 1)[row] = whole[hop];
    table.expected_error(hop + 1)[row] = mean_distance(by_hop[hop], static_cast<float>(whole[hop]));
    if (!options.intervals) continue;
    table.low(hop + 1)[row] = std::min(whole[hop], static_cast<std::uint32_t>(quantile(by_hop[hop], tail)));
    table.high(hop + 1)[row] =
        std::max(whole[hop], static_cast<std::uint32_t>(quantile(by_hop[hop], 1 - tail)));
  }
}

}  // namespace

std::vector<InferredCounts> infer_plainly(const query::PublicKnowledge& knowledge,
                                          query::AnswerSource& answers, RandomSource& random,
                                          const InferenceOptions& options,
                                          std::span<const Objective> objectives) {
  LiberalUsers liberal = find_liberal_users(knowledge, answers, options.parameters.design);
  SeededRng rng(random.next_u64());
  ReservedAnswers reserved(answers);
  query::AnswerSource& left = liberal.looked ? reserved : answers;
  const Anchors anchors = released_edges(knowledge, left, std::move(liberal.users));
  std::vector<NodeId> asked;
  for (const NodeId user : knowledge.roles().private_users()) {
    if (!anchors.is_liberal[user]) asked.push_back(user);
  }
  const std::vector<TwoCounts> counts = ask_two_counts(knowledge, left, asked);
  const Graph network = impute(knowledge, anchors, asked, counts, rng);
  const Templates templates = make_templates(knowledge, network, options);

  const UserRoles& roles = knowledge.roles();
  const std::size_t num_public = roles.public_users().size();
  std::vector<InferredCounts> tables(
      objectives.size(),
      InferredCounts(roles.private_users().size(), options.hops, options.intervals.has_value()));
  const auto write_all = [&](const std::vector<WeightedCounts>& by_hop, NodeId user) {
    for (std::size_t i = 0; i < objectives.size(); ++i) {
      write(by_hop, num_public, objectives[i], options, roles.row(user), tables[i]);
    }
  };
  for (const NodeId user : anchors.liberal) {
    std::vector<WeightedCounts> own;
    for (const float count : templates.rows.of(user)) own.push_back({{count, 1.0F}});
    write_all(own, user);
  }
  std::map<std::tuple<double, double, double>, std::vector<NodeId>> alike;  // by preference and answers
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const double preference = knowledge.preference(asked[i]).value();
    alike[{preference, counts[i].to_public, counts[i].to_private}].push_back(asked[i]);
  }
  double owned = 0, last_preference = 0;
  for (const auto& [kind, users] : alike) {
    const auto& [preference, to_public, to_private] = kind;
    if (preference != last_preference) owned = owned_share(knowledge, last_preference = preference);
    const auto by_hop = weigh(templates, {to_public, to_private}, preference, owned);
    for (const NodeId user : users) write_all(by_hop, user);
  }
  if (options.reach) {
    const HopRows reach = reach_in(network, roles, options.hops,
                                   {.threads = options.threads, .memory_limit = options.memory_limit});
    for (InferredCounts& table : tables) add_reach({reach}, options, table);
  }
  return tables;
}

}  // namespace hopveil::infer
