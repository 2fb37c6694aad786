#include "infer/apprentice.h"

#include <algorithm>
#include <cmath>

#include "graph/network_spec.h"

namespace hopveil {
namespace {

/// Every liberal user is blurred this often, so that the forest sees the noise and not one draw of it.
constexpr std::size_t kDraws = 4;
constexpr ForestOptions kExamForest{.trees = 16, .smallest_leaf = 8, .examples_per_tree = 4000};
constexpr std::size_t kExamined = 1500;

double one_of(std::span<const double> preferences, SeededRng& rng) {
  return preferences[static_cast<std::size_t>(random_below(rng, preferences.size()))];
}

void blur(std::vector<std::int64_t>& answers, double preference, SeededRng& rng) {
  for (auto& answer : answers) answer += simulated_noise(preference, rng);
}

}  // namespace

Apprentice::Apprentice(const Questionnaire& questionnaire, const Lesson& lesson,
                       std::span<const double> preferences, const ForestOptions& options,
                       const SeededRng& rng)
    : questionnaire_(questionnaire), lesson_(lesson) {
  Examples examples;
  examples.num_features = questionnaire.num_features();
  const std::size_t size = lesson.liberal.size() * kDraws;
  examples.features.resize(size * examples.num_features);
  examples.targets.resize(size);
  SeededRng noise = rng.stream("examples");
  for (std::size_t i = 0; i < size; ++i) {
    const NodeId user = lesson.liberal[i / kDraws];
    std::vector<std::int64_t> answers = questionnaire.true_answer(lesson.known, user);
    const double preference = one_of(preferences, noise);
    blur(answers, preference, noise);
    questionnaire.features(answers, preference,
                           {&examples.features[i * examples.num_features], examples.num_features});
    const auto row = lesson.counts.of(user);
    std::copy_n(row.begin(), std::min(row.size(), Examples::kTargets), examples.targets[i].begin());
  }
  forest_ = std::make_unique<Forest>(examples, options, rng.stream("forest"));
}

void Apprentice::weigh(std::span<const std::int64_t> answers, double preference,
                       std::vector<WeightedCounts>& by_hop) const {
  std::vector<float> features(questionnaire_.num_features());
  questionnaire_.features(answers, preference, features);
  Forest::Weights weights;
  forest_->weigh(features, weights);
  for (auto& [example, weight] : weights) example /= kDraws;  // now: a liberal user
  std::sort(weights.begin(), weights.end());
  by_hop.resize(lesson_.counts.hops());
  for (auto& counts : by_hop) counts.clear();
  for (std::size_t i = 0; i < weights.size();) {
    const std::uint32_t place = weights[i].first;
    float weight = 0;
    for (; i < weights.size() && weights[i].first == place; ++i) weight += weights[i].second;
    const auto row = lesson_.counts.of(lesson_.liberal[place]);
    for (std::size_t hop = 0; hop < row.size(); ++hop) by_hop[hop].emplace_back(row[hop], weight);
  }
}

double examine(const Questionnaire& questionnaire, const Lesson& lesson, std::span<const double> preferences,
               const SeededRng& rng, unsigned threads) {
  std::vector<NodeId> taught, examined;
  SeededRng random = rng.stream("examine");
  for (const NodeId user : lesson.liberal) (random_below(random, 2) == 0 ? taught : examined).push_back(user);
  if (taught.empty() || examined.empty()) return 0;
  ForestOptions options = kExamForest;
  options.threads = threads;
  const Apprentice apprentice(questionnaire, {lesson.known, lesson.counts, taught}, preferences, options,
                              rng);
  const std::size_t step = examined.size() / kExamined + 1;
  double error = 0;
  std::size_t asked = 0;
  std::vector<WeightedCounts> by_hop;
  for (std::size_t i = 0; i < examined.size(); i += step, ++asked) {
    std::vector<std::int64_t> answers = questionnaire.true_answer(lesson.known, examined[i]);
    const double preference = one_of(preferences, random);
    blur(answers, preference, random);
    apprentice.weigh(answers, preference, by_hop);
    const auto row = lesson.counts.of(examined[i]);
    for (std::size_t hop = 0; hop < row.size(); ++hop) {
      error += std::abs(best_count(by_hop[hop], Objective::kAbsolute) - row[hop]);
    }
  }
  return error / static_cast<double>(asked);
}

}  // namespace hopveil
