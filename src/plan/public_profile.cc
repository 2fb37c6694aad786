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
/// Keeps the logits of 0 and 1 finite: differences among a few of a thousand pairs say little.
constexpr double kLeastShare = 0.003;

double logit(double share) {
  return std::log((share + kLeastShare) / (1 - share + kLeastShare));
}

}  // namespace

PublicProfile public_profile(const Graph& among_public_users) {
  const std::size_t users = among_public_users.num_nodes();
  const std::size_t starts = std::min(users, kMostStarts);
  PublicProfile profile;
  profile.edges = among_public_users.num_edges();
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
  for (std::size_t hop = 0; hop < a.within.size(); ++hop) {
    const double difference = logit(a.within[hop]) - logit(b.within[hop]);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

}  // namespace hopveil::plan
