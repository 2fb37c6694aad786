#include "infer/estimator/conditional_estimator.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "graph/network_spec.h"
#include "infer/estimator/simulated_answers.h"

namespace hopveil {
namespace {

/// Every liberal user is blurred at least this often, so that the forest sees the noise and not one draw of
/// it; up to options.noise_draws times where users are fewer than examples: other users teach more than other
/// noise.
constexpr std::size_t kFewestDraws = 4;
/// Where there are few users, other halves of them are examined as well, but not more often than this.
constexpr std::size_t kMostHalves = 4;
/// A forest needs no more examples than this many times those of one tree.
constexpr std::size_t kExamplesPerDrawn = 4;
/// Examples that share a stream of random numbers.
constexpr std::size_t kChunk = 64;

double one_of(std::span<const double> preferences, SeededRng& rng) {
  return preferences[static_cast<std::size_t>(random_below(rng, preferences.size()))];
}

}  // namespace

Apprentice::Apprentice(const Interview& interview, const Lesson& lesson, std::span<const double> preferences,
                       const ForestOptions& options, const SeededRng& rng)
    : interview_(interview) {
  Examples examples;
  examples.num_features = interview.num_features();
  const std::size_t enough = kExamplesPerDrawn * options.examples_per_tree;
  const std::size_t users = std::min(lesson.liberal.size(), enough / kFewestDraws);
  const std::size_t draws = std::clamp(enough / users, kFewestDraws, options.noise_draws);
  const std::size_t size = users * draws;
  examples.features.resize(size * examples.num_features);
  examples.targets.resize(size);
  HopRows counts(size, lesson.counts.hops());
  const Respondents respondents(interview, lesson.networks);
  parallel_chunks(size, kChunk, options.threads, [&](std::size_t begin, std::size_t end, unsigned) {
    SeededRng noise = rng.stream("examples", begin);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t network = i % lesson.networks.size();
      const NodeId user = lesson.liberal[i / draws * lesson.liberal.size() / users];
      const double preference = one_of(preferences, noise);
      const auto answers = respondents.answer(network, user, preference, noise);
      interview.features(answers, preference,
                         {&examples.features[i * examples.num_features], examples.num_features});
      const auto row = lesson.networks[network].counts.of(user);
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

void Apprentice::weigh(std::span<const std::int64_t> answers, double preference,
                       std::vector<WeightedCounts>& by_hop) const {
  std::vector<float> features(interview_.num_features());
  interview_.features(answers, preference, features);
  Forest::Weights weights;
  forest_->weigh(features, weights);
  grid_.add_up(places_, weights, by_hop);
}

namespace {

/// Sum of errors, and how many were examined.
struct Marks {
  double errors = 0;
  std::size_t examined = 0;
};

Marks examine_half(const Questionnaire& questionnaire, const Lesson& lesson,
                   std::span<const double> preferences, const SeededRng& rng, unsigned threads,
                   const InferenceParameters& parameters) {
  std::vector<NodeId> taught, examined;
  SeededRng random = rng.stream("examine");
  for (const NodeId user : lesson.liberal) (random_below(random, 2) == 0 ? taught : examined).push_back(user);
  if (taught.empty() || examined.empty()) return {};
  const ForestOptions options{.trees = parameters.validation.trees,
                              .smallest_leaf = parameters.estimator.smallest_leaf,
                              .examples_per_tree = parameters.validation.examples_per_tree,
                              .noise_draws = parameters.estimator.noise_draws,
                              .threads = threads};
  const auto networks = lesson.networks.first(1);
  const Apprentice apprentice(questionnaire, {networks, lesson.counts, taught}, preferences, options, rng);
  const Respondents respondents(questionnaire, networks);
  std::vector<double> errors(std::min(examined.size(), parameters.validation.users));
  parallel_chunks(errors.size(), kChunk, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    SeededRng noise = rng.stream("examined", begin);
    std::vector<WeightedCounts> by_hop;
    for (std::size_t i = begin; i < end; ++i) {
      const NodeId user = examined[i * examined.size() / errors.size()];
      const double preference = one_of(preferences, noise);
      const auto answers = respondents.answer(0, user, preference, noise);
      apprentice.weigh(answers, preference, by_hop);
      const auto row = lesson.counts.of(user);
      for (std::size_t hop = 0; hop < row.size(); ++hop) {
        errors[i] += std::abs(static_cast<double>(best_count(by_hop[hop], Objective::kAbsolute) - row[hop]));
      }
    }
  });
  return {std::accumulate(errors.begin(), errors.end(), 0.0), errors.size()};
}

}  // namespace

double examine(const Questionnaire& questionnaire, const Lesson& lesson, std::span<const double> preferences,
               const SeededRng& rng, unsigned threads, const InferenceParameters& parameters) {
  Marks all;
  for (std::size_t half = 0; half < kMostHalves && all.examined < parameters.validation.users; ++half) {
    const Marks marks =
        examine_half(questionnaire, lesson, preferences, rng.stream("half", half), threads, parameters);
    all.errors += marks.errors;
    all.examined += marks.examined;
  }
  return all.examined == 0 ? 0 : all.errors / static_cast<double>(all.examined);
}

}  // namespace hopveil
