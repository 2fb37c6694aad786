#include "infer/apprentice.h"

#include <algorithm>
#include <cmath>

#include "graph/network_spec.h"

namespace hopveil {
namespace {

/// Every liberal user is blurred this often, so that the forest sees the noise and not one draw of it.
constexpr std::size_t kDraws = 4;
/// An exam need not be exact: it is there to choose between questionnaires.
constexpr ForestOptions kExamForest{.trees = 24, .smallest_leaf = 8, .examples_per_tree = 6000};
constexpr std::size_t kExamined = 2000;

double one_of(std::span<const double> preferences, SeededRng& rng) {
  return preferences[static_cast<std::size_t>(random_below(rng, preferences.size()))];
}

/// What users of the teacher's networks answer.
class Respondents {
 public:
  Respondents(const Questionnaire& questionnaire, std::span<const Network> networks)
      : questionnaire_(questionnaire), networks_(networks) {
    for (const Network& network : networks) cells_.push_back(questionnaire.cells_in(network));
  }
  std::vector<std::int64_t> answer(std::size_t network, NodeId user, double preference,
                                   SeededRng& noise) const {
    std::vector<std::int64_t> counts(questionnaire_.num_cells(), 0);
    for (const NodeId other : networks_[network].graph.neighbours(user)) {
      const std::uint32_t cell = cells_[network][other];
      if (cell == kNobody || (questionnaire_.is_second_round(cell) && random_below(noise, 2) == 0)) continue;
      ++counts[cell];
    }
    for (auto& count : counts) count += simulated_noise(preference, noise);
    return counts;
  }

 private:
  const Questionnaire& questionnaire_;
  std::span<const Network> networks_;
  std::vector<std::vector<std::uint32_t>> cells_;
};

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
  const Respondents respondents(questionnaire, lesson.networks);
  for (std::size_t i = 0; i < size; ++i) {
    const NodeId user = lesson.liberal[i / kDraws];
    const double preference = one_of(preferences, noise);
    const auto answers = respondents.answer(i % lesson.networks.size(), user, preference, noise);
    questionnaire.features(answers, preference,
                           {&examples.features[i * examples.num_features], examples.num_features});
    const auto row = lesson.networks[i % lesson.networks.size()].counts.of(user);
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
  std::sort(weights.begin(), weights.end());
  by_hop.resize(lesson_.counts.hops());
  for (auto& counts : by_hop) counts.clear();
  for (std::size_t i = 0; i < weights.size();) {
    const std::uint32_t place = weights[i].first;
    float weight = 0;
    for (; i < weights.size() && weights[i].first == place; ++i) weight += weights[i].second;
    const auto row =
        lesson_.networks[place % lesson_.networks.size()].counts.of(lesson_.liberal[place / kDraws]);
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
  const Apprentice apprentice(questionnaire, {lesson.networks, lesson.counts, taught}, preferences, options,
                              rng);
  const Respondents respondents(questionnaire, lesson.networks.first(1));
  const std::size_t step = examined.size() / kExamined + 1;
  double error = 0;
  std::size_t asked = 0;
  std::vector<WeightedCounts> by_hop;
  for (std::size_t i = 0; i < examined.size(); i += step, ++asked) {
    const double preference = one_of(preferences, random);
    const auto answers = respondents.answer(0, examined[i], preference, random);
    apprentice.weigh(answers, preference, by_hop);
    const auto row = lesson.counts.of(examined[i]);
    for (std::size_t hop = 0; hop < row.size(); ++hop) {
      error += std::abs(best_count(by_hop[hop], Objective::kAbsolute) - row[hop]);
    }
  }
  return error / static_cast<double>(asked);
}

}  // namespace hopveil
