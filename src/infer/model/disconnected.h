#pragma once

#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "base/seeded_rng.h"

namespace hopveil {

/// Users without a path to a public user in the known network.
struct Disconnected {
  std::vector<std::vector<NodeId>> parts;  ///< connected components of these users
  std::vector<bool> is_member;             ///< by user: whether in one of the parts
};

Disconnected find_disconnected(const Graph& known, const std::vector<bool>& is_public,
                               std::span<const NodeId> users);

/// Of the users who are disconnected in the known network, the share that is so in truth, where this share of
/// the users is unobserved. Measured by hold-outs: of the users who are disconnected when the same share is
/// held out again, those who were before. 1 if holding out disconnects no user.
double truly_disconnected_share(const Graph& known, const std::vector<bool>& is_public,
                                std::span<const NodeId> users, double unobserved_share, const SeededRng& rng);

}  // namespace hopveil
