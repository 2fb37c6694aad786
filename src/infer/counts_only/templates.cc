// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/templates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/parallel.h"

namespace hopveil::infer {
namespace {

constexpr double kFewestTemplates = 12;
constexpr double kFlatten = 0.8;

struct Sorted {
  std::vector<std::uint32_t> order;  // templates by count
  const std::vector<std::uint32_t>* counts;
};

/// Effective number of equal weights.
double effective(const std::vector<double>& log_weights, double power) {
  double sum = 0, squares = 0;
  for (const double w : log_weights) {
    const double x = std::exp(power * w);
    sum += x;
    squares += x * x;
  }
  return sum * sum / squares;
}

/// The counts at which the running sum of the weights first reaches the shares (ascending) of the total.
template <std::size_t kShares>
std::array<std::uint32_t, kShares> quantiles(const Sorted& hop, const std::vector<double>& weights,
                                             double total, const std::array<double, kShares>& shares) {
  std::array<std::uint32_t, kShares> result;
  result.fill((*hop.counts)[hop.order.back()]);
  double passed = 0;
  std::size_t next = 0;
  for (const std::uint32_t t : hop.order) {
    passed += weights[t];
    while (passed >= shares[next] * total) {
      result[next] = (*hop.counts)[t];
      if (++next == kShares) return result;
    }
  }
  return result;
}

/// The minimiser of the expected relative error: the median under weights / max(count, 1). Some weight is
/// kept for a count of 0 that no template has: such a mistake costs the most.
std::uint32_t relative_median(const Sorted& hop, const std::vector<double>& weights, double doubt) {
  const auto weight = [&](std::uint32_t t) {
    return weights[t] / std::max<std::uint32_t>((*hop.counts)[t], 1);
  };
  double total = doubt;
  double passed = total;
  for (const std::uint32_t t : hop.order) total += weight(t);
  if (passed >= total / 2) return 0;
  for (const std::uint32_t t : hop.order) {
    passed += weight(t);
    if (passed >= total / 2) return (*hop.counts)[t];
  }
  return (*hop.counts)[hop.order.back()];
}

float mean_distance(const Sorted& hop, const std::vector<double>& weights, double total,
                    std::uint32_t estimate) {
  double sum = 0;
  for (std::size_t t = 0; t < weights.size(); ++t)
    sum += weights[t] * std::abs(static_cast<double>((*hop.counts)[t]) - estimate);
  return static_cast<float>(sum / total);
}

class RowEstimator {
 public:
  RowEstimator(const Population& population, const Templates& templates, const InferenceOptions& options)
      : population_(population), templates_(templates), options_(options) {
    for (const auto& counts : templates.counts) {
      Sorted sorted{std::vector<std::uint32_t>(counts.size()), &counts};
      std::iota(sorted.order.begin(), sorted.order.end(), 0U);
      std::stable_sort(sorted.order.begin(), sorted.order.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return counts[a] < counts[b]; });
      hops_.push_back(std::move(sorted));
    }
  }

  void estimate(std::uint32_t row, std::uint32_t band, std::uint32_t num_public,
                InferredCounts& result) const {
    const std::vector<double> weights = weights_for(population_.slots(row), band);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double tail = options_.intervals ? (1 - *options_.intervals / 100.0) / 2 : 0.5;
    std::int64_t left = num_public;
    for (unsigned hop = 1; hop <= options_.hops; ++hop) {
      const auto [low, median, high] = quantiles<3>(hops_[hop - 1], weights, total, {tail, 0.5, 1 - tail});
      const double between = hop - 1.0;
      const std::uint32_t estimate =
          options_.objective == Objective::kRelative
              ? relative_median(hops_[hop - 1], weights,
                                options_.parameters.loss.doubt * between * between * total)
              : median;
      result.hop(hop)[row] = estimate;
      result.expected_error(hop)[row] = mean_distance(hops_[hop - 1], weights, total, estimate);
      left -= estimate;
      if (!options_.intervals) continue;
      result.low(hop)[row] = std::min(estimate, low);
      result.high(hop)[row] = std::max(estimate, high);
    }
    if (left < 0) trim(row, static_cast<std::uint32_t>(-left), result);
  }

 private:
  std::vector<double> weights_for(std::span<const std::uint32_t> slots, std::uint32_t band) const {
    std::vector<double> weights(templates_.profiles.size(), 0);
    for (std::uint32_t cell = 0; cell < population_.num_cells(); ++cell) {
      if (!population_.is_told(cell, band)) {
        if (cell >= population_.num_regions()) add_sum(slots, band, cell, weights);
        continue;
      }
      const auto likelihood = population_.kernel(cell, band).row(slots[cell]);
      std::vector<double> logs(likelihood.size());
      std::transform(likelihood.begin(), likelihood.end(), logs.begin(),
                     [](double x) { return std::log(x); });
      for (std::size_t t = 0; t < weights.size(); ++t) weights[t] += logs[templates_.profiles[t][cell]];
    }
    const double best = *std::max_element(weights.begin(), weights.end());
    for (double& w : weights) w -= best;
    double power = 1;
    while (power > 0.01 && effective(weights, power) < kFewestTemplates) power *= kFlatten;
    for (double& w : weights) w = std::exp(power * w);
    return weights;
  }

  /// The answer is for the cell of a region's label and for the region's public users together: given how
  /// many the latter are, the rest is an answer for the former.
  void add_sum(std::span<const std::uint32_t> slots, std::uint32_t band, std::uint32_t cell,
               std::vector<double>& weights) const {
    const NoiseKernel& kernel = population_.kernel(cell, band);
    const std::uint32_t region = cell - population_.num_regions();
    const auto& grid = population_.grid(region);
    std::vector<std::vector<double>> logs;  // by public and private count
    for (const std::uint32_t count : grid) {
      const auto likelihood = kernel.row(kernel.slot(kernel.answer(slots[cell]) - count));
      logs.emplace_back();
      for (const double x : likelihood) logs.back().push_back(std::log(x));
    }
    for (std::size_t t = 0; t < weights.size(); ++t)
      weights[t] += logs[templates_.profiles[t][region]][templates_.profiles[t][cell]];
  }

  /// Takes what exceeds the number of public users from the largest hop.
  void trim(std::uint32_t row, std::uint32_t excess, InferredCounts& result) const {
    while (excess > 0) {
      unsigned largest = 1;
      for (unsigned hop = 2; hop <= options_.hops; ++hop)
        if (result.hop(hop)[row] > result.hop(largest)[row]) largest = hop;
      const std::uint32_t taken = std::min(excess, result.hop(largest)[row]);
      result.hop(largest)[row] -= taken;
      if (options_.intervals)
        result.low(largest)[row] = std::min(result.low(largest)[row], result.hop(largest)[row]);
      excess -= taken;
    }
  }

  const Population& population_;
  const Templates& templates_;
  const InferenceOptions& options_;
  std::vector<Sorted> hops_;
};

}  // namespace

void estimate_rows(const Population& population, const Bands& bands, const Templates& templates,
                   std::uint32_t num_public, const InferenceOptions& options, const Meter& meter,
                   InferredCounts& result) {
  const RowEstimator estimator(population, templates, options);
  std::map<std::vector<std::uint32_t>, std::uint32_t> first_with;
  std::vector<std::uint32_t> same_as(bands.of_row.size());
  std::vector<std::uint32_t> distinct;
  for (std::uint32_t row = 0; row < bands.of_row.size(); ++row) {
    const auto slots = population.slots(row);
    std::vector<std::uint32_t> key(slots.begin(), slots.end());
    key.push_back(bands.of_row[row]);
    same_as[row] = first_with.emplace(std::move(key), row).first->second;
    if (same_as[row] == row) distinct.push_back(row);
  }
  std::mutex reporting;
  std::size_t num_estimated = 0;
  parallel_chunks(distinct.size(), 64, options.threads, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t i = begin; i < end; ++i)
      estimator.estimate(distinct[i], bands.of_row[distinct[i]], num_public, result);
    const std::lock_guard lock(reporting);
    num_estimated += end - begin;
    meter.reach(static_cast<double>(num_estimated) / static_cast<double>(distinct.size()));
  });
  for (std::uint32_t row = 0; row < bands.of_row.size(); ++row) {
    for (unsigned hop = 1; hop <= options.hops; ++hop) {
      result.hop(hop)[row] = result.hop(hop)[same_as[row]];
      result.expected_error(hop)[row] = result.expected_error(hop)[same_as[row]];
      if (!options.intervals) continue;
      result.low(hop)[row] = result.low(hop)[same_as[row]];
      result.high(hop)[row] = result.high(hop)[same_as[row]];
    }
  }
}

}  // namespace hopveil::infer
