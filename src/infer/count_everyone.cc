#include "infer/count_everyone.h"

#include <algorithm>
#include <limits>

#include <hopveil/count.h>
#include <hopveil/users.h>

#include "graph/builder.h"

namespace hopveil {
CountOptions besides_edges(const Graph& graph, const UserRoles& roles, CountOptions counting) {
  if (counting.memory_limit == 0) return counting;
  const CountPlan narrowest =
      plan_count(graph, roles, {.memory_limit = std::numeric_limits<std::uint64_t>::max(), .row_words = 1});
  const std::uint64_t most_for_rows = std::numeric_limits<std::uint64_t>::max() - narrowest.bytes_for_graph;
  const std::uint64_t for_rows = std::max(counting.memory_limit, narrowest.bytes_for_rows);
  counting.memory_limit = narrowest.bytes_for_graph + std::min(for_rows, most_for_rows);
  return counting;
}

std::uint64_t memory_of_each(std::uint64_t limit, std::size_t at_once) {
  return limit == 0 ? 0 : std::max<std::uint64_t>(1, limit / at_once);
}

std::vector<NodeId> counted_public(const Graph& known, std::span<const NodeId> public_users,
                                   std::size_t at_most) {
  std::vector<NodeId> users(public_users.begin(), public_users.end());
  if (users.size() <= at_most) return users;
  std::stable_sort(users.begin(), users.end(),
                   [&](NodeId a, NodeId b) { return known.degree(a) > known.degree(b); });
  std::vector<NodeId> counted(at_most);
  for (std::size_t i = 0; i < at_most; ++i) counted[i] = users[(2 * i + 1) * users.size() / (2 * at_most)];
  return counted;
}

HopRows count_everyone(const Graph& graph, std::span<const NodeId> counted, double scale, unsigned hops,
                       const CountOptions& counting) {
  // The counter gives no rows to public users. So each counted user gets a probe that is linked to nobody
  // else, the probes are the public ones, and everything is one hop farther away.
  const NodeId num_users = graph.num_nodes();
  const auto num_nodes = static_cast<NodeId>(num_users + counted.size());
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(graph.num_edges()) + counted.size());
  for (NodeId user = 0; user < num_users; ++user) {
    for (const NodeId other : graph.neighbours(user)) {
      if (user < other) edges.push_back({user, other});
    }
  }
  std::vector<NodeId> probes;
  for (const NodeId user : counted) {
    const auto probe = static_cast<NodeId>(num_users + probes.size());
    edges.push_back({user, probe});
    probes.push_back(probe);
  }
  const Graph probed = graph_from_edges(num_nodes, std::move(edges));
  const unsigned probed_hops = std::min(hops + 1, kMaxHops);  // nobody is farther away
  const UserRoles roles(num_nodes, std::move(probes));
  const ExactCounts counts =
      count_fingerprints(probed, roles, probed_hops, besides_edges(probed, roles, counting));
  HopRows rows(num_users, hops);
  for (unsigned hop = 0; hop + 1 < probed_hops; ++hop) {
    const auto column = counts.hop(hop + 2);
    for (NodeId user = 0; user < num_users; ++user) {
      rows.of(user)[hop] = static_cast<float>(scale * column[user]);
    }
  }
  return rows;
}

}  // namespace hopveil
