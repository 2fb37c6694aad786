// SPDX-License-Identifier: Apache-2.0
#include "infer/design/strata.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include <hopveil/count.h>

namespace hopveil::infer {
namespace {

constexpr int kRounds = 8;
/// The means of the classes are found on at most about this many users: more hardly move them.
constexpr std::size_t kSampled = 4096;

/// Larger when public users are nearer: each counts for the hops that are left to the last one.
float closeness(std::span<const float> row) {
  float sum = 0;
  for (std::size_t hop = 0; hop < row.size(); ++hop) sum += row[hop] * static_cast<float>(row.size() - hop);
  return sum;
}

}  // namespace

Strata::Strata(std::span<const NodeId> all_users, const HopRows& counts, std::span<const float> weights,
               std::uint32_t wanted)
    : hops_(counts.hops()) {
  if (all_users.empty() || wanted == 0) return;
  std::vector<NodeId> users(std::min(all_users.size(), kSampled));
  for (std::size_t i = 0; i < users.size(); ++i) users[i] = all_users[i * all_users.size() / users.size()];
  Classes classes = cut_by_closeness(users, counts, weights, wanted);
  for (int round = 0; round < kRounds; ++round) {
    set_means(users, counts, classes, round == 0 ? wanted : size_);
    for (std::size_t i = 0; i < users.size(); ++i) classes[i] = of(counts.of(users[i]));
  }
  set_means(users, counts, classes, size_);
}

/// Users from close to far, cut so that a neighbour is about equally often of each class.
Strata::Classes Strata::cut_by_closeness(std::span<const NodeId> users, const HopRows& counts,
                                         std::span<const float> weights, std::uint32_t wanted) {
  std::vector<std::size_t> order(users.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<float> near(users.size());
  for (std::size_t i = 0; i < users.size(); ++i) near[i] = closeness(counts.of(users[i]));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return near[a] > near[b]; });
  double total = 0;
  for (const NodeId user : users) total += weights[user];
  Classes classes(users.size());
  double before = 0;
  for (const std::size_t i : order) {
    classes[i] = std::min(wanted - 1, static_cast<std::uint32_t>(before / total * wanted));
    before += weights[users[i]];
  }
  return classes;
}

/// Classes without users vanish; the others are numbered by the mean closeness of their users.
void Strata::set_means(std::span<const NodeId> users, const HopRows& counts, const Classes& classes,
                       std::uint32_t num_classes) {
  std::vector<float> sizes(num_classes, 0), near(num_classes, 0);
  std::vector<float> sums(std::size_t{num_classes} * hops_, 0);
  for (std::size_t i = 0; i < users.size(); ++i) {
    const auto row = counts.of(users[i]);
    sizes[classes[i]] += 1;
    near[classes[i]] += closeness(row);
    for (unsigned hop = 0; hop < hops_; ++hop) {
      sums[std::size_t{classes[i]} * hops_ + hop] += std::sqrt(row[hop]);
    }
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t k = 0; k < num_classes; ++k) {
    if (sizes[k] > 0) order.push_back(k);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return near[a] / sizes[a] > near[b] / sizes[b]; });
  size_ = static_cast<std::uint32_t>(order.size());
  means_.clear();
  for (const std::uint32_t k : order) {
    for (unsigned hop = 0; hop < hops_; ++hop) {
      means_.push_back(sums[std::size_t{k} * hops_ + hop] / sizes[k]);
    }
  }
}

std::uint32_t Strata::of(std::span<const float> counts) const {
  std::array<float, kMaxHops + 2> roots{};
  for (unsigned hop = 0; hop < hops_; ++hop) roots[hop] = std::sqrt(counts[hop]);
  std::uint32_t best = 0;
  float least = std::numeric_limits<float>::infinity();
  for (std::uint32_t k = 0; k < size_; ++k) {
    float distance = 0;
    for (unsigned hop = 0; hop < hops_; ++hop) {
      const float difference = roots[hop] - means_[std::size_t{k} * hops_ + hop];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = k;
    }
  }
  return best;
}

}  // namespace hopveil::infer
