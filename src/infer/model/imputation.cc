// SPDX-License-Identifier: Apache-2.0
#include "infer/model/imputation.h"

#include <algorithm>
#include <utility>

#include "graph/builder.h"
#include "graph/network_spec.h"
#include "graph/union_graph.h"
#include "infer/basics/random_draws.h"

namespace hopveil::infer {
namespace {

/// Unobserved neighbours of an unobserved user, at most, on average. No social network is this dense; but a
/// few observed users who are all linked, and many unobserved ones, would make a network of nearly all pairs,
/// which does not fit into memory.
constexpr double kMostCopies = 250;
/// How often a neighbour's neighbour of the same role, or one more unobserved user, is looked for.
constexpr int kTries = 8;
constexpr NodeId kLarge = 20000;

}  // namespace

Imputation::Imputation(const Graph& known, const std::vector<bool>& is_public,
                       std::span<const NodeId> observed, std::span<const NodeId> unobserved,
                       const ImputationParameters& parameters)
    : parameters_(parameters),
      known_(known),
      is_public_(is_public),
      is_observed_(known.num_nodes(), false),
      observed_(observed),
      unobserved_(unobserved),
      disconnected_(find_disconnected(known, is_public, observed)),
      degrees_({}, 0) {
  for (const NodeId user : observed) is_observed_[user] = true;
  degrees_ = learn_degrees();
  for (const auto& part : disconnected_.parts) {
    isolation_probabilities_.push_back(isolation_probability(part));
  }
}

UnobservedDegrees::User Imputation::observed_degrees(NodeId user) const {
  UnobservedDegrees::User degrees;
  for (const NodeId other : known_.neighbours(user)) {
    ++(is_public_[other] ? degrees.public_neighbours : degrees.observed);
  }
  return degrees;
}

UnobservedDegrees Imputation::learn_degrees() const {
  std::vector<UnobservedDegrees::User> users;
  for (const NodeId user : observed_) users.push_back(observed_degrees(user));
  return {users, observed_.empty() ? 0 : unobserved_per_observed()};
}

/// A neighbour of a copy: this one of its source's, or instead a neighbour of it of the same role that the
/// source could have as well: linked to another neighbour of the source, if one is found.
NodeId Imputation::kept_or_replaced(NodeId source, NodeId neighbour, SeededRng& rng) const {
  if (!happens(parameters_.replaced_share, rng)) return neighbour;
  NodeId found = neighbour;
  for (int i = 0; i < kTries; ++i) {
    const NodeId other = pick(known_.neighbours(neighbour), rng);
    if (is_public_[other] != is_public_[neighbour] || other == source) continue;
    found = other;
    const NodeId common = pick(known_.neighbours(source), rng);
    if (common != neighbour && linked(common, other)) break;
  }
  return found;
}

bool Imputation::linked(NodeId a, NodeId b) const {
  const auto neighbours = known_.neighbours(a);
  return std::binary_search(neighbours.begin(), neighbours.end(), b);
}

Imputation::Copies Imputation::draw_copies(SeededRng& rng) const {
  Copies copies{std::vector<NodeId>(unobserved_.size()), {}};
  std::vector<Edge> pairs(unobserved_.size());
  for (std::size_t i = 0; i < unobserved_.size(); ++i) {
    copies.source[i] = pick(observed_, rng);
    pairs[i] = {copies.source[i], unobserved_[i]};
  }
  copies.of = ListPerUser(known_.num_nodes(), pairs);
  return copies;
}

/// Two unobserved users are linked as often as two observed ones: per observed neighbour of its source an
/// unobserved user gets this many copies of it as neighbours; each pair is drawn from both sides.
double Imputation::copies_per_neighbour() const {
  const double even = 0.5 * unobserved_per_observed();
  std::size_t among_observed = 0;
  for (const NodeId user : observed_) {
    for (const NodeId other : known_.neighbours(user)) among_observed += is_observed_[other] ? 1U : 0U;
  }
  if (among_observed == 0) return even;
  const double per_observed = static_cast<double>(among_observed) / static_cast<double>(observed_.size());
  return std::min(even, kMostCopies / per_observed);
}

/// Edges from observed to unobserved users go to `to_observed`, all others to `edges`.
void Imputation::copy_neighbours(const Copies& copies, SeededRng& rng, std::vector<Edge>& edges,
                                 std::vector<Edge>& to_observed) const {
  const double new_copies = copies_per_neighbour();
  for (std::size_t i = 0; i < unobserved_.size(); ++i) {
    for (const NodeId other : known_.neighbours(copies.source[i])) {
      const NodeId copied = kept_or_replaced(copies.source[i], other, rng);
      if (is_observed_[copied]) {
        to_observed.push_back({copied, unobserved_[i]});
      } else {
        edges.push_back({unobserved_[i], copied});
      }
      if (!is_observed_[other]) continue;
      for (std::uint64_t left = whole_number(new_copies, rng); left > 0; --left) {
        const NodeId other_source = kept_or_replaced(copies.source[i], other, rng);
        const auto candidates = copies.of[other_source].empty() ? copies.of[other] : copies.of[other_source];
        if (!candidates.empty()) edges.push_back({unobserved_[i], pick(candidates, rng)});
      }
    }
  }
}

/// An unobserved user that an observed one could be linked to: the copy of a neighbour, or for the replaced
/// share the copy of a user two hops away; without these, a user without observed neighbours would get none.
/// Null when there is no such copy.
const NodeId* Imputation::one_more(NodeId user, const Copies& copies, SeededRng& rng) const {
  NodeId copied = pick(known_.neighbours(user), rng);
  if (!is_observed_[copied] || happens(parameters_.replaced_share, rng)) {
    copied = pick(known_.neighbours(copied), rng);
  }
  const auto candidates = copies.of[copied];
  if (candidates.empty()) return nullptr;
  return &candidates[static_cast<std::size_t>(random_below(rng, candidates.size()))];
}

/// Removes some of an observed user's unobserved neighbours, or adds some more, so that their number is a
/// draw given its known edges. Users without known edges are reconnected, like all who are disconnected.
void Imputation::fit_degree(NodeId user, const Copies& copies, SeededRng& rng,
                            std::vector<NodeId>& neighbours) const {
  if (known_.degree(user) == 0) return;
  const auto settle = [&] {
    std::ranges::sort(neighbours);
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  };
  settle();
  const std::uint64_t wanted =
      std::min<std::uint64_t>(degrees_.draw(observed_degrees(user), rng), unobserved_.size());
  for (int i = 0; i < kTries && neighbours.size() < wanted; ++i) {
    for (std::uint64_t left = wanted - neighbours.size(); left > 0; --left) {
      if (const NodeId* more = one_more(user, copies, rng)) neighbours.push_back(*more);
    }
    settle();
  }
  while (neighbours.size() > wanted) {
    std::swap(neighbours[static_cast<std::size_t>(random_below(rng, neighbours.size()))], neighbours.back());
    neighbours.pop_back();
  }
}

double Imputation::isolation_probability(const std::vector<NodeId>& part) const {
  double probability = 1;
  for (const NodeId user : part) probability *= degrees_.none(observed_degrees(user));
  return probability > parameters_.believed_isolated ? probability : 0;
}

std::vector<double> Imputation::isolation_probabilities() const {
  std::vector<double> probabilities(known_.num_nodes(), 0);
  for (std::size_t i = 0; i < isolation_probabilities_.size(); ++i) {
    for (const NodeId user : disconnected_.parts[i]) probabilities[user] = isolation_probabilities_[i];
  }
  return probabilities;
}

/// All users of a part get the same unobserved neighbour: with several, paths would lead through the part.
void Imputation::reconnect(const Copies& copies, SeededRng& rng, std::vector<Edge>& edges) const {
  std::vector<NodeId> reached;  // unobserved users who are connected
  for (std::size_t i = 0; i < unobserved_.size(); ++i) {
    if (!disconnected_.is_member[copies.source[i]]) reached.push_back(unobserved_[i]);
  }
  if (reached.empty()) return;
  const double disconnected_share =
      truly_disconnected_share(unobserved_per_observed() / (1 + unobserved_per_observed()), parameters_);
  for (std::size_t i = 0; i < isolation_probabilities_.size(); ++i) {
    if (happens(isolation_probabilities_[i] + (1 - isolation_probabilities_[i]) * disconnected_share, rng))
      continue;
    const NodeId neighbour = pick(reached, rng);
    for (const NodeId user : disconnected_.parts[i]) edges.push_back({user, neighbour});
  }
}

Graph Imputation::sample(SeededRng rng) const {
  std::unique_lock<std::mutex> lock(sampling_, std::defer_lock);
  if (known_.num_nodes() >= kLarge) lock.lock();
  std::vector<Edge> edges;  // besides those that are known
  if (!observed_.empty() && !unobserved_.empty()) {
    const Copies copies = draw_copies(rng);
    const ListPerUser linked_to = [&] {
      std::vector<Edge> to_observed;
      copy_neighbours(copies, rng, edges, to_observed);
      return ListPerUser(known_.num_nodes(), to_observed);
    }();
    std::vector<NodeId> neighbours;
    for (const NodeId user : observed_) {
      neighbours.assign(linked_to[user].begin(), linked_to[user].end());
      fit_degree(user, copies, rng, neighbours);
      for (const NodeId unobserved : neighbours) edges.push_back({user, unobserved});
    }
    reconnect(copies, rng, edges);
  }
  return union_graph(known_, graph_from_edges(known_.num_nodes(), std::move(edges)));
}

}  // namespace hopveil::infer
