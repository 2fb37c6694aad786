// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/communities.h"

#include <algorithm>
#include <numeric>

namespace hopveil::infer {
namespace {

constexpr int kMostSweeps = 8, kMostLevels = 12;
constexpr std::uint32_t kNoLabel = 0xFFFFFFFF;

/// Groups of users as the users of a coarser network; a group's weight inside counts toward its degree.
struct Coarse {
  WeightedNetwork network;
  std::vector<double> degree;  // with both ends of the edges inside
};

/// Moves every user to the neighbouring community where modularity gains most, until hardly anything moves.
std::vector<std::uint32_t> move_users(const Coarse& coarse) {
  const std::uint32_t size = coarse.network.num_users();
  std::vector<std::uint32_t> label(size);
  std::iota(label.begin(), label.end(), 0U);
  std::vector<double> label_degree = coarse.degree, weight_to(size, 0);
  const double total = std::accumulate(coarse.degree.begin(), coarse.degree.end(), 0.0);
  std::vector<std::uint32_t> near;
  std::size_t moved = size;
  for (int sweep = 0; sweep < kMostSweeps && moved > size / 200 && total > 0; ++sweep) {
    moved = 0;
    for (std::uint32_t user = 0; user < size; ++user) {
      near.assign(1, label[user]);
      for (const auto& [to, weight] : coarse.network.links(user)) {
        if (weight_to[label[to]] == 0 && label[to] != label[user]) near.push_back(label[to]);
        weight_to[label[to]] += static_cast<double>(weight);
      }
      label_degree[label[user]] -= coarse.degree[user];
      const auto gain = [&](std::uint32_t to) {
        return weight_to[to] - coarse.degree[user] * label_degree[to] / total;
      };
      std::uint32_t best = label[user];
      for (const std::uint32_t to : near) {
        if (gain(to) > gain(best) + 1e-9) best = to;
      }
      for (const std::uint32_t to : near) weight_to[to] = 0;
      if (best != label[user]) ++moved;
      label[user] = best;
      label_degree[best] += coarse.degree[user];
    }
  }
  return label;
}

std::uint32_t number_by_appearance(std::vector<std::uint32_t>& labels) {
  std::vector<std::uint32_t> number(labels.size(), kNoLabel);
  std::uint32_t used = 0;
  for (std::uint32_t& label : labels) {
    if (number[label] == kNoLabel) number[label] = used++;
    label = number[label];
  }
  return used;
}

Coarse merged(const Coarse& fine, const std::vector<std::uint32_t>& label, std::uint32_t groups) {
  std::vector<double> degree(groups, 0);
  std::vector<std::pair<Edge, float>> between;
  for (NodeId user = 0; user < fine.network.num_users(); ++user) {
    degree[label[user]] += fine.degree[user];
    for (const auto& [to, weight] : fine.network.links(user)) {
      if (label[user] < label[to]) between.push_back({{label[user], label[to]}, weight});
    }
  }
  std::ranges::stable_sort(between, {},
                           [](const auto& item) { return std::pair(item.first.from, item.first.to); });
  std::vector<Edge> edges;
  std::vector<float> weights;
  for (const auto& [edge, weight] : between) {
    if (edges.empty() || edges.back().from != edge.from || edges.back().to != edge.to) {
      edges.push_back(edge);
      weights.push_back(0);
    }
    weights.back() += weight;
  }
  return {WeightedNetwork(groups, edges, weights), std::move(degree)};
}

}  // namespace

Communities find_communities(const WeightedNetwork& network) {
  Communities communities;
  std::vector<double> degree;
  for (NodeId user = 0; user < network.num_users(); ++user) degree.push_back(network.degree(user));
  Coarse coarse{network, std::move(degree)};
  for (int level = 0; level < kMostLevels; ++level) {
    std::vector<std::uint32_t> label = move_users(coarse);
    const std::uint32_t groups = number_by_appearance(label);
    if (level == 0) {
      communities.small = communities.large = label;
    } else {
      for (std::uint32_t& community : communities.large) community = label[community];
    }
    if (groups == coarse.network.num_users()) break;
    coarse = merged(coarse, label, groups);
  }
  return communities;
}

}  // namespace hopveil::infer
