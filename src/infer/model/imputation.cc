#include "infer/model/imputation.h"

#include <algorithm>
#include <utility>

#include "graph/builder.h"
#include "graph/network_spec.h"
#include "graph/union_graph.h"

namespace hopveil {
namespace {

/// At most so many other missing users are met by a missing user, on average. No network that people make is
/// so dense; but a few originals who all know each other, and many missing users, would make a network of
/// nearly all pairs, which no memory holds.
constexpr double kMostTwinsMet = 250;
/// How often an acquaintance's acquaintance of the same role, or one more missing user, is looked for.
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
                       std::span<const NodeId> originals, std::span<const NodeId> missing,
                       const ImputationParameters& parameters)
    : parameters_(parameters),
      known_(known),
      is_public_(is_public),
      is_original_(known.num_nodes(), false),
      originals_(originals),
      missing_(missing),
      cut_off_(find_cut_off(known, is_public, originals)),
      degrees_({}, 0) {
  for (const NodeId user : originals) is_original_[user] = true;
  degrees_ = learn_degrees();
  for (const auto& part : cut_off_.parts) alone_chances_.push_back(alone_chance(part));
}

UnseenDegrees::User Completion::seen_of(NodeId original) const {
  UnseenDegrees::User user;
  for (const NodeId other : known_.neighbours(original)) {
    ++(is_public_[other] ? user.known_public : user.seen);
  }
  return user;
}

UnseenDegrees Completion::learn_degrees() const {
  std::vector<UnseenDegrees::User> users;
  for (const NodeId user : originals_) users.push_back(seen_of(user));
  return {users, originals_.empty() ? 0 : missing_per_original()};
}

/// An acquaintance of a twin: one of its original's, or instead of it one of theirs, of the same role, that
/// the original could as well have known: another of its acquaintances knows it too, if there is such a one.
NodeId Completion::near(NodeId original, NodeId acquaintance, SeededRng& rng) const {
  if (!happens(parameters_.replaced_share, rng)) return acquaintance;
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

/// Originals are not linked yet, but `met_by` the missing users who copied them.
void Completion::copy_acquaintances(const Twins& twins, SeededRng& rng, std::vector<Edge>& edges,
                                    std::vector<MissingUsers>& met_by) const {
  const double twins_met = twins_met_per_acquaintance();
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    for (const NodeId other : known_.neighbours(twins.original[i])) {
      const NodeId copied = near(twins.original[i], other, rng);
      if (is_original_[copied]) {
        met_by[copied].push_back(missing_[i]);
      } else {
        edges.push_back({missing_[i], copied});
      }
      if (!is_original_[other]) continue;
      for (std::uint64_t left = whole_number(twins_met, rng); left > 0; --left) {
        const NodeId met = near(twins.original[i], other, rng);
        const auto& candidates = twins.of[met].empty() ? twins.of[other] : twins.of[met];
        if (!candidates.empty()) edges.push_back({missing_[i], pick(candidates, rng)});
      }
    }
  }
}

/// A missing user that an original could know: the twin of an acquaintance, or for the replaced share the
/// twin of somebody two hops away. Without these nobody is found who knows a user that no other original
/// knows. Null when there is no such twin.
const NodeId* Completion::one_more(NodeId original, const Twins& twins, SeededRng& rng) const {
  NodeId twins_original = pick(known_.neighbours(original), rng);
  if (!is_original_[twins_original] || happens(parameters_.replaced_share, rng)) {
    twins_original = pick(known_.neighbours(twins_original), rng);
  }
  const auto& candidates = twins.of[twins_original];
  if (candidates.empty()) return nullptr;
  return &candidates[static_cast<std::size_t>(random_below(rng, candidates.size()))];
}

/// Leaves out some of the missing users who copied an original, or adds some more, so that it knows as many
/// as its known edges make likely. Who knows nobody is tied in, like all who are cut off.
void Completion::fit_number(NodeId original, const Twins& twins, SeededRng& rng, MissingUsers& met) const {
  if (known_.degree(original) == 0) return;
  const auto settle = [&] {
    std::ranges::sort(met);
    met.erase(std::unique(met.begin(), met.end()), met.end());
  };
  settle();
  const std::uint64_t wanted =
      std::min<std::uint64_t>(degrees_.draw(seen_of(original), rng), missing_.size());
  for (int i = 0; i < kTries && met.size() < wanted; ++i) {
    for (std::uint64_t left = wanted - met.size(); left > 0; --left) {
      if (const NodeId* more = one_more(original, twins, rng)) met.push_back(*more);
    }
    settle();
  }
  while (met.size() > wanted) {
    std::swap(met[static_cast<std::size_t>(random_below(rng, met.size()))], met.back());
    met.pop_back();
  }
}

double Completion::alone_chance(const std::vector<NodeId>& part) const {
  double alone = 1;
  for (const NodeId user : part) alone *= degrees_.none(seen_of(user));
  return alone > parameters_.believed_isolated ? alone : 0;
}

std::vector<double> Completion::alone_chances() const {
  std::vector<double> chances(known_.num_nodes(), 0);
  for (std::size_t i = 0; i < alone_chances_.size(); ++i) {
    for (const NodeId user : cut_off_.parts[i]) chances[user] = alone_chances_[i];
  }
  return chances;
}

/// All users of a part know the same missing user: were there several, ways would lead through the part.
void Completion::tie_in(const Twins& twins, SeededRng& rng, std::vector<Edge>& edges) const {
  std::vector<NodeId> reached;  // missing users who are not cut off
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    if (!cut_off_.is_member[twins.original[i]]) reached.push_back(missing_[i]);
  }
  if (reached.empty()) return;
  const double cut_off_share =
      cut_off_in_truth(missing_per_original() / (1 + missing_per_original()), parameters_);
  for (std::size_t i = 0; i < alone_chances_.size(); ++i) {
    if (happens(alone_chances_[i] + (1 - alone_chances_[i]) * cut_off_share, rng)) continue;
    const NodeId acquaintance = pick(reached, rng);
    for (const NodeId user : cut_off_.parts[i]) edges.push_back({user, acquaintance});
  }
}

Graph Completion::sample(SeededRng rng) const {
  std::vector<Edge> edges;  // besides those that are known
  if (!originals_.empty() && !missing_.empty()) {
    const Twins twins = draw_twins(rng);
    std::vector<MissingUsers> met_by(known_.num_nodes());
    copy_acquaintances(twins, rng, edges, met_by);
    for (const NodeId user : originals_) {
      fit_number(user, twins, rng, met_by[user]);
      for (const NodeId missing : met_by[user]) edges.push_back({user, missing});
    }
    tie_in(twins, rng, edges);
  }
  return union_graph(known_, graph_from_edges(known_.num_nodes(), std::move(edges)));
}

}  // namespace hopveil
