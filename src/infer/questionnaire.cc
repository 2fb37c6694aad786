#include "infer/questionnaire.h"

#include <algorithm>
#include <cmath>

#include "graph/network_spec.h"
#include "infer/strata.h"

namespace hopveil {

Questionnaire::Questionnaire(const PublicKnowledge& knowledge, const Anchors& anchors, const HopRows& counts,
                             std::uint32_t strata)
    : cell_(knowledge.num_users(), kNobody) {
  const auto public_users = knowledge.roles().public_users();
  num_public_cells_ = cut_into_strata(public_users, counts, anchors.known, strata, cell_);
  num_cells_ = num_public_cells_ + cut_into_strata(anchors.liberal, counts, anchors.known, strata, cell_);
  for (const NodeId user : anchors.liberal) cell_[user] += num_public_cells_;
}

NoisyCounts Questionnaire::ask(AnswerSource& answers, std::span<const NodeId> users) const {
  CountQuestion question;
  question.pool_of_owner.assign(cell_.size(), kNobody);
  for (std::uint32_t i = 0; i < users.size(); ++i) question.pool_of_owner[users[i]] = i;
  question.cell_of_partner = cell_;
  question.num_pools = static_cast<std::uint32_t>(users.size());
  question.num_cells = num_cells_;
  return answers.ask(question);
}

std::vector<std::int64_t> Questionnaire::true_answer(const Graph& known, NodeId liberal) const {
  std::vector<std::int64_t> counts(num_cells_, 0);
  for (const NodeId other : known.neighbours(liberal)) ++counts[cell_[other]];
  return counts;
}

void Questionnaire::features(std::span<const std::int64_t> answers, double preference,
                             std::span<float> out) const {
  std::size_t next = 0;
  float total = 0, sum = 0;
  float first = static_cast<float>(num_cells_);
  for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
    if (cell == num_public_cells_) sum = 0;
    const auto answer = static_cast<float>(answers[cell]);
    sum += answer;
    total += answer;
    if (cell < num_public_cells_ && answer > 0) first = std::min(first, static_cast<float>(cell));
    out[next++] = answer;
    out[next++] = sum;
  }
  out[next++] = total;
  out[next++] = first;
  out[next] = static_cast<float>(preference);
}

std::int64_t simulated_noise(double epsilon, SeededRng& rng) {
  const auto geometric = [&] { return static_cast<std::int64_t>(-std::log(random_unit(rng)) / epsilon); };
  return geometric() - geometric();
}

}  // namespace hopveil
