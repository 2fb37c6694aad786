#include "infer/completion.h"

#include <algorithm>

#include "graph/builder.h"
#include "graph/network_spec.h"

namespace hopveil {
namespace {

/// The share of acquaintances that a twin does not have in common with its original. Without any, completion
/// makes no way shorter; chosen on musae and generated networks (docs/mechanisms/eli-inference.md).
constexpr double kReplacedShare = 0.4;
/// Missing users that an original knows beyond those who copied it, per missing user and original. Without
/// them nobody is found who knows a user that no other original knows.
constexpr double kMoreAcquaintances = 0.6;
/// Of the parts that are cut off from public users in what is known, the share that is not in truth. Chosen
/// as the share of users that the local inference leaves cut off.
constexpr double kTiedIn = 0.9;
/// At most so many other missing users are met by a missing user, on average. No network that people make is
/// so dense; but a few originals who all know each other, and many missing users, would make a network of
/// nearly all pairs, which no memory holds.
constexpr double kMostTwinsMet = 250;
/// How often an acquaintance's acquaintance of the same role is looked for.
constexpr int kTries = 8;

bool happens(double probability, SeededRng& rng) {
  return random_unit(rng) <= probability;
}

/// The whole number below or above `expected` that makes it the mean.
std::uint64_t whole_number(double expected, SeededRng& rng) {
  const auto below = static_cast<std::uint64_t>(expected);
  return below + (happens(expected - static_cast<double>(below), rng) ? 1 : 0);
}

NodeId pick(std::span<const NodeId> users, SeededRng& rng) {
  return users[static_cast<std::size_t>(random_below(rng, users.size()))];
}

}  // namespace

Completion::Completion(const Graph& known, const std::vector<bool>& is_public,
                       std::span<const NodeId> originals, std::span<const NodeId> missing)
    : known_(known),
      is_public_(is_public),
      is_original_(known.num_nodes(), false),
      originals_(originals),
      missing_(missing),
      cut_off_(find_cut_off(known, is_public, originals)) {
  for (const NodeId user : originals) is_original_[user] = true;
}

/// An acquaintance of a twin: one of its original's, or instead of it one of theirs, of the same role, that
/// the original could as well have known: another of its acquaintances knows it too, if there is such a one.
NodeId Completion::near(NodeId original, NodeId acquaintance, SeededRng& rng) const {
  if (!happens(kReplacedShare, rng)) return acquaintance;
  NodeId found = acquaintance;
  for (int i = 0; i < kTries; ++i) {
    const NodeId other = pick(known_.neighbours(acquaintance), rng);
    if (is_public_[other] != is_public_[acquaintance] || other == original) continue;
    found = other;
    const NodeId witness = pick(known_.neighbours(original), rng);
    if (witness != acquaintance && linked(witness, other)) break;
  }
  return found;
}

bool Completion::linked(NodeId a, NodeId b) const {
  const auto neighbours = known_.neighbours(a);
  return std::binary_search(neighbours.begin(), neighbours.end(), b);
}

Completion::Twins Completion::draw_twins(SeededRng& rng) const {
  Twins twins{std::vector<NodeId>(missing_.size()), std::vector<std::vector<NodeId>>(known_.num_nodes())};
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    twins.original[i] = pick(originals_, rng);
    twins.of[twins.original[i]].push_back(missing_[i]);
  }
  return twins;
}

/// Two missing users know each other as often as two originals do: per acquaintance of its original that many
/// twins, and each pair is met from both sides.
double Completion::twins_met_per_acquaintance() const {
  const double even = 0.5 * missing_per_original();
  std::size_t among_originals = 0;
  for (const NodeId user : originals_) {
    for (const NodeId other : known_.neighbours(user)) among_originals += is_original_[other] ? 1U : 0U;
  }
  if (among_originals == 0) return even;
  const double per_original = static_cast<double>(among_originals) / static_cast<double>(originals_.size());
  return std::min(even, kMostTwinsMet / per_original);
}

void Completion::copy_acquaintances(const Twins& twins, SeededRng& rng, std::vector<Edge>& edges) const {
  const double twins_met = twins_met_per_acquaintance();
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    for (const NodeId other : known_.neighbours(twins.original[i])) {
      edges.push_back({missing_[i], near(twins.original[i], other, rng)});
      if (!is_original_[other]) continue;
      for (std::uint64_t left = whole_number(twins_met, rng); left > 0; --left) {
        const NodeId met = near(twins.original[i], other, rng);
        const auto& candidates = twins.of[met].empty() ? twins.of[other] : twins.of[met];
        if (!candidates.empty()) edges.push_back({missing_[i], pick(candidates, rng)});
      }
    }
  }
}

void Completion::add_acquaintances(const Twins& twins, SeededRng& rng, std::vector<Edge>& edges) const {
  const double more = kMoreAcquaintances * missing_per_original();
  for (const NodeId user : originals_) {
    const auto neighbours = known_.neighbours(user);
    if (neighbours.empty()) continue;  // tied in, like all who are cut off
    for (std::uint64_t left = whole_number(more, rng); left > 0; --left) {
      const NodeId two_hops_away = pick(known_.neighbours(pick(neighbours, rng)), rng);
      const auto& candidates = twins.of[two_hops_away];
      if (!candidates.empty()) edges.push_back({user, pick(candidates, rng)});
    }
  }
}

/// All users of a part know the same missing user: were there several, ways would lead through the part.
void Completion::tie_in(const Twins& twins, SeededRng& rng, std::vector<Edge>& edges) const {
  std::vector<NodeId> reached;  // missing users who are not cut off
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    if (!cut_off_.is_member[twins.original[i]]) reached.push_back(missing_[i]);
  }
  if (reached.empty()) return;
  for (const auto& part : cut_off_.parts) {
    if (!happens(kTiedIn, rng)) continue;
    const NodeId acquaintance = pick(reached, rng);
    for (const NodeId user : part) edges.push_back({user, acquaintance});
  }
}

Graph Completion::sample(SeededRng rng) const {
  std::vector<Edge> edges;
  for (NodeId user = 0; user < known_.num_nodes(); ++user) {
    for (const NodeId other : known_.neighbours(user)) {
      if (user < other) edges.push_back({user, other});
    }
  }
  if (!originals_.empty() && !missing_.empty()) {
    const Twins twins = draw_twins(rng);
    copy_acquaintances(twins, rng, edges);
    add_acquaintances(twins, rng, edges);
    tie_in(twins, rng, edges);
  }
  return graph_from_edges(known_.num_nodes(), std::move(edges));
}

}  // namespace hopveil
