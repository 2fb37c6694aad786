#include "infer/completion.h"

#include "graph/builder.h"
#include "graph/network_spec.h"

namespace hopveil {
namespace {

/// The share of acquaintances that a twin does not have in common with its original. Without any, completion
/// makes no way shorter; chosen on musae and generated networks (docs/mechanisms/eli-inference.md).
constexpr double kReplacedShare = 0.25;
/// How often an acquaintance's acquaintance of the same role is looked for.
constexpr int kTries = 8;

bool happens(double probability, SeededRng& rng) {
  return random_unit(rng) <= probability;
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
      missing_(missing) {
  for (const NodeId user : originals) is_original_[user] = true;
}

/// The user itself, or instead of it a neighbour that is public if and only if the user is.
NodeId Completion::near(NodeId user, SeededRng& rng) const {
  if (!happens(kReplacedShare, rng)) return user;
  for (int i = 0; i < kTries; ++i) {
    const NodeId other = pick(known_.neighbours(user), rng);
    if (is_public_[other] == is_public_[user]) return other;
  }
  return user;
}

Graph Completion::sample(SeededRng rng) const {
  std::vector<Edge> edges;
  for (NodeId user = 0; user < known_.num_nodes(); ++user) {
    for (const NodeId other : known_.neighbours(user)) {
      if (user < other) edges.push_back({user, other});
    }
  }
  if (originals_.empty()) return graph_from_edges(known_.num_nodes(), std::move(edges));
  std::vector<NodeId> original_of(missing_.size());
  std::vector<std::vector<NodeId>> twins(known_.num_nodes());
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    original_of[i] = pick(originals_, rng);
    twins[original_of[i]].push_back(missing_[i]);
  }
  // Two missing users know each other as often as two originals do: per missing user and acquaintance of its
  // original there are that many twins, and each pair is met from both sides.
  const double twins_met =
      0.5 * static_cast<double>(missing_.size()) / static_cast<double>(originals_.size());
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    for (const NodeId other : known_.neighbours(original_of[i])) {
      edges.push_back({missing_[i], near(other, rng)});
      if (!is_original_[other]) continue;
      for (double left = twins_met; left > 0 && happens(left, rng); --left) {
        const NodeId met = near(other, rng);
        const auto& candidates = twins[met].empty() ? twins[other] : twins[met];
        if (!candidates.empty()) edges.push_back({missing_[i], pick(candidates, rng)});
      }
    }
  }
  return graph_from_edges(known_.num_nodes(), std::move(edges));
}

}  // namespace hopveil
