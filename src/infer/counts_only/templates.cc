// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/templates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "base/parallel.h"

namespace hopveil::infer {
namespace {

constexpr double kFewestTemplates = 12;
constexpr double kFlatten = 0.8;

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

/// The counts that templates have at a hop, ascending, and which of them each template has.
struct DistinctCounts {
  explicit DistinctCounts(const std::vector<std::uint32_t>& counts) : values(counts) {
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    for (const std::uint32_t count : counts)
      place.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(values, count) - values.begin()));
  }
  std::vector<std::uint32_t> values;
  std::vector<std::uint32_t> place;  // by template
};

class TemplateWeights {
 public:
  TemplateWeights(const Population& population, const Templates& templates)
      : population_(population), templates_(templates) {
    for (const auto& counts : templates.counts) hops_.emplace_back(counts);
  }

  /// Of a row with these answers.
  std::vector<WeightedCounts> possible_counts(std::uint32_t row, std::uint32_t band) const {
    const std::vector<double> weights = weights_for(population_.slots(row), band);
    std::vector<WeightedCounts> by_hop;
    std::vector<double> sums;
    for (const DistinctCounts& hop : hops_) {
      sums.assign(hop.values.size(), 0);
      for (std::size_t t = 0; t < weights.size(); ++t) sums[hop.place[t]] += weights[t];
      by_hop.emplace_back();
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] > 0)
          by_hop.back().emplace_back(static_cast<float>(hop.values[i]), static_cast<float>(sums[i]));
      }
    }
    return by_hop;
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

  const Population& population_;
  const Templates& templates_;
  std::vector<DistinctCounts> hops_;
};

}  // namespace

void weigh_templates(const Population& population, const Bands& bands, const Templates& templates,
                     std::span<const NodeId> users, std::size_t every, unsigned threads, const Meter& meter,
                     PosteriorSink& sink) {
  const TemplateWeights weights(population, templates);
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> rows_with;  // equal answers, equal counts
  for (std::uint32_t row = 0; row < users.size(); row += static_cast<std::uint32_t>(every)) {
    const auto slots = population.slots(row);
    std::vector<std::uint32_t> key(slots.begin(), slots.end());
    key.push_back(bands.of_row[row]);
    rows_with[std::move(key)].push_back(row);
  }
  std::vector<const std::vector<std::uint32_t>*> distinct;
  for (const auto& [answers, rows] : rows_with) distinct.push_back(&rows);
  std::mutex reporting;
  std::size_t num_estimated = 0;
  parallel_chunks(distinct.size(), 64, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    std::vector<NodeId> alike;
    for (std::size_t i = begin; i < end; ++i) {
      alike.clear();
      for (const std::uint32_t row : *distinct[i]) alike.push_back(users[row]);
      const std::uint32_t band = bands.of_row[distinct[i]->front()];
      sink.write(alike, weights.possible_counts(distinct[i]->front(), band), band);
    }
    const std::lock_guard lock(reporting);
    num_estimated += end - begin;
    meter.reach(static_cast<double>(num_estimated) / static_cast<double>(distinct.size()));
  });
}

}  // namespace hopveil::infer
