#include "infer/reach.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "infer/calibration.h"
#include "infer/count_everyone.h"
#include "infer/weighted_rows.h"

namespace hopveil {
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

/// By hop.
std::vector<double> totals_of(InferredCounts& table) {
  std::vector<double> totals;
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    const auto counts = table.hop(hop);
    totals.push_back(std::accumulate(counts.begin(), counts.end(), 0.0));
  }
  return totals;
}

}  // namespace

HopRows reach_in(const Graph& network, const UserRoles& roles, unsigned hops, const CountOptions& counting) {
  const unsigned counted_hops = std::min(hops, kMaxHops);
  FingerprintCounter counter(network, roles, besides_edges(network, roles.public_users().size(), counting),
                             CounterUse::kWholeGraphOnce);
  ExactCounts counts, reach;  // exact in a network that is made up
  counter.count_with_reach(counted_hops, counts, reach);
  HopRows rows(reach.rows(), hops);
  for (unsigned hop = 0; hop < counted_hops; ++hop) {
    const auto column = reach.hop(hop + 1);
    for (std::size_t row = 0; row < column.size(); ++row) rows.of(row)[hop] = static_cast<float>(column[row]);
  }
  return rows;
}

void add_reach(const std::vector<HopRows>& networks, const InferenceOptions& options, InferredCounts& table) {
  const std::size_t rows = networks.front().users();
  const std::size_t num_private = table.rows();
  InferredCounts reach(rows, table.hops(), table.with_intervals());
  HopRows medians(rows, table.hops());
  std::vector<float> values(networks.size());
  const auto gather = [&](std::size_t row, unsigned hop) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = networks[i].of(row)[hop];
    std::ranges::sort(values);
  };
  std::vector<double> sums(table.hops(), 0);
  for (std::size_t row = 0; row < rows; ++row) {
    for (unsigned hop = 0; hop < table.hops(); ++hop) {
      gather(row, hop);
      sums[hop] += medians.of(row)[hop] = values[values.size() / 2];
    }
  }
  const std::vector<double> totals = totals_of(table);
  const auto within = [&](double count) {
    return static_cast<std::uint32_t>(std::clamp(std::round(count), 0.0, static_cast<double>(num_private)));
  };
  const double wide = options.intervals ? deviations(*options.intervals) : 0;
  std::vector<float> scaled(table.hops());
  std::vector<std::uint32_t> whole(table.hops());
  for (std::size_t row = 0; row < rows; ++row) {
    for (unsigned hop = 0; hop < table.hops(); ++hop) {
      const double scale = sums[hop] > 0 ? totals[hop] / sums[hop] : 0;
      scaled[hop] = static_cast<float>(scale * medians.of(row)[hop]);
    }
    fit_to_range(scaled, num_private, whole);
    for (unsigned hop = 0; hop < table.hops(); ++hop) {
      reach.hop(hop + 1)[row] = whole[hop];
      if (!table.with_intervals()) continue;
      gather(row, hop);
      const double root = std::sqrt(scaled[hop]), margin = wide * spread_of_roots(values);
      reach.low(hop + 1)[row] = std::min(whole[hop], within(std::pow(std::max(root - margin, 0.0), 2)));
      reach.high(hop + 1)[row] = std::max(whole[hop], within(std::pow(root + margin, 2)));
    }
  }
  table.set_reach(std::move(reach));
}

}  // namespace hopveil
