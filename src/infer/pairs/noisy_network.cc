// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/noisy_network.h"

#include <algorithm>
#include <iterator>

#include "infer/design/false_edges.h"
#include "query/pair_flips.h"

namespace hopveil::infer {
namespace {

double level_of(const query::PublicKnowledge& knowledge, NodeId a, NodeId b) {
  return knowledge.preference(knowledge.owner(a, b)).value();
}

using Pair = std::pair<NodeId, NodeId>;

std::vector<Pair> sorted_pairs(std::span<const Edge> edges) {
  std::vector<Pair> pairs;
  pairs.reserve(edges.size());
  for (const Edge edge : edges) pairs.emplace_back(std::minmax(edge.from, edge.to));
  std::ranges::sort(pairs);
  return pairs;
}

}  // namespace

double NoisyNetwork::flip(NodeId a, NodeId b) const {
  return flip_probability(level_of(*knowledge, a, b), question.share);
}

NoisyNetwork ask_again(const NoisyNetwork& asked, std::span<const Edge> edges, const SeededRng& rng) {
  const query::MemberOrder members(*asked.knowledge, asked.question);
  SeededRng flips_rng = rng.stream("flips");
  std::vector<Pair> flips;
  for (const query::FlippedPair flip :
       query::draw_flips(flips_rng, *asked.knowledge, members, asked.question.share, 0, members.num_rows())) {
    flips.emplace_back(std::minmax(members.user(flip.row), members.user(flip.column)));
  }
  std::ranges::sort(flips);
  std::vector<Pair> answered;
  std::ranges::set_symmetric_difference(sorted_pairs(edges), flips, std::back_inserter(answered));
  NoisyNetwork result{asked.knowledge, asked.question, {}};
  for (const auto& [a, b] : answered) result.answered.push_back({a, b});
  return result;
}

}  // namespace hopveil::infer
