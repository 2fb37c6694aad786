// SPDX-License-Identifier: Apache-2.0
#include "infer/basics/count_everyone.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/stop.h"

namespace hopveil::infer {
namespace {

constexpr std::uint64_t kAlwaysForRows = std::uint64_t{8} << 20;

std::optional<ExactCounts> count_elsewhere(const Graph& network, const CountTask& task, unsigned hops,
                                           const NetworkCounter& counter) {
  if (!counter) return std::nullopt;
  stop_if_asked();
  std::optional<ExactCounts> counts = counter(network, task, hops);
  if (counts && (counts->rows() != task.rows.size() || counts->hops() != hops)) {
    throw SystemError("count in a network", fmt::format("{} rows and {} hops", task.rows.size(), hops),
                      fmt::format("{} rows and {} hops came back", counts->rows(), counts->hops()));
  }
  return counts;
}

}  // namespace

CountOptions besides_edges(const Graph& graph, std::size_t num_sources, CountOptions counting) {
  const CountPlan narrowest = plan_count(
      graph, num_sources, {.memory_limit = std::numeric_limits<std::uint64_t>::max(), .row_words = 1});
  const std::uint64_t most_for_rows = std::numeric_limits<std::uint64_t>::max() - narrowest.bytes_for_graph;
  const std::uint64_t wanted = counting.memory_limit != 0
                                   ? counting.memory_limit
                                   : std::max(kAlwaysForRows, narrowest.bytes_for_graph);
  const std::uint64_t for_rows = std::max(wanted, narrowest.bytes_for_rows);
  counting.memory_limit = narrowest.bytes_for_graph + std::min(for_rows, most_for_rows);
  return counting;
}

std::vector<NodeId> counted_public(const Graph& known, std::span<const NodeId> public_users,
                                   std::size_t at_most, double shift) {
  std::vector<NodeId> users(public_users.begin(), public_users.end());
  if (users.size() <= 2 * at_most) return users;
  std::stable_sort(users.begin(), users.end(),
                   [&](NodeId a, NodeId b) { return known.degree(a) > known.degree(b); });
  std::vector<NodeId> counted(at_most);
  const double step = static_cast<double>(users.size()) / static_cast<double>(at_most);
  for (std::size_t i = 0; i < at_most; ++i) {
    const auto place = static_cast<std::size_t>((static_cast<double>(i) + shift) * step);
    counted[i] = users[std::min(place, users.size() - 1)];
  }
  return counted;
}

ExactCounts count_network(const Graph& network, const CountTask& task, unsigned hops,
                          const InferenceOptions& options, unsigned at_once) {
  if (auto counts = count_elsewhere(network, task, hops, options.network_counter)) return std::move(*counts);
  const std::uint64_t limit = options.memory_limit;
  const CountOptions counting{.threads = options.threads,
                              .memory_limit = limit == 0 ? 0 : std::max<std::uint64_t>(1, limit / at_once),
                              .counters_at_once = at_once};
  return count_fingerprints(network, task, hops, besides_edges(network, task.sources.size(), counting));
}

HopRows count_everyone(const Graph& network, std::span<const NodeId> counted, double scale, unsigned hops,
                       const InferenceOptions& options, unsigned at_once) {
  std::vector<NodeId> everyone(network.num_nodes());
  std::iota(everyone.begin(), everyone.end(), NodeId{0});
  const CountTask task({counted.begin(), counted.end()}, std::move(everyone));
  const unsigned counted_hops = std::min(hops, kMaxHops);  // no user is farther away
  const ExactCounts counts = count_network(network, task, counted_hops, options, at_once);
  HopRows rows(network.num_nodes(), hops);
  for (unsigned hop = 0; hop < counted_hops; ++hop) {
    const auto column = counts.hop(hop + 1);
    for (NodeId user = 0; user < network.num_nodes(); ++user) {
      rows.of(user)[hop] = static_cast<float>(scale * column[user]);
    }
  }
  return rows;
}

}  // namespace hopveil::infer
