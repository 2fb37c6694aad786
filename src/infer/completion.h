#pragma once

#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "base/seeded_rng.h"

namespace hopveil {

/// Networks that could be the true one: what is known, completed by synthetic edges of the users that nothing
/// is known about. Each of these, the *missing* users, is the twin of a random original (a liberal user): it
/// knows whom its original knows, but for a share of its acquaintances that is replaced by acquaintances of
/// theirs. All of that is local: a single edge between far ends, where there is none, spoils every distance.
class Completion {
 public:
  /// `known` has no edge of a missing user. Both outlive the completion.
  Completion(const Graph& known, const std::vector<bool>& is_public, std::span<const NodeId> originals,
             std::span<const NodeId> missing);

  Graph sample(SeededRng rng) const;

 private:
  NodeId near(NodeId user, SeededRng& rng) const;

  const Graph& known_;
  std::vector<bool> is_public_, is_original_;
  std::span<const NodeId> originals_, missing_;
};

}  // namespace hopveil
