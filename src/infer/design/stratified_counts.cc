// SPDX-License-Identifier: Apache-2.0
#include "infer/design/stratified_counts.h"

#include <algorithm>

namespace hopveil::infer {
namespace {

std::vector<NodeId> all_partners(const Partners& partners) {
  std::vector<NodeId> users = partners.public_users;
  users.insert(users.end(), partners.private_users.begin(), partners.private_users.end());
  return users;
}

}  // namespace

StratifiedCounts::StratifiedCounts(const Partners& partners, std::uint32_t public_strata,
                                   std::uint32_t private_strata)
    : partners_(&partners),
      public_(partners.public_users, partners.counts, partners.weights, public_strata),
      private_(public_strata == 0 ? all_partners(partners) : partners.private_users, partners.counts,
               partners.weights, private_strata),
      cell_(partners.is_anchor.size(), query::kNobody),
      num_cells_(first_round_cells()) {
  const Strata& of_public = public_strata == 0 ? private_ : public_;
  for (const NodeId user : partners.public_users) cell_[user] = of_public.of(partners.counts.of(user));
  for (const NodeId user : partners.private_users) {
    cell_[user] = public_.size() + private_.of(partners.counts.of(user));
  }
}

void StratifiedCounts::add_round(std::span<const NodeId> group) {
  group_.assign(group.begin(), group.end());
  for (const NodeId user : group) cell_[user] = first_round_cells() + private_.of(partners_->counts.of(user));
  num_cells_ = first_round_cells() + std::max(1U, private_.size());  // without strata all are in the first
}

void StratifiedCounts::ask(query::AnswerSource& answers, std::span<const NodeId> users, Answers& out) const {
  const std::uint32_t first_cell = group_.empty() ? 0 : first_round_cells();
  query::CountQuestion question;
  question.pool_of_owner.assign(cell_.size(), query::kNobody);
  for (std::uint32_t i = 0; i < users.size(); ++i) question.pool_of_owner[users[i]] = i;
  question.cell_of_partner.assign(cell_.size(), query::kNobody);
  for (NodeId user = 0; user < cell_.size(); ++user) {
    if (cell_[user] != query::kNobody && cell_[user] >= first_cell) {
      question.cell_of_partner[user] = cell_[user] - first_cell;
    }
  }
  question.num_pools = static_cast<std::uint32_t>(users.size());
  question.num_cells = num_cells_ - first_cell;
  const query::NoisyCounts noisy = answers.ask(question);
  out.resize(users.size());
  for (std::uint32_t i = 0; i < users.size(); ++i) {
    const auto pool = noisy.pool(i);
    out[i].insert(out[i].end(), pool.begin(), pool.end());
  }
}

std::vector<std::uint32_t> StratifiedCounts::cells_in(const CountedNetwork& network) const {
  std::vector<std::uint32_t> cells = cell_;
  const auto move = [&](NodeId user, std::uint32_t first_cell) {
    if (!partners_->is_anchor[user]) cells[user] = first_cell + private_.of(network.counts.of(user));
  };
  for (const NodeId user : partners_->private_users) move(user, public_.size());
  for (const NodeId user : group_) move(user, first_round_cells());
  return cells;
}

void StratifiedCounts::features(std::span<const std::int64_t> answers, double preference,
                                std::span<float> out) const {
  std::size_t next = 0;
  float total = 0, sum = 0;
  float first = static_cast<float>(num_cells_);
  for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
    if (cell == public_.size() || cell == first_round_cells()) sum = 0;
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

}  // namespace hopveil::infer
