// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/regions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/stop.h"

namespace hopveil::infer {
namespace {

/// Of modularity; below 1 it favours few, large regions, which cost little noise
/// (docs/mechanisms/eli-local.md).
constexpr double kResolution = 0.3;
/// Of the public users; also caps the number of regions.
constexpr double kSmallestRegion = 0.04;
/// Of the links between public users: regions that are not nearly separate say little about distances.
constexpr double kMostCrossing = 0.02;
constexpr int kMaxSweeps = 20;

/// A network of groups: links and their weights; a group's link to itself stands for the links inside it,
/// counted from both ends.
using WeightedLinks = std::vector<std::map<std::uint32_t, double>>;

/// Moves every group to where modularity gains most, until nothing moves; the groups' new labels.
std::vector<std::uint32_t> move_groups(const WeightedLinks& links) {
  const auto size = static_cast<std::uint32_t>(links.size());
  std::vector<std::uint32_t> label(size);
  std::iota(label.begin(), label.end(), 0U);
  std::vector<double> degree(size, 0);
  for (std::uint32_t i = 0; i < size; ++i)
    for (const auto& [other, weight] : links[i]) degree[i] += weight;
  const double total = std::accumulate(degree.begin(), degree.end(), 0.0);
  std::vector<double> label_degree = degree;
  bool moved = total > 0;
  for (int sweep = 0; moved && sweep < kMaxSweeps; ++sweep) {
    moved = false;
    for (std::uint32_t i = 0; i < size; ++i) {
      stop_if_asked();
      std::map<std::uint32_t, double> weight_to;
      for (const auto& [other, weight] : links[i])
        if (other != i) weight_to[label[other]] += weight;
      label_degree[label[i]] -= degree[i];
      const auto gain = [&](std::uint32_t to, double weight) {
        return weight - kResolution * degree[i] * label_degree[to] / total;
      };
      const std::uint32_t before = label[i];
      double best = gain(before, weight_to[before]) + 1e-9;
      for (const auto& [to, weight] : weight_to) {
        if (gain(to, weight) > best) {
          best = gain(to, weight);
          label[i] = to;
        }
      }
      label_degree[label[i]] += degree[i];
      moved = moved || label[i] != before;
    }
  }
  return label;
}

/// Renumbers labels 0, 1, .. by first appearance; their number.
std::uint32_t compact(std::vector<std::uint32_t>& labels) {
  std::map<std::uint32_t, std::uint32_t> number;
  for (std::uint32_t& label : labels)
    label = number.emplace(label, static_cast<std::uint32_t>(number.size())).first->second;
  return static_cast<std::uint32_t>(number.size());
}

std::vector<std::uint32_t> louvain(WeightedLinks links) {
  std::vector<std::uint32_t> region(links.size());
  std::iota(region.begin(), region.end(), 0U);
  for (;;) {
    std::vector<std::uint32_t> label = move_groups(links);
    const std::uint32_t groups = compact(label);
    if (groups == links.size()) return region;
    for (std::uint32_t& r : region) r = label[r];
    WeightedLinks merged(groups);
    for (std::size_t i = 0; i < links.size(); ++i) {
      stop_if_asked();
      for (const auto& [other, weight] : links[i]) merged[label[i]][label[other]] += weight;
    }
    links = std::move(merged);
  }
}

/// Joins regions that are too small to the one with most links to them. Those without links to any become one
/// region together, or part of the largest when that is too small as well.
void merge_small_regions(PublicNetwork& network) {
  const auto smallest = std::max<std::size_t>(2, static_cast<std::size_t>(kSmallestRegion * network.size()));
  std::vector<std::size_t> size(network.num_regions, 0);
  for (const std::uint32_t region : network.region_of) ++size[region];
  std::vector<std::map<std::uint32_t, std::size_t>> links(network.num_regions);
  for (std::uint32_t p = 0; p < network.size(); ++p)
    for (const std::uint32_t q : network.neighbours[p]) ++links[network.region_of[p]][network.region_of[q]];

  constexpr std::uint32_t kScattered = 0xFFFFFFFF;
  std::vector<std::uint32_t> target(network.num_regions);
  std::size_t scattered = 0;
  for (std::uint32_t r = 0; r < network.num_regions; ++r) {
    target[r] = size[r] >= smallest ? r : kScattered;
    std::size_t most = 0;
    for (const auto& [other, count] : links[r]) {
      if (size[r] >= smallest || size[other] < smallest || count <= most) continue;
      most = count;
      target[r] = other;
    }
    if (target[r] == kScattered) scattered += size[r];
  }
  const auto largest = static_cast<std::uint32_t>(std::max_element(size.begin(), size.end()) - size.begin());
  const bool join_largest = scattered < smallest && size[largest] >= smallest;
  for (std::uint32_t& region : network.region_of) {
    region = target[region];
    if (region == kScattered && join_largest) region = largest;
  }
  network.num_regions = compact(network.region_of);
}

/// Joins the two regions with most links between them, until few links cross regions.
void merge_linked_regions(PublicNetwork& network) {
  for (;;) {
    stop_if_asked();
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> between;
    std::size_t crossing = 0, all = 0;
    for (std::uint32_t p = 0; p < network.size(); ++p) {
      for (const std::uint32_t q : network.neighbours[p]) {
        ++all;
        if (network.region_of[p] == network.region_of[q]) continue;
        ++crossing;
        ++between[std::minmax(network.region_of[p], network.region_of[q])];
      }
    }
    if (static_cast<double>(crossing) <= kMostCrossing * static_cast<double>(all)) break;
    const auto [kept, joined] =
        std::max_element(between.begin(), between.end(), [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->first;
    std::replace(network.region_of.begin(), network.region_of.end(), joined, kept);
  }
  network.num_regions = compact(network.region_of);
}

}  // namespace

PublicNetwork public_network(const query::PublicKnowledge& knowledge) {
  PublicNetwork network;
  const auto users = knowledge.roles().public_users();
  network.num_regions = 1;
  network.neighbours.resize(users.size());
  if (users.empty()) return network;
  std::vector<std::uint32_t> place(knowledge.num_users(), 0);
  for (std::size_t i = 0; i < users.size(); ++i) place[users[i]] = static_cast<std::uint32_t>(i);
  WeightedLinks links(users.size());
  for (const auto& [a, b] : knowledge.public_edges()) {
    stop_if_asked();
    network.neighbours[place[a]].push_back(place[b]);
    network.neighbours[place[b]].push_back(place[a]);
    links[place[a]][place[b]] = links[place[b]][place[a]] = 1;
  }
  network.region_of = louvain(std::move(links));
  network.num_regions = compact(network.region_of);
  merge_small_regions(network);
  merge_linked_regions(network);
  return network;
}

}  // namespace hopveil::infer
