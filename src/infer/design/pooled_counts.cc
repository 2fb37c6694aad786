// SPDX-License-Identifier: Apache-2.0
#include "infer/design/pooled_counts.h"

#include <algorithm>

namespace hopveil::infer {
namespace {

constexpr std::uint32_t kStrata = 4;

}  // namespace

PooledCounts::PooledCounts(const Partners& partners, std::span<const NodeId> respondents,
                           double counted_share)
    : partners_(&partners),
      respondents_(respondents.begin(), respondents.end()),
      strata_(respondents, partners.counts, partners.weights, kStrata),
      counted_share_(counted_share) {}

std::vector<std::vector<std::int64_t>> PooledCounts::ask(query::AnswerSource& answers,
                                                         std::span<const NodeId> about) const {
  const std::size_t num_users = partners_->is_anchor.size();
  query::CountQuestion question;
  question.pool_of_owner.assign(num_users, query::kNobody);
  question.cell_of_partner.assign(num_users, query::kNobody);
  for (const NodeId user : respondents_)
    question.pool_of_owner[user] = strata_.of(partners_->counts.of(user));
  for (std::uint32_t i = 0; i < about.size(); ++i) question.cell_of_partner[about[i]] = i;
  question.num_pools = strata_.size();
  question.num_cells = static_cast<std::uint32_t>(about.size());
  const query::NoisyCounts noisy = answers.ask(question);
  std::vector<std::vector<std::int64_t>> rows(about.size());
  for (std::uint32_t i = 0; i < about.size(); ++i) {
    for (std::uint32_t stratum = 0; stratum < strata_.size(); ++stratum) {
      rows[i].push_back(noisy(stratum, i));
    }
  }
  return rows;
}

std::vector<std::uint32_t> PooledCounts::cells_in(const CountedNetwork& network) const {
  std::vector<std::uint32_t> cells(partners_->is_anchor.size());
  for (NodeId user = 0; user < cells.size(); ++user) cells[user] = strata_.of(network.counts.of(user));
  for (const NodeId user : partners_->public_users) cells[user] = query::kNobody;
  return cells;
}

void PooledCounts::features(std::span<const std::int64_t> answers, double /*preference*/,
                            std::span<float> out) const {
  std::size_t next = 0;
  float sum = 0;
  for (const std::int64_t answer : answers) {
    sum += static_cast<float>(answer);
    out[next++] = static_cast<float>(answer);
    out[next++] = sum;
  }
  const auto first = std::ranges::find_if(answers, [](std::int64_t answer) { return answer > 0; });
  out[next] = static_cast<float>(first - answers.begin());
}

}  // namespace hopveil::infer
