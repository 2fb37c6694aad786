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

std::uint64_t bit_of(NodeId user) {
  return std::uint64_t{1} << (user % 64);
}

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
      degrees_({}, 0),
      neighbour_bits_(known.num_nodes(), 0) {
  for (const NodeId user : observed) {
    is_observed_[user] = true;
    users_.push_back(observed_degrees(user));
  }
  degrees_ = UnobservedDegrees(users_, observed.empty() ? 0 : unobserved_per_observed());
  for (NodeId user = 0; user < known.num_nodes(); ++user) {
    for (const NodeId other : known.neighbours(user)) neighbour_bits_[user] |= bit_of(other);
  }
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

/// A neighbour of a copy: this one of its source's, or instead a neighbour of it of the same role that the
/// source could have as well: linked to another neighbour of the source, if one is found.
NodeId Imputation::kept_or_replaced(NodeId source, NodeId neighbour, SmallDraws& draws) const {
  if (!draws.happens(parameters_.replaced_share)) return neighbour;
  const auto of_source = known_.neighbours(source), of_neighbour = known_.neighbours(neighbour);
  const bool is_public = is_public_[neighbour];
  NodeId found = neighbour;
  for (int i = 0; i < kTries; ++i) {
    const NodeId other = draws.pick(of_neighbour);
    if (is_public_[other] != is_public || other == source) continue;
    found = other;
    const NodeId common = draws.pick(of_source);
    if (common != neighbour && linked(common, other)) break;
  }
  return found;
}

/// Without a bit they are not; else whoever has fewer neighbours is asked.
bool Imputation::linked(NodeId a, NodeId b) const {
  if ((neighbour_bits_[a] & bit_of(b)) == 0 || (neighbour_bits_[b] & bit_of(a)) == 0) return false;
  const auto of_a = known_.neighbours(a), of_b = known_.neighbours(b);
  return of_a.size() <= of_b.size() ? std::ranges::binary_search(of_a, b)
                                    : std::ranges::binary_search(of_b, a);
}

Imputation::Copies Imputation::draw_copies(SmallDraws& draws) const {
  Copies copies{std::vector<NodeId>(unobserved_.size()), {}};
  std::vector<Edge> pairs(unobserved_.size());
  for (std::size_t i = 0; i < unobserved_.size(); ++i) {
    copies.source[i] = draws.pick(observed_);
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
void Imputation::copy_neighbours(const Copies& copies, SmallDraws& draws, EdgeList& edges,
                                 std::vector<Edge>& to_observed) const {
  const double new_copies = copies_per_neighbour();
  const auto copy_one = [&](NodeId unobserved, NodeId source, NodeId other) {
    const NodeId copied = kept_or_replaced(source, other, draws);
    if (is_observed_[copied]) {
      to_observed.push_back({copied, unobserved});
    } else {
      edges.add({unobserved, copied});
    }
    if (!is_observed_[other]) return;
    for (std::uint64_t left = draws.whole_number(new_copies); left > 0; --left) {
      const NodeId other_source = kept_or_replaced(source, other, draws);
      const auto candidates = copies.of[other_source].empty() ? copies.of[other] : copies.of[other_source];
      if (!candidates.empty()) edges.add({unobserved, draws.pick(candidates)});
    }
  };
  for (const NodeId source : observed_) {
    for (const NodeId unobserved : copies.of[source]) {
      for (const NodeId other : known_.neighbours(source)) copy_one(unobserved, source, other);
    }
  }
}

/// An unobserved user that an observed one could be linked to: the copy of a neighbour, or for the replaced
/// share the copy of a user two hops away; without these, a user without observed neighbours would get none.
/// Null when there is no such copy.
const NodeId* Imputation::one_more(NodeId user, const Copies& copies, SmallDraws& draws) const {
  NodeId copied = draws.pick(known_.neighbours(user));
  if (!is_observed_[copied] || draws.happens(parameters_.replaced_share)) {
    copied = draws.pick(known_.neighbours(copied));
  }
  const auto candidates = copies.of[copied];
  if (candidates.empty()) return nullptr;
  return &candidates[draws.below(candidates.size())];
}

/// Removes some of an observed user's unobserved neighbours, or adds some more, so that there are as many as
/// wanted. Users without known edges are reconnected, like all who are disconnected.
void Imputation::fit_degree(NodeId user, std::uint64_t wanted, const Copies& copies, SmallDraws& draws,
                            std::vector<NodeId>& neighbours) const {
  if (known_.degree(user) == 0) return;
  const auto settle = [&] {
    std::ranges::sort(neighbours);
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  };
  settle();
  for (int i = 0; i < kTries && neighbours.size() < wanted; ++i) {
    for (std::uint64_t left = wanted - neighbours.size(); left > 0; --left) {
      if (const NodeId* more = one_more(user, copies, draws)) neighbours.push_back(*more);
    }
    settle();
  }
  while (neighbours.size() > wanted) {
    std::swap(neighbours[draws.below(neighbours.size())], neighbours.back());
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
void Imputation::reconnect(const Copies& copies, SmallDraws& draws, EdgeList& edges) const {
  std::vector<NodeId> reached;  // unobserved users who are connected
  for (std::size_t i = 0; i < unobserved_.size(); ++i) {
    if (!disconnected_.is_member[copies.source[i]]) reached.push_back(unobserved_[i]);
  }
  if (reached.empty()) return;
  const double disconnected_share =
      truly_disconnected_share(unobserved_per_observed() / (1 + unobserved_per_observed()), parameters_);
  for (std::size_t i = 0; i < isolation_probabilities_.size(); ++i) {
    const double isolated = isolation_probabilities_[i];
    if (draws.happens(isolated + (1 - isolated) * disconnected_share)) continue;
    const NodeId neighbour = draws.pick(reached);
    for (const NodeId user : disconnected_.parts[i]) edges.add({user, neighbour});
  }
}

Graph Imputation::sample(SeededRng rng) const {
  std::unique_lock<std::mutex> lock(sampling_, std::defer_lock);
  if (known_.num_nodes() >= kLarge) lock.lock();
  EdgeList edges;  // besides those that are known
  if (!observed_.empty() && !unobserved_.empty()) {
    SmallDraws draws(rng);
    const Copies copies = draw_copies(draws);
    const ListPerUser linked_to = [&] {
      std::vector<Edge> to_observed;
      copy_neighbours(copies, draws, edges, to_observed);
      return ListPerUser(known_.num_nodes(), to_observed);
    }();
    std::vector<NodeId> neighbours;
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      const NodeId user = observed_[i];
      neighbours.assign(linked_to[user].begin(), linked_to[user].end());
      const std::uint64_t wanted = std::min<std::uint64_t>(degrees_.draw(users_[i], rng), unobserved_.size());
      fit_degree(user, wanted, copies, draws, neighbours);
      for (const NodeId unobserved : neighbours) edges.add({user, unobserved});
    }
    reconnect(copies, draws, edges);
  }
  return union_graph(known_, edges.graph(known_.ids()));
}

}  // namespace hopveil::infer
