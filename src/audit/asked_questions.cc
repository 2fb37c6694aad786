// SPDX-License-Identifier: Apache-2.0
#include "audit/asked_questions.h"

#include "query/query_layer.h"

namespace hopveil::audit {
namespace {

/// Publishes the answers to one question about a network.
class Asker : public mechanism::Mechanism {
 public:
  void validate(const mechanism::Setting&) const final {}
  void run(const mechanism::Setting& setting, mechanism::Workspace& workspace, RandomSource& random,
           mechanism::NoisyTable& out, mechanism::BudgetTrace&) const final {
    const query::PublicKnowledge knowledge(setting.graph(), setting.roles(), setting.preferences());
    query::QueryLayer layer(setting.graph(), knowledge, random, 1, workspace.observer());
    ask(knowledge, layer, out);
  }

 private:
  virtual void ask(const query::PublicKnowledge& knowledge, query::QueryLayer& layer,
                   mechanism::NoisyTable& out) const = 0;
};

class CountAsker final : public Asker {
  void ask(const query::PublicKnowledge& knowledge, query::QueryLayer& layer,
           mechanism::NoisyTable& out) const override {
    const UserRoles& roles = knowledge.roles();
    query::CountQuestion question;
    question.pool_of_owner.assign(knowledge.num_users(), query::kNobody);
    for (const NodeId user : roles.private_users()) question.pool_of_owner[user] = roles.row(user);
    for (NodeId user = 0; user < knowledge.num_users(); ++user) question.cell_of_partner.push_back(user);
    question.num_pools = static_cast<std::uint32_t>(roles.private_users().size());
    question.num_cells = knowledge.num_users();
    const query::NoisyCounts answers = layer.ask(question);
    out.reset(std::size_t{answers.num_pools()} * answers.num_cells(), 1, 0);
    auto place = out.hop(1).begin();
    for (std::uint32_t pool = 0; pool < answers.num_pools(); ++pool) {
      for (const std::int64_t answer : answers.pool(pool)) *place++ = answer;
    }
  }
};

class PairAsker final : public Asker {
  void ask(const query::PublicKnowledge& knowledge, query::QueryLayer& layer,
           mechanism::NoisyTable& out) const override {
    query::PairQuestion question;
    question.is_member.assign(knowledge.num_users(), true);
    const std::size_t users = knowledge.num_users();
    out.reset(users * users, 1, 0);
    for (const auto& [a, b] : layer.ask(question)) out.hop(1)[a * users + b] = 1;
  }
};

}  // namespace

std::unique_ptr<mechanism::Mechanism> ask_for_counts() {
  return std::make_unique<CountAsker>();
}

std::unique_ptr<mechanism::Mechanism> ask_for_pairs() {
  return std::make_unique<PairAsker>();
}

}  // namespace hopveil::audit
