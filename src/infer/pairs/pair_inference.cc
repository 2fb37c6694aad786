// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/pair_inference.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "infer/basics/meter.h"
#include "infer/basics/random_draws.h"
#include "infer/loss/bayes_action.h"
#include "infer/pairs/edge_posterior.h"
#include "infer/pairs/rehearsal.h"
#include "infer/reach/reach.h"

namespace hopveil::infer {
namespace {

/// In the network of all edges that are surely true, or in networks sampled by what is believed.
std::vector<HopRows> sampled_reach(const NoisyNetwork& network, const EdgeBeliefs& believed, bool all_sure,
                                   const InferenceOptions& options, SeededRng rng) {
  const query::PublicKnowledge& knowledge = *network.knowledge;
  std::vector<HopRows> reach;
  while (reach.size() < (all_sure ? 1 : options.parameters.pairs.samples)) {
    std::vector<Edge> edges;
    for (const auto& [a, b] : knowledge.public_edges()) edges.push_back({a, b});
    for (std::size_t i = 0; i < network.answered.size(); ++i) {
      if (all_sure || unit_draw(rng) < believed.belief[i]) edges.push_back(network.answered[i]);
    }
    reach.push_back(reach_in(graph_from_edges(knowledge.num_users(), std::move(edges)), knowledge.roles(),
                             options.hops,
                             {.threads = options.threads, .memory_limit = options.memory_limit}));
  }
  return reach;
}

void write_table(const CandidateTables& candidates, std::span<const RehearsedHop> by_hop,
                 const query::PublicKnowledge& knowledge, Objective objective, InferredCounts& table) {
  const std::size_t num_public = knowledge.roles().public_users().size();
  std::vector<float> row(table.hops());
  std::vector<std::uint32_t> whole(table.hops());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (unsigned hop = 0; hop < table.hops(); ++hop)
      row[hop] = candidates.table(by_hop[hop].best, objective).of(i)[hop];
    fit_to_range(row, num_public, whole);
    for (unsigned hop = 0; hop < table.hops(); ++hop) {
      table.hop(hop + 1)[i] = whole[hop];
      table.expected_error(hop + 1)[i] = by_hop[hop].expected_error(row[hop]);
      if (!table.with_intervals()) continue;
      const auto [low, high] = by_hop[hop].interval(row[hop], num_public);
      table.low(hop + 1)[i] = std::min(whole[hop], low);
      table.high(hop + 1)[i] = std::max(whole[hop], high);
    }
  }
}

}  // namespace

NoisyNetwork ask_all_pairs(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                           dp::Rational share) {
  NoisyNetwork network{&knowledge, {std::vector<bool>(knowledge.num_users(), true), share}, {}};
  for (const auto& [a, b] : answers.ask(network.question)) network.answered.push_back({a, b});
  return network;
}

std::vector<InferredCounts> infer_from_pairs(const query::PublicKnowledge& knowledge,
                                             query::AnswerSource& answers, dp::Rational share,
                                             const SeededRng& rng, const InferenceOptions& options,
                                             std::span<const Objective> objectives) {
  const Meter meter(options.progress);
  const NoisyNetwork network = ask_all_pairs(knowledge, answers, share);
  const CandidateCounter counter(knowledge, options);
  const EdgeBeliefs believed =
      edge_posterior(network, options.threads, rng.stream("posterior"), options.parameters.pairs);
  meter.reach(0.2);
  const CandidateTables candidates = counter.count(network.answered, believed, rng.stream("candidates"));
  meter.reach(0.4);
  Rehearsal rehearsal(options);
  const auto truths = possible_truths(network, believed, rng.stream("truths"));
  for (std::size_t i = 0; i < truths.size() && !candidates.all_alike(); ++i) {
    const SeededRng own = rng.stream("rehearsal", i);
    const NoisyNetwork again = ask_again(network, truths[i].edges, own);
    const EdgeBeliefs believed_again =
        edge_posterior(again, options.threads, own.stream("posterior"), options.parameters.pairs);
    rehearsal.add(truths[i].sort, counter.count(again.answered, believed_again, own.stream("candidates")),
                  counter.count_edges(truths[i].edges));
    meter.reach(0.4 + 0.6 * static_cast<double>(i + 1) / static_cast<double>(truths.size()));
  }
  std::vector<HopRows> reach;
  if (options.reach) {
    reach = sampled_reach(network, believed, candidates.all_alike(), options, rng.stream("reach"));
  }
  std::vector<InferredCounts> tables;
  for (const Objective objective : objectives) {
    tables.emplace_back(knowledge.roles().private_users().size(), options.hops,
                        options.intervals.has_value());
    const std::vector<RehearsedHop> by_hop = rehearsal.choose(objective);
    write_table(candidates, by_hop, knowledge, objective, tables.back());
    if (options.reach) add_reach(reach, options, tables.back());
  }
  return tables;
}

}  // namespace hopveil::infer
