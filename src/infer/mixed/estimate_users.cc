// SPDX-License-Identifier: Apache-2.0
#include "infer/mixed/estimate_users.h"

#include <map>

#include "base/parallel.h"
#include "infer/design/stratified_counts.h"
#include "infer/estimator/cross_validation.h"

namespace hopveil::infer {
namespace {

/// About the shares of a group's time, in the order of its steps.
constexpr double kChosen = 0.57, kFirstRound = 0.68;

/// The first round's estimates only put the group's users into strata: half the effort is enough.
ForestOptions first_round_forest(const InferenceOptions& options) {
  ForestOptions forest = estimating_forest(options);
  forest.trees = (forest.trees + 1) / 2;
  forest.examples_per_tree = (forest.examples_per_tree + 1) / 2;
  return forest;
}

/// Gives a count of 0 this probability, at every hop.
void add_zeros(double probability, std::vector<WeightedCounts>& by_hop) {
  for (WeightedCounts& counts : by_hop) {
    double total = 0;
    for (auto& [count, weight] : counts) {
      total += weight;
      weight *= static_cast<float>(1 - probability);
    }
    if (counts.empty() || counts.front().first > 0) counts.insert(counts.begin(), {0.0F, 0.0F});
    counts.front().second += static_cast<float>(probability * total);
  }
}

/// Users with the same answers have the same estimates.
struct Case {
  double preference, no_path;
  std::vector<std::int64_t> answers;
  auto operator<=>(const Case&) const = default;
};
using Cases = std::map<Case, std::vector<NodeId>>;

Cases distinct_cases(const AnsweredDesign& answered, const PosteriorSink& sink) {
  Cases cases;
  const PreferenceGroup& group = answered.group;
  for (std::size_t i = 0; i < group.users.size(); ++i) {
    if (!answered.for_partners && !sink.wants(group.users[i])) continue;
    const double no_path = answered.no_path.empty() ? 0 : answered.no_path[i];
    cases[{group.preferences[i], no_path, answered.answers[i]}].push_back(group.users[i]);
  }
  return cases;
}

}  // namespace

bool is_precise(const PreferenceGroup& group, const DesignParameters& parameters) {
  return group.preferences.front() >= parameters.placed_preference;
}

ForestOptions estimating_forest(const InferenceOptions& options) {
  const EstimatorParameters& estimator = options.parameters.estimator;
  return {.trees = estimator.trees,
          .smallest_leaf = estimator.smallest_leaf,
          .examples_per_tree = estimator.examples_per_tree,
          .noise_draws = estimator.noise_draws,
          .threads = options.threads};
}

void estimate_users(const Estimation& estimation, const AnsweredDesign& answered, const ForestOptions& forest,
                    const SeededRng& rng, const Meter& meter) {
  const ConditionalEstimator estimator(answered.design, answered.training, answered.group.preferences, forest,
                                       rng);
  meter.reach(0.5);
  const Cases cases = distinct_cases(answered, estimation.sink);
  std::vector<Cases::const_iterator> places;
  for (auto place = cases.begin(); place != cases.end(); ++place) places.push_back(place);
  const unsigned threads = estimation.setting.options.threads;
  parallel_chunks(places.size(), 64, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    std::vector<WeightedCounts> by_hop;
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [given, users] = *places[i];
      estimator.weigh(given.answers, given.preference, by_hop);
      if (given.no_path > 0) add_zeros(given.no_path, by_hop);
      if (answered.kind) estimation.sink.write(users, by_hop, *answered.kind);
      for (unsigned hop = 0; hop < by_hop.size(); ++hop) {
        const float median = best_count(by_hop[hop], Objective::kAbsolute);
        for (const NodeId user : users) estimation.partners.counts.of(user)[hop] = median;
      }
    }
  });
  meter.reach(1);
}

void estimate_group(const Estimation& estimation, const PreferenceGroup& group, std::size_t kind,
                    query::AnswerSource& answers, const SeededRng& rng, const Meter& meter) {
  const InferenceOptions& options = estimation.setting.options;
  const SeededRng of_choice = rng.stream("choice");
  StratifiedCounts design =
      CrossValidation(estimation.training, group.preferences, of_choice, options.threads, options.parameters)
          .choose_strata(estimation.partners, meter.part(0, kChosen));
  StratifiedCounts::Answers given;
  AnsweredDesign answered{design, group, given, estimation.training};
  design.ask(answers, group.users, given);
  estimate_users(estimation, answered, first_round_forest(options), rng.stream("first round"),
                 meter.part(kChosen, kFirstRound));
  answered.kind = kind;
  answered.for_partners = is_precise(group, options.parameters.design);
  design.add_round(group.users);
  design.ask(answers, group.users, given);
  estimate_users(estimation, answered, estimating_forest(options), rng.stream("second round"),
                 meter.part(kFirstRound, 1));
  if (answered.for_partners) estimation.partners.add(group.users);
}

}  // namespace hopveil::infer
