// SPDX-License-Identifier: Apache-2.0
#include "infer/reach/reach.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "infer/basics/count_everyone.h"
#include "infer/correction/calibration.h"
#include "infer/loss/bayes_action.h"

namespace hopveil::infer {
namespace {

/// How many standard deviations hold the middle `percent` of a normal distribution.
double deviations(unsigned percent) {
  const double outside = 1 - percent / 100.0;
  double low = 0, high = 10;
  while (high - low > 1e-6) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) > outside ? low : high) = middle;
  }
  return high;
}

/// By hop: what the estimates are multiplied by so that their total is the table's; 1 where either is 0, and
/// at the hop that is kept.
std::vector<double> scales_to(InferredCounts& table, const HopRows& estimates, unsigned kept_hop) {
  std::vector<double> scales;
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    double sum = 0;
    for (std::size_t row = 0; row < estimates.users(); ++row) sum += estimates.of(row)[hop - 1];
    const auto counts = table.hop(hop);
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    const bool is_kept = hop == kept_hop || sum <= 0 || total <= 0;
    scales.push_back(is_kept ? 1 : total / sum);
  }
  return scales;
}

}  // namespace

HopRows reach_in(const Graph& network, const UserRoles& roles, unsigned hops, const CountOptions& counting) {
  const unsigned counted_hops = std::min(hops, kMaxHops);
  FingerprintCounter counter(network, roles, besides_edges(network, roles.public_users().size(), counting),
                             CounterUse::kWholeGraphOnce);
  ExactCounts counts, reach;  // exact in a network that was released or made up
  counter.count_with_reach(counted_hops, counts, reach);
  HopRows rows(reach.rows(), hops);
  for (unsigned hop = 0; hop < counted_hops; ++hop) {
    const auto column = reach.hop(hop + 1);
    for (std::size_t row = 0; row < column.size(); ++row) rows.of(row)[hop] = static_cast<float>(column[row]);
  }
  return rows;
}

void add_reach(const HopRows& estimates, const ReachMargins& margins, InferredCounts& table,
               unsigned kept_hop) {
  const std::size_t num_private = table.rows();
  const auto most = static_cast<double>(num_private);
  const std::vector<double> scales = scales_to(table, estimates, kept_hop);
  InferredCounts reach(estimates.users(), table.hops(), table.with_intervals());
  std::vector<float> scaled(table.hops());
  std::vector<std::uint32_t> whole(table.hops());
  for (std::size_t row = 0; row < estimates.users(); ++row) {
    for (unsigned hop = 0; hop < table.hops(); ++hop)
      scaled[hop] = static_cast<float>(scales[hop] * estimates.of(row)[hop]);
    fit_to_range(scaled, num_private, whole);
    for (unsigned hop = 0; hop < table.hops(); ++hop) {
      reach.hop(hop + 1)[row] = whole[hop];
      if (!table.with_intervals()) continue;
      const double count = whole[hop];
      const double margin = std::max(margins.roots[hop] * std::sqrt(count + 1), margins.shares[hop] * count);
      reach.low(hop + 1)[row] = static_cast<std::uint32_t>(std::floor(std::max(count - margin, 0.0)));
      reach.high(hop + 1)[row] = static_cast<std::uint32_t>(std::ceil(std::min(count + margin, most)));
    }
  }
  table.set_reach(std::move(reach));
}

void add_reach(const std::vector<HopRows>& networks, const InferenceOptions& options, InferredCounts& table) {
  const std::size_t rows = networks.front().users();
  HopRows medians(rows, table.hops());
  std::vector<float> values(networks.size());
  const std::vector<double> none(table.hops(), 0);
  ReachMargins margins{none, none};
  const double wide = options.intervals ? deviations(*options.intervals) : 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (unsigned hop = 0; hop < table.hops(); ++hop) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = networks[i].of(row)[hop];
      std::ranges::sort(values);
      medians.of(row)[hop] = values[values.size() / 2];
      // The root of a count of spread s has about half of it.
      margins.roots[hop] += 2 * wide * spread_of_roots(values) / static_cast<double>(rows);
    }
  }
  add_reach(medians, margins, table);
}

}  // namespace hopveil::infer
