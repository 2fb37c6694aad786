#include "infer/questionnaire.h"

#include <algorithm>
#include <cmath>

#include "graph/network_spec.h"

namespace hopveil {

Questionnaire::Questionnaire(const Partners& partners, std::uint32_t public_strata,
                             std::uint32_t private_strata)
    : partners_(&partners),
      public_(partners.public_users, partners.counts, partners.weights, public_strata),
      private_(partners.private_users, partners.counts, partners.weights, private_strata),
      cell_(partners.is_partner.size(), kNobody) {
  for (const NodeId user : partners.public_users) cell_[user] = public_.of(partners.counts.of(user));
  for (const NodeId user : partners.private_users) {
    cell_[user] = public_.size() + private_.of(partners.counts.of(user));
  }
}

NoisyCounts Questionnaire::ask(AnswerSource& answers, std::span<const NodeId> users) const {
  CountQuestion question;
  question.pool_of_owner.assign(cell_.size(), kNobody);
  for (std::uint32_t i = 0; i < users.size(); ++i) question.pool_of_owner[users[i]] = i;
  question.cell_of_partner = cell_;
  question.num_pools = static_cast<std::uint32_t>(users.size());
  question.num_cells = num_cells();
  return answers.ask(question);
}

std::vector<std::uint32_t> Questionnaire::cells_in(const Network& network) const {
  std::vector<std::uint32_t> cells = cell_;
  for (const NodeId user : partners_->private_users) {
    if (partners_->is_missing[user]) cells[user] = public_.size() + private_.of(network.counts.of(user));
  }
  return cells;
}

void Questionnaire::features(std::span<const std::int64_t> answers, double preference,
                             std::span<float> out) const {
  std::size_t next = 0;
  float total = 0, sum = 0;
  float first = static_cast<float>(num_cells());
  for (std::uint32_t cell = 0; cell < num_cells(); ++cell) {
    if (cell == public_.size()) sum = 0;
    const auto answer = static_cast<float>(answers[cell]);
    sum += answer;
    total += answer;
    if (cell < public_.size() && answer > 0) first = std::min(first, static_cast<float>(cell));
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
