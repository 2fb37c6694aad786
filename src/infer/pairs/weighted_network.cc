// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/weighted_network.h"

#include <algorithm>

namespace hopveil::infer {

WeightedNetwork::WeightedNetwork(NodeId num_users, std::span<const Edge> edges,
                                 std::span<const float> weights)
    : begin_(num_users + std::size_t{1}, 0), degree_(num_users, 0) {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (weights[i] <= 0) continue;
    ++begin_[edges[i].from + std::size_t{1}];
    ++begin_[edges[i].to + std::size_t{1}];
  }
  for (std::size_t user = 0; user < num_users; ++user) begin_[user + 1] += begin_[user];
  links_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (weights[i] <= 0) continue;
    const auto& [from, to] = edges[i];
    links_[next[from]++] = {to, weights[i]};
    links_[next[to]++] = {from, weights[i]};
    degree_[from] += weights[i];
    degree_[to] += weights[i];
    mean_degree_ += 2 * static_cast<double>(weights[i]) / num_users;
  }
  for (NodeId user = 0; user < num_users; ++user) {
    const auto begin = links_.begin() + static_cast<std::ptrdiff_t>(begin_[user]);
    std::ranges::sort(begin, links_.begin() + static_cast<std::ptrdiff_t>(begin_[user + std::size_t{1}]), {},
                      &Link::to);
  }
}

}  // namespace hopveil::infer
