// SPDX-License-Identifier: Apache-2.0
#include "evaluate/reach_errors.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "graph/builder.h"

namespace hopveil::evaluation {
namespace {

struct Measured {
  double mae = 0, mre = 0, correlation = 0;
};

Measured measure(std::span<const double> published, std::span<const double> truth) {
  Measured result;
  const auto rows = static_cast<double>(truth.size());
  for (std::size_t row = 0; row < truth.size(); ++row) {
    const double error = std::abs(published[row] - truth[row]);
    result.mae += error / rows;
    result.mre += error / std::max(truth[row], 1.0) / rows;
  }
  result.correlation = rank_correlation(published, truth);
  return result;
}

/// `value(row, hop)` is what is published.
template <class Value>
ReachErrors errors_of(const ExactCounts& truth, Value&& value) {
  ReachErrors errors;
  std::vector<double> there(truth.rows()), here(truth.rows());
  std::vector<double> there_within(truth.rows(), 0), here_within(truth.rows(), 0);
  for (unsigned hop = 1; hop <= truth.hops(); ++hop) {
    for (std::size_t row = 0; row < truth.rows(); ++row) {
      there_within[row] += there[row] = truth.hop(hop)[row];
      here_within[row] += here[row] = value(row, hop);
    }
    const Measured exactly = measure(here, there), within = measure(here_within, there_within);
    errors.mae.push_back(exactly.mae);
    errors.mre.push_back(exactly.mre);
    errors.rank_correlation.push_back(exactly.correlation);
    errors.mae_within.push_back(within.mae);
    errors.mre_within.push_back(within.mre);
    errors.rank_correlation_within.push_back(within.correlation);
  }
  return errors;
}

/// From 0; equal values share their mean.
std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t place) { return values[place]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (std::size_t i = first; i <= last; ++i) ranks[order[i]] = static_cast<double>(first + last) / 2;
    first = last + 1;
  }
  return ranks;
}

}  // namespace

double rank_correlation(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> first = ranks_of(a), second = ranks_of(b);
  const double middle = (static_cast<double>(a.size()) - 1) / 2;
  double products = 0, squares_a = 0, squares_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    products += (first[i] - middle) * (second[i] - middle);
    squares_a += (first[i] - middle) * (first[i] - middle);
    squares_b += (second[i] - middle) * (second[i] - middle);
  }
  if (squares_a == 0 || squares_b == 0) return 0;
  return products / std::sqrt(squares_a * squares_b);
}

ExactCounts exact_reach(const Graph& graph, const UserRoles& roles, unsigned hops,
                        const CountOptions& counting) {
  FingerprintCounter counter(graph, roles, counting, CounterUse::kWholeGraphOnce);
  ExactCounts counts, reach;
  counter.count_with_reach(hops, counts, reach);
  return reach;
}

ReachErrors reach_errors(const mechanism::NoisyTable& reach, const ExactCounts& truth) {
  ReachErrors errors = errors_of(truth, [&](std::size_t row, unsigned hop) { return reach.value(row, hop); });
  if (!reach.with_intervals()) return errors;
  for (unsigned hop = 1; hop <= truth.hops(); ++hop) {
    std::size_t held = 0;
    for (std::size_t row = 0; row < truth.rows(); ++row) {
      const std::int64_t count = truth.hop(hop)[row];
      if (reach.low(hop)[row] <= count && count <= reach.high(hop)[row]) ++held;
    }
    errors.covered.push_back(static_cast<double>(held) / static_cast<double>(truth.rows()));
  }
  return errors;
}

ReachErrors reach_errors_of_zeros(const ExactCounts& truth) {
  return errors_of(truth, [](std::size_t, unsigned) { return 0.0; });
}

std::optional<ReachErrors> reach_errors_of_scaled_share(const Graph& graph, const UserRoles& roles,
                                                        const Preferences& preferences,
                                                        const ExactCounts& truth,
                                                        const CountOptions& counting) {
  const auto users = roles.private_users();
  const Epsilon largest = *std::ranges::max_element(preferences.by_row());
  std::vector<bool> is_kept(graph.num_nodes(), false);
  for (const NodeId user : roles.public_users()) is_kept[user] = true;
  std::size_t liberal = 0;
  for (std::size_t row = 0; row < users.size(); ++row) {
    if (preferences.by_row()[row] != largest) continue;
    is_kept[users[row]] = true;
    ++liberal;
  }
  if (liberal == users.size()) return std::nullopt;
  std::vector<Edge> edges;
  for (NodeId user = 0; user < graph.num_nodes(); ++user) {
    for (const NodeId other : graph.neighbours(user)) {
      if (user < other && is_kept[user] && is_kept[other]) edges.push_back({user, other});
    }
  }
  const ExactCounts shown =
      exact_reach(graph_from_edges(graph.num_nodes(), std::move(edges)), roles, truth.hops(), counting);
  const double scale = static_cast<double>(users.size()) / static_cast<double>(liberal);
  return errors_of(truth, [&](std::size_t row, unsigned hop) { return scale * shown.hop(hop)[row]; });
}

}  // namespace hopveil::evaluation
