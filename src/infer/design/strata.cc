// SPDX-License-Identifier: Apache-2.0
#include "infer/design/strata.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace hopveil::infer {
namespace {

constexpr int kRounds = 8;
/// The means of the classes are found on at most about this many users: more hardly move them.
constexpr std::size_t kSampled = 4096;

/// Strata whose distances are computed together, by vector instructions.
constexpr std::size_t kAtOnce = 8;

std::size_t filled_up(std::size_t strata) {
  return (strata + kAtOnce - 1) / kAtOnce * kAtOnce;
}

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
    bool moved = false;
    for (std::size_t i = 0; i < users.size(); ++i) {
      const std::uint32_t nearest = of(counts.of(users[i]));
      moved = moved || nearest != classes[i];
      classes[i] = nearest;
    }
    if (!moved) break;
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
  for (unsigned hop = 0; hop < hops_; ++hop) {
    for (const std::uint32_t k : order) means_.push_back(sums[std::size_t{k} * hops_ + hop] / sizes[k]);
    means_.resize((hop + 1) * filled_up(size_), std::numeric_limits<float>::infinity());
  }
}

std::uint32_t Strata::of(std::span<const float> counts) const {
  std::uint32_t best = 0;
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t first = 0; first < size_; first += kAtOnce) {
    std::array<float, kAtOnce> distances{};
    for (unsigned hop = 0; hop < hops_; ++hop) {
      const float root = std::sqrt(counts[hop]);
      const float* const means = &means_[hop * filled_up(size_) + first];
      for (std::size_t k = 0; k < kAtOnce; ++k) distances[k] += (root - means[k]) * (root - means[k]);
    }
    for (std::size_t k = 0; k < kAtOnce; ++k) {
      if (distances[k] >= least) continue;
      least = distances[k];
      best = static_cast<std::uint32_t>(first + k);
    }
  }
  return best;
}

}  // namespace hopveil::infer
