// SPDX-License-Identifier: Apache-2.0
#include "plan/simulate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/seeded_rng.h"
#include "mechanism/registry.h"

namespace hopveil::plan {
namespace {

/// Adds what one user has at one hop; the means are sums until `divide`.
void add(double published, double truth, double width, MeanErrors& to) {
  const double error = std::abs(published - truth);
  to.users += 1;
  to.mae += error;
  to.mre += error / std::max(truth, 1.0);
  to.zeros += truth;
  to.width += width;
}

void divide(MeanErrors& sums) {
  if (sums.users == 0) return;
  for (double* sum : {&sums.mae, &sums.mre, &sums.zeros, &sums.width}) *sum /= sums.users;
}

}  // namespace

DealtPreferences deal_preferences(const Preferences& real, std::span<const std::uint32_t> level_of_real_row,
                                  std::size_t rows, std::uint64_t seed) {
  std::vector<std::size_t> ascending(real.size());
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  std::ranges::sort(ascending, {}, [&](std::size_t row) { return real.by_row()[row]; });
  std::vector<std::size_t> taken;
  for (std::size_t row = 0; row < rows; ++row) taken.push_back(ascending[row * ascending.size() / rows]);
  SeededRng order(seed);
  std::shuffle(taken.begin(), taken.end(), order);
  std::vector<Epsilon> by_row;
  DealtPreferences dealt;
  for (const std::size_t row : taken) {
    by_row.push_back(real.by_row()[row]);
    dealt.level_of_row.push_back(level_of_real_row[row]);
  }
  dealt.preferences = Preferences(std::move(by_row));
  return dealt;
}

ErrorGrid simulate(const Simulation& simulation, const StandInNetwork& network, const DealtPreferences& dealt,
                   unsigned threads) {
  const mechanism::Setting setting(network.graph, network.roles, dealt.preferences);
  mechanism::Workspace workspace(setting, {.threads = threads});
  const auto mechanism = mechanism::find_mechanism(simulation.mechanism).make(simulation.options);
  mechanism->validate(setting);
  SeededRng random(simulation.seed);
  mechanism::NoisyTable table;
  mechanism::BudgetTrace trace;
  mechanism->run(setting, workspace, random, table, trace);
  const unsigned hops = simulation.options.hops;
  const ExactCounts& truth = workspace.true_counts(hops);
  ErrorGrid grid(simulation.levels + 1, std::vector<MeanErrors>(hops));
  for (unsigned hop = 1; hop <= hops; ++hop) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double published = table.value(row, hop);
      const auto width =
          table.with_intervals() ? static_cast<double>(table.high(hop)[row] - table.low(hop)[row]) : 0.0;
      add(published, truth.hop(hop)[row], width, grid[0][hop - 1]);
      add(published, truth.hop(hop)[row], width, grid[dealt.level_of_row[row] + 1][hop - 1]);
    }
  }
  for (auto& level : grid) std::ranges::for_each(level, divide);
  return grid;
}

}  // namespace hopveil::plan
