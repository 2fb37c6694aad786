// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/conditional_estimator.h"

#include <algorithm>

#include "base/parallel.h"
#include "graph/network_spec.h"
#include "infer/estimator/simulated_answers.h"

namespace hopveil::infer {
namespace {

/// Every user of the training set gets at least this many draws of noise, so that the forest sees the noise
/// and not one draw of it; up to options.noise_draws where users are fewer than examples: more users are
/// worth more than more noise.
constexpr std::size_t kFewestDraws = 4;
/// A forest needs no more examples than this many times those of one tree.
constexpr std::size_t kExamplesPerDrawn = 4;
/// Examples that share a stream of random numbers.
constexpr std::size_t kChunk = 64;

}  // namespace

double draw_preference(std::span<const double> preferences, SeededRng& rng) {
  return preferences[static_cast<std::size_t>(random_below(rng, preferences.size()))];
}

ConditionalEstimator::ConditionalEstimator(const CountDesign& design, const TrainingSet& training,
                                           std::span<const double> preferences, const ForestOptions& options,
                                           const SeededRng& rng)
    : design_(design) {
  Examples examples;
  examples.num_features = design.num_features();
  const std::size_t enough = kExamplesPerDrawn * options.examples_per_tree;
  const std::size_t users = std::min(training.users.size(), enough / kFewestDraws);
  const std::size_t draws = std::clamp(enough / users, kFewestDraws, options.noise_draws);
  const std::size_t size = users * draws;
  examples.features.resize(size * examples.num_features);
  examples.targets.resize(size);
  HopRows counts(size, training.counts.hops());
  const SimulatedAnswers simulated(design, training.networks);
  parallel_chunks(size, kChunk, options.threads, [&](std::size_t begin, std::size_t end, unsigned) {
    SeededRng noise = rng.stream("examples", begin);
    SimulatedAnswers::Answers answers;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t network = i % training.networks.size();
      const NodeId user = training.users[i / draws * training.users.size() / users];
      const double preference = draw_preference(preferences, noise);
      simulated.answer(network, user, preference, noise, answers);
      design.features(answers, preference,
                      {&examples.features[i * examples.num_features], examples.num_features});
      const auto row = training.networks[network].counts.of(user);
      std::ranges::copy(row, counts.of(i).begin());
      std::copy_n(row.begin(), std::min(row.size(), Examples::kTargets), examples.targets[i].begin());
    }
  });
  grid_ = CountGrid(counts, size);
  places_.resize(size * grid_.hops());
  parallel_chunks(size, kChunk, options.threads, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t i = begin; i < end; ++i) {
      grid_.places(counts.of(i), {&places_[i * grid_.hops()], grid_.hops()});
    }
  });
  forest_ = std::make_unique<Forest>(examples, options, rng.stream("forest"));
}

void ConditionalEstimator::weigh(std::span<const std::int64_t> answers, double preference,
                                 std::vector<WeightedCounts>& by_hop) const {
  std::vector<float> features(design_.num_features());
  design_.features(answers, preference, features);
  Forest::Weights weights;
  forest_->weigh(features, weights);
  grid_.add_up(places_, weights, by_hop);
}

}  // namespace hopveil::infer
