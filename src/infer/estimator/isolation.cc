#include "infer/estimator/isolation.h"

#include <cmath>
#include <cstdlib>

#include "infer/estimator/simulated_answers.h"

namespace hopveil {

AloneOrNot::AloneOrNot(const Interview& interview, const Lesson& lesson, double preference,
                       const SeededRng& rng)
    : preference_(preference) {
  const Respondents respondents(interview, lesson.networks);
  SeededRng random = rng.stream("seen");
  const double each =
      1 / (static_cast<double>(lesson.networks.size()) * static_cast<double>(lesson.liberal.size()));
  for (std::size_t network = 0; network < lesson.networks.size(); ++network) {
    for (const NodeId user : lesson.liberal) shares_[respondents.count(network, user, random)] += each;
  }
}

double AloneOrNot::chance(double before, std::span<const std::int64_t> answers) const {
  if (before <= 0) return 0;
  std::int64_t from_zero = 0;
  for (const std::int64_t answer : answers) from_zero += std::abs(answer);
  double odds_against = 0;  // that users of the lesson give such answers, against those who are alone
  for (const auto& [truth, share] : shares_) {
    std::int64_t steps = from_zero;
    for (std::size_t cell = 0; cell < answers.size(); ++cell) steps -= std::abs(answers[cell] - truth[cell]);
    odds_against += share * std::exp(preference_ * static_cast<double>(steps));  // discrete Laplace noise
  }
  return before / (before + (1 - before) * odds_against);
}

}  // namespace hopveil
