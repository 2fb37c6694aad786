// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/seeded_rng.h"
#include "evaluate/errors_of_run.h"
#include "mechanism/registry.h"
#include "plan/simulate.h"

namespace hopveil::plan {
namespace {

constexpr std::uint64_t kSeed = 1;
/// Quantiles over the stand-ins that a range goes from and to, and by how much it is wider at both ends:
/// real networks differ from all stand-ins (docs/plan.md says how often the range holds).
constexpr double kLowQuantile = 0.1;
constexpr double kHighQuantile = 0.9;
constexpr double kWiderBy = 1.2;
/// In a larger network more is learnt from the same share of users: errors per public user fall with this
/// power of the number of users (about -.1 where no user is liberal, to -.25).
constexpr double kPowerOfUsers = -0.15;
/// Mechanisms that only count are fast: their stand-ins may be larger.
constexpr std::size_t kCountingIsFaster = 4;

/// What one stand-in says, scaled: by level (0: everybody) and hop.
struct Scaled {
  StandInResult result;
  ErrorGrid grid;
};

double sum(const std::vector<MeanErrors>& hops, double MeanErrors::*member) {
  double total = 0;
  for (const MeanErrors& hop : hops) total += hop.*member;
  return total;
}

/// With `up` times as many public users, all else in proportion, but for errors, which are `lower` times
/// that.
ErrorGrid scaled(ErrorGrid grid, double up, double lower = 1) {
  for (auto& level : grid) {
    for (MeanErrors& hop : level) {
      hop.zeros *= up;
      hop.mae *= up * lower;
      hop.width *= up * lower;
      hop.mre *= lower;
    }
  }
  return grid;
}

/// What larger networks do to errors. The paper's mechanisms learn nothing from other users.
double lower_errors(const ForecastQuestion& question, std::size_t simulated_users) {
  if (mechanism::find_mechanism(question.mechanism).counts_the_network) return 1;
  const double larger = static_cast<double>(question.facts.users()) / static_cast<double>(simulated_users);
  return std::pow(std::max(larger, 1.0), kPowerOfUsers);
}

/// A quantile with straight lines between the values.
double quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  const double place = part * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

Range range_of(const std::vector<double>& values) {
  return {quantile(values, kLowQuantile) / kWiderBy, quantile(values, 0.5),
          quantile(values, kHighQuantile) * kWiderBy};
}

/// Of the hops [first, last), over the stand-ins that have users of this level.
ExpectedErrors errors_at(const std::vector<Scaled>& all, std::size_t level, std::size_t first,
                         std::size_t last, bool with_width) {
  std::vector<double> mae, mre, of_zeros, all_zeros, width;
  for (const Scaled& one : all) {
    const auto& hops = one.grid[level];
    if (hops.front().users == 0) continue;
    const std::vector<MeanErrors> part(hops.begin() + static_cast<std::ptrdiff_t>(first),
                                       hops.begin() + static_cast<std::ptrdiff_t>(last));
    const auto count = static_cast<double>(part.size());
    mae.push_back(sum(part, &MeanErrors::mae) / count);
    mre.push_back(sum(part, &MeanErrors::mre) / count);
    width.push_back(sum(part, &MeanErrors::width) / count);
    const double zeros = sum(part, &MeanErrors::zeros) / count;
    all_zeros.push_back(zeros);
    of_zeros.push_back(zeros > 0 ? mae.back() / zeros : 1);
  }
  ExpectedErrors errors;
  if (mae.empty()) return errors;
  errors.mae = range_of(mae);
  errors.mre = range_of(mre);
  errors.of_zeros = range_of(of_zeros);
  errors.zeros = range_of(all_zeros);
  if (with_width) errors.width = range_of(width);
  return errors;
}

LevelForecast level_of(const std::vector<Scaled>& all, std::size_t level, bool with_width) {
  LevelForecast forecast;
  const std::size_t hops = all.front().grid.front().size();
  forecast.simulated =
      std::ranges::any_of(all, [&](const Scaled& one) { return one.grid[level].front().users > 0; });
  forecast.all = errors_at(all, level, 0, hops, with_width);
  for (std::size_t hop = 0; hop < hops; ++hop)
    forecast.by_hop.push_back(errors_at(all, level, hop, hop + 1, with_width));
  return forecast;
}

Forecast summed_up(std::vector<Scaled> all, const dp::PreferenceLevels& levels, bool with_width) {
  Forecast forecast;
  forecast.everybody = level_of(all, 0, with_width);
  forecast.everybody.name = "everybody";
  for (std::size_t level = 0; level < levels.names.size(); ++level) {
    forecast.by_level.push_back(level_of(all, level + 1, with_width));
    forecast.by_level.back().name = levels.names[level];
    forecast.by_level.back().users = levels.users[level];
    forecast.everybody.users += levels.users[level];
  }
  for (const ExpectedErrors& hop : forecast.everybody.by_hop)
    forecast.no_better_than_zeros.push_back(hop.of_zeros.middle >= kNoBetterThanZeros);
  for (Scaled& one : all) {
    const auto& hops = one.grid.front();
    const auto count = static_cast<double>(hops.size());
    const double zeros = sum(hops, &MeanErrors::zeros);
    one.result.mae = sum(hops, &MeanErrors::mae) / count;
    one.result.mre = sum(hops, &MeanErrors::mre) / count;
    one.result.of_zeros = zeros > 0 ? one.result.mae * count / zeros : 1;
    forecast.stand_ins.push_back(std::move(one.result));
  }
  return forecast;
}

/// Counts how many of the parts are done, from any thread.
class Parts {
 public:
  Parts(const Progress& progress, std::size_t total) : progress_(progress), total_(total) {}
  void finish_one() {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    progress_(++done_, total_);
  }

 private:
  const Progress& progress_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::size_t total_;
};

StandInChoice choice_for(const ForecastQuestion& question, const Detail& detail) {
  const bool counts = mechanism::find_mechanism(question.mechanism).counts_the_network;
  return {detail.drawn, detail.simulated, detail.users * (counts ? kCountingIsFaster : 1)};
}

Scaled result_on(const StandInNetwork& network, const ForecastQuestion& question,
                 const dp::PreferenceLevels& levels) {
  Scaled one;
  one.result.name = network.stand_in.name();
  one.result.users = network.graph.num_nodes();
  one.result.public_users = network.roles.public_users().size();
  const DealtPreferences dealt = deal_preferences(question.preferences, levels.level_of_row,
                                                  network.roles.private_users().size(), kSeed);
  one.grid =
      scaled(simulate({question.mechanism, question.options, levels.names.size(), kSeed}, network, dealt, 1),
             static_cast<double>(question.facts.public_users) / static_cast<double>(one.result.public_users),
             lower_errors(question, one.result.users));
  return one;
}

}  // namespace

Forecast forecast(const ForecastQuestion& question, const Detail& detail, unsigned threads,
                  const Progress& progress) {
  const std::vector<StandInNetwork> stand_ins =
      choose_stand_ins(question.facts, choice_for(question, detail), threads);
  const dp::PreferenceLevels levels = dp::preference_levels(question.preferences);
  std::vector<Scaled> all(stand_ins.size());
  Parts parts(progress, all.size());
  parallel_chunks(all.size(), 1, threads, [&](std::size_t begin, std::size_t, unsigned) {
    all[begin] = result_on(stand_ins[begin], question, levels);
    parts.finish_one();
  });
  return summed_up(std::move(all), levels, question.options.intervals.has_value());
}

Forecast forecast_like(const ForecastQuestion& question, const Graph& network, const std::string& name,
                       unsigned runs, unsigned threads, const Progress& progress) {
  const std::size_t users = network.num_nodes();
  const std::size_t public_users = std::clamp<std::size_t>(
      (question.facts.public_users * users + question.facts.users() / 2) / question.facts.users(), 1,
      users - 1);
  const StandInNetwork like{
      {}, network, UserRoles(network.num_nodes(), highest_degree_users(network, {false, public_users}))};
  const dp::PreferenceLevels levels = dp::preference_levels(question.preferences);
  const double up = static_cast<double>(question.facts.public_users) / static_cast<double>(public_users);
  std::vector<Scaled> all;
  Parts parts(progress, runs);
  for (std::uint64_t run = 1; run <= runs; ++run) {
    const DealtPreferences dealt =
        deal_preferences(question.preferences, levels.level_of_row, like.roles.private_users().size(), run);
    const ErrorGrid grid =
        simulate({question.mechanism, question.options, levels.names.size(), run}, like, dealt, threads);
    Scaled one;
    one.result.name = fmt::format("{}, run {}", name, run);
    one.result.users = users;
    one.result.public_users = public_users;
    one.grid = scaled(grid, up);
    all.push_back(std::move(one));
    parts.finish_one();
  }
  return summed_up(std::move(all), levels, question.options.intervals.has_value());
}

std::optional<dp::Threshold> best_threshold(const ForecastQuestion& question, const Detail& detail,
                                            unsigned threads) {
  if (!mechanism::has_parameter(mechanism::find_mechanism(question.mechanism), "threshold"))
    return std::nullopt;
  std::vector<dp::Threshold> tried = {dp::Threshold::largest(), dp::Threshold::mean()};
  for (const Epsilon epsilon : {dp::smallest_preference(question.preferences)})
    tried.push_back(dp::Threshold::number(epsilon));
  std::optional<dp::Threshold> best;
  double smallest = 0;
  for (const dp::Threshold& threshold : tried) {
    ForecastQuestion asked = question;
    asked.options.threshold = threshold;
    const double error = forecast(asked, detail, threads).everybody.all.mae.middle;
    if (best && error >= smallest) continue;
    best = threshold;
    smallest = error;
  }
  return best;
}

}  // namespace hopveil::plan
