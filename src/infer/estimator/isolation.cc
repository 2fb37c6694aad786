// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/isolation.h"

#include <cmath>
#include <cstdlib>

#include "infer/estimator/simulated_answers.h"

namespace hopveil::infer {

IsolationModel::IsolationModel(const CountDesign& design, const TrainingSet& training, double preference,
                               const SeededRng& rng)
    : preference_(preference) {
  const SimulatedAnswers simulated(design, training.networks);
  SeededRng random = rng.stream("seen");
  SimulatedAnswers::Answers answers;
  const double each =
      1 / (static_cast<double>(training.networks.size()) * static_cast<double>(training.users.size()));
  for (std::size_t network = 0; network < training.networks.size(); ++network) {
    for (const NodeId user : training.users) {
      simulated.count(network, user, random, answers);
      shares_[answers] += each;
    }
  }
}

double IsolationModel::posterior(double before, std::span<const std::int64_t> answers) const {
  if (before <= 0) return 0;
  std::int64_t from_zero = 0;
  for (const std::int64_t answer : answers) from_zero += std::abs(answer);
  double odds_against = 0;  // that users of the training set give such answers, against isolated ones
  for (const auto& [truth, share] : shares_) {
    std::int64_t steps = from_zero;
    for (std::size_t cell = 0; cell < answers.size(); ++cell) steps -= std::abs(answers[cell] - truth[cell]);
    odds_against += share * std::exp(preference_ * static_cast<double>(steps));  // discrete Laplace noise
  }
  return before / (before + (1 - before) * odds_against);
}

}  // namespace hopveil::infer
