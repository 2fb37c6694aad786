// SPDX-License-Identifier: Apache-2.0
#include "infer/design/clustering.h"

#include <algorithm>
#include <vector>

#include "base/stop.h"

namespace hopveil::infer {
namespace {

/// Fewer pairs of edges at one public user say nothing.
constexpr double kFewWedges = 20;

}  // namespace

std::optional<double> excess_clustering(const query::PublicKnowledge& knowledge) {
  std::vector<std::vector<NodeId>> neighbours(knowledge.num_users());
  for (const auto& [a, b] : knowledge.public_edges()) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  double degrees = 0, squares = 0, closed = 0;
  std::vector<bool> is_next(knowledge.num_users(), false);
  for (const NodeId centre : knowledge.roles().public_users()) {
    stop_if_asked();
    const auto degree = static_cast<double>(neighbours[centre].size());
    degrees += degree;
    squares += degree * degree;
    for (const NodeId next : neighbours[centre]) is_next[next] = true;
    for (const NodeId next : neighbours[centre])
      closed += static_cast<double>(
          std::ranges::count_if(neighbours[next], [&](NodeId user) { return user > next && is_next[user]; }));
    for (const NodeId next : neighbours[centre]) is_next[next] = false;
  }
  const double wedges = (squares - degrees) / 2;
  if (wedges < kFewWedges) return std::nullopt;
  const double by_chance = 4 * wedges * wedges / (degrees * degrees * degrees);
  if (by_chance >= 1) return std::nullopt;
  return std::clamp((closed / wedges - by_chance) / (1 - by_chance), 0.0, 1.0);
}

}  // namespace hopveil::infer
