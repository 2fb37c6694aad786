#include "infer/correction/hold_out.h"

#include <algorithm>
#include <utility>

#include "graph/builder.h"
#include "graph/network_spec.h"

namespace hopveil {
HiddenUsers hide(const Anchors& anchors, double missing_share, SeededRng rng,
                 const ImputationParameters& parameters) {
  // Enough users must be left to learn from.
  const double share = std::min(missing_share, parameters.reference_missing);
  HiddenUsers parts;
  std::vector<bool> is_hidden(anchors.is_liberal.size(), false);
  for (const NodeId user : anchors.liberal) {
    is_hidden[user] = random_unit(rng) <= share;
    (is_hidden[user] ? parts.hidden : parts.left).push_back(user);
  }
  std::vector<Edge> edges;
  for (NodeId user = 0; user < anchors.known.num_nodes(); ++user) {
    if (is_hidden[user]) continue;
    for (const NodeId other : anchors.known.neighbours(user)) {
      if (user < other && !is_hidden[other]) edges.push_back({user, other});
    }
  }
  parts.known = graph_from_edges(anchors.known.num_nodes(), std::move(edges));
  return parts;
}

}  // namespace hopveil
