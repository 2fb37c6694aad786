// SPDX-License-Identifier: Apache-2.0
#include "plan/public_profile.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "graph/builder.h"

namespace hopveil::plan {
namespace {

constexpr std::size_t kMostStarts = 256;
/// Keeps the logits of 0 and 1 finite: differences among a few of a hundred pairs say little.
constexpr double kLeastShare = 0.01;

constexpr double kUnitOfClustering = 0.3;
constexpr std::size_t kMostWedges = 2'000'000;
constexpr std::size_t kMostNeighbours = 128;  // of a user whose pairs of neighbours are looked at, about

/// Sorted neighbours are looked for each other; users in turn, evenly spread, until there were enough pairs.
double transitivity(const Graph& network) {
  std::size_t wedges = 0, closed = 0;
  const NodeId users = network.num_nodes();
  constexpr NodeId kStride =
      7919;  // prime: the walk meets every user once where it does not divide their number
  const NodeId step = users % kStride == 0 ? 1 : kStride;
  for (std::uint64_t i = 0; i < users && wedges < kMostWedges; ++i) {
    const auto of = network.neighbours(static_cast<NodeId>(i * step % users));
    const std::size_t skip = of.size() / kMostNeighbours + 1;
    for (std::size_t a = 0; a < of.size(); a += skip) {
      const auto others = network.neighbours(of[a]);
      for (std::size_t b = a + skip; b < of.size(); b += skip) {
        ++wedges;
        closed += std::ranges::binary_search(others, of[b]) ? 1U : 0U;
      }
    }
  }
  return wedges > 0 ? static_cast<double>(closed) / static_cast<double>(wedges) : 0;
}

double logit(double share) {
  return std::log((share + kLeastShare) / (1 - share + kLeastShare));
}

}  // namespace

PublicProfile public_profile(const Graph& among_public_users) {
  const std::size_t users = among_public_users.num_nodes();
  const std::size_t starts = std::min(users, kMostStarts);
  PublicProfile profile;
  profile.edges = among_public_users.num_edges();
  profile.clustering = transitivity(among_public_users);
  std::vector<std::size_t> last_seen_from(users, 0);  // 1 + the start
  std::vector<NodeId> seen;
  for (std::size_t start = 0; start < starts; ++start) {
    const auto first = static_cast<NodeId>(start * users / starts);
    seen.assign(1, first);
    last_seen_from[first] = start + 1;
    std::size_t begin = 0;
    for (double& within : profile.within) {
      const std::size_t end = seen.size();
      for (; begin < end; ++begin) {
        for (const NodeId other : among_public_users.neighbours(seen[begin])) {
          if (std::exchange(last_seen_from[other], start + 1) != start + 1) seen.push_back(other);
        }
      }
      within += static_cast<double>(seen.size()) / static_cast<double>(users * starts);
    }
  }
  return profile;
}

PublicFacts public_facts(const Graph& graph, const UserRoles& roles) {
  const auto public_users = roles.public_users();
  std::vector<NodeId> number(graph.num_nodes(), 0);
  for (std::size_t i = 0; i < public_users.size(); ++i) number[public_users[i]] = static_cast<NodeId>(i);
  std::vector<Edge> edges;
  for (const NodeId user : public_users) {
    for (const NodeId other : graph.neighbours(user))
      if (user < other && roles.is_public(other)) edges.push_back({number[user], number[other]});
  }
  PublicFacts facts{roles.private_users().size(), public_users.size()};
  if (!public_users.empty())
    facts.profile =
        public_profile(graph_from_edges(static_cast<NodeId>(public_users.size()), std::move(edges)));
  return facts;
}

double distance(const PublicProfile& a, const PublicProfile& b) {
  double sum = 0;
  for (std::size_t hop = 1; hop < a.within.size(); ++hop) {
    const double difference = logit(a.within[hop]) - logit(b.within[hop]);
    sum += difference * difference;
  }
  const double clustering = (a.clustering - b.clustering) / kUnitOfClustering;
  return std::sqrt(sum + clustering * clustering);
}

}  // namespace hopveil::plan
