#include "infer/strata.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace hopveil {
namespace {

constexpr int kRounds = 12;

/// Larger when public users are nearer: each counts for the hops that are left to the last one.
double closeness(std::span<const float> row) {
  double sum = 0;
  for (std::size_t hop = 0; hop < row.size(); ++hop) {
    sum += row[hop] * static_cast<double>(row.size() - hop);
  }
  return sum;
}

/// Users from close to far, cut so that each stratum is met about equally often as a neighbour.
void cut_by_closeness(std::vector<NodeId> users, const HopRows& counts, const Graph& known,
                      std::uint32_t wanted, std::vector<std::uint32_t>& out) {
  std::stable_sort(users.begin(), users.end(),
                   [&](NodeId a, NodeId b) { return closeness(counts.of(a)) > closeness(counts.of(b)); });
  const auto weight = [&](NodeId user) { return static_cast<double>(known.degree(user)) + 0.5; };
  double total = 0;
  for (const NodeId user : users) total += weight(user);
  double before = 0;
  for (const NodeId user : users) {
    out[user] = std::min(wanted - 1, static_cast<std::uint32_t>(before / total * wanted));
    before += weight(user);
  }
}

class Means {
 public:
  Means(std::span<const NodeId> users, const HopRows& roots, const std::vector<std::uint32_t>& stratum,
        std::uint32_t wanted)
      : hops_(roots.hops()), sizes_(wanted, 0), sums_(std::size_t{wanted} * hops_, 0.0F) {
    for (const NodeId user : users) {
      ++sizes_[stratum[user]];
      float* sum = &sums_[std::size_t{stratum[user]} * hops_];
      for (unsigned hop = 0; hop < hops_; ++hop) sum[hop] += roots.of(user)[hop];
    }
    for (std::uint32_t k = 0; k < wanted; ++k) {
      for (unsigned hop = 0; hop < hops_; ++hop)
        sums_[k * hops_ + hop] /= static_cast<float>(std::max<std::size_t>(1, sizes_[k]));
    }
  }
  std::uint32_t nearest(std::span<const float> root) const {
    std::uint32_t best = 0;
    float least = std::numeric_limits<float>::infinity();
    for (std::uint32_t k = 0; k < sizes_.size(); ++k) {
      if (sizes_[k] == 0) continue;
      float distance = 0;
      for (unsigned hop = 0; hop < hops_; ++hop) {
        const float difference = root[hop] - sums_[k * hops_ + hop];
        distance += difference * difference;
      }
      if (distance < least) {
        least = distance;
        best = k;
      }
    }
    return best;
  }

 private:
  unsigned hops_;
  std::vector<std::size_t> sizes_;
  std::vector<float> sums_;
};

/// Renumbers the strata that are used, by mean closeness.
std::uint32_t number_by_closeness(std::span<const NodeId> users, const HopRows& counts, std::uint32_t wanted,
                                  std::vector<std::uint32_t>& out) {
  std::vector<double> sum(wanted, 0), size(wanted, 0);
  for (const NodeId user : users) {
    sum[out[user]] += closeness(counts.of(user));
    size[out[user]] += 1;
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t k = 0; k < wanted; ++k) {
    if (size[k] > 0) order.push_back(k);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return sum[a] / size[a] > sum[b] / size[b]; });
  std::vector<std::uint32_t> number(wanted, 0);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  for (const NodeId user : users) out[user] = number[out[user]];
  return static_cast<std::uint32_t>(order.size());
}

}  // namespace

std::uint32_t cut_into_strata(std::span<const NodeId> users, const HopRows& counts, const Graph& known,
                              std::uint32_t wanted, std::vector<std::uint32_t>& out) {
  if (users.empty() || wanted == 0) return 0;
  cut_by_closeness({users.begin(), users.end()}, counts, known, wanted, out);
  HopRows roots(known.num_nodes(), counts.hops());
  for (const NodeId user : users) {
    std::transform(counts.of(user).begin(), counts.of(user).end(), roots.of(user).begin(),
                   [](float count) { return std::sqrt(count); });
  }
  for (int round = 0; round < kRounds; ++round) {
    const Means means(users, roots, out, wanted);
    for (const NodeId user : users) out[user] = means.nearest(roots.of(user));
  }
  return number_by_closeness(users, counts, wanted, out);
}

}  // namespace hopveil
