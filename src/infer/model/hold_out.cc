// SPDX-License-Identifier: Apache-2.0
#include "infer/model/hold_out.h"

#include <algorithm>
#include <utility>

#include "graph/builder.h"
#include "infer/basics/random_draws.h"

namespace hopveil::infer {
HoldOut hold_out(const Anchors& anchors, double unobserved_share, SeededRng rng,
                 const ImputationParameters& parameters) {
  // Enough users must be kept to learn from.
  const double share = std::min(unobserved_share, parameters.reference_missing);
  HoldOut parts;
  std::vector<bool> is_held_out(anchors.is_liberal.size(), false);
  for (const NodeId user : anchors.liberal) {
    is_held_out[user] = happens(share, rng);
    (is_held_out[user] ? parts.held_out : parts.kept).push_back(user);
  }
  std::vector<Edge> edges;
  for (NodeId user = 0; user < anchors.known.num_nodes(); ++user) {
    if (is_held_out[user]) continue;
    for (const NodeId other : anchors.known.neighbours(user)) {
      if (user < other && !is_held_out[other]) edges.push_back({user, other});
    }
  }
  parts.known = graph_from_edges(anchors.known.num_nodes(), std::move(edges));
  return parts;
}

}  // namespace hopveil::infer
