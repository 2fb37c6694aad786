// SPDX-License-Identifier: Apache-2.0
#include "query/pair_accounts.h"

#include <map>
#include <variant>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "support/property.h"

namespace hopveil::query {
namespace {

struct Users {
  Users(NodeId num_users, const std::vector<NodeId>& public_users, const std::vector<std::uint64_t>& nanos)
      : graph(graph_from_edges(num_users, {})), knowledge(graph, {num_users, public_users}, by_row(nanos)) {}
  static Preferences by_row(const std::vector<std::uint64_t>& nanos) {
    std::vector<Epsilon> epsilons;
    for (const std::uint64_t value : nanos) epsilons.push_back(Epsilon::from_nanos(value));
    return Preferences(std::move(epsilons));
  }
  Graph graph;
  PublicKnowledge knowledge;
};

/// Those who are asked form one pool, those who are looked at one cell.
CountQuestion count_question(NodeId num_users, const std::vector<NodeId>& asked,
                             const std::vector<NodeId>& looked_at, dp::Rational share) {
  CountQuestion question;
  question.pool_of_owner.assign(num_users, kNobody);
  question.cell_of_partner.assign(num_users, kNobody);
  question.num_pools = question.num_cells = 1;
  question.share = share;
  for (const NodeId user : asked) question.pool_of_owner[user] = 0;
  for (const NodeId user : looked_at) question.cell_of_partner[user] = 0;
  return question;
}

TEST(PairAccounts, DisjointQuestionsMaySpendTheWholeLevelEach) {
  const Users users(4, {0}, {1, 2, 3});
  PairAccounts accounts(users.knowledge);
  accounts.charge(count_question(4, {1}, {0, 2, 3}, {1, 1}));
  accounts.charge(count_question(4, {2}, {0, 3}, {1, 1}));
  accounts.charge(PairQuestion{{true, false, false, true}, {1, 1}});
  EXPECT_EQ(accounts.charged(1, 0), dp::Rational(1, 1));
  EXPECT_EQ(accounts.charged(2, 3), dp::Rational(1, 1));
  EXPECT_EQ(accounts.charged(3, 0), dp::Rational(1, 1));
}

TEST(PairAccounts, AQuestionToTheOneThatDoesNotOwnThePairDoesNotCharge) {
  const Users users(2, {}, {1, 2});  // 0 owns the pair
  PairAccounts accounts(users.knowledge);
  accounts.charge(count_question(2, {1}, {0}, {1, 1}));
  accounts.charge(count_question(2, {0}, {1}, {1, 1}));
  EXPECT_EQ(accounts.charged(0, 1), dp::Rational(1, 1));
}

TEST(PairAccounts, EveryClassOfPairsIsWatched) {
  // Public 0; strict 1 and 2; liberal 3 and 4. For each kind of pair, a question that saw it, then one more.
  const Users users(5, {0}, {1, 1, 9, 9});
  const std::map<std::string, std::pair<CountQuestion, PairQuestion>> kinds = {
      {"strict, public", {count_question(5, {1}, {0}, {1, 1}), {{true, true, false, false, false}}}},
      {"strict, strict", {count_question(5, {1, 2}, {1, 2}, {1, 1}), {{false, true, true, false, false}}}},
      {"strict, liberal", {count_question(5, {2}, {3}, {1, 1}), {{false, false, true, true, false}}}},
      {"liberal, liberal", {count_question(5, {3, 4}, {3, 4}, {1, 1}), {{false, false, false, true, true}}}},
      {"liberal, public", {count_question(5, {4}, {0}, {1, 1}), {{true, false, false, false, true}}}}};
  for (const auto& [kind, questions] : kinds) {
    PairQuestion pairs = questions.second;
    pairs.share = dp::Rational(1, 1000);
    PairAccounts counted(users.knowledge);
    counted.charge(questions.first);
    EXPECT_THROW(counted.charge(pairs), BugError) << kind;
    PairAccounts asked(users.knowledge);
    asked.charge(pairs);
    EXPECT_THROW(asked.charge(questions.first), BugError) << kind;
    EXPECT_THROW(counted.charge(questions.first), BugError) << kind;
  }
}

TEST(PairAccounts, ARefusedQuestionChargesNobody) {
  const Users users(3, {0}, {1, 1});
  PairAccounts accounts(users.knowledge);
  accounts.charge(count_question(3, {1}, {0}, {2, 3}));
  EXPECT_THROW(accounts.charge(count_question(3, {1, 2}, {0}, {1, 2})), BugError);
  EXPECT_EQ(accounts.charged(1, 0), dp::Rational(2, 3));
  EXPECT_EQ(accounts.charged(2, 0), std::nullopt);
  accounts.charge(count_question(3, {1, 2}, {0}, {1, 3}));
}

TEST(PairAccounts, SumsAreExact) {
  const Users users(2, {0}, {1});
  PairAccounts accounts(users.knowledge);
  const CountQuestion tenth = count_question(2, {1}, {0}, {1, 10});
  for (int i = 0; i < 10; ++i) accounts.charge(tenth);  // in floating point .1 ten times is below 1
  EXPECT_EQ(accounts.charged(1, 0), dp::Rational(1, 1));
  EXPECT_THROW(accounts.charge(count_question(2, {1}, {0}, {1, ~std::uint64_t{0}})), BugError);
}

TEST(PairAccounts, SumsThatNoFractionHoldsAreRefused) {
  const Users users(2, {0}, {1});
  PairAccounts accounts(users.knowledge);
  accounts.charge(count_question(2, {1}, {0}, {1, (std::uint64_t{1} << 61) - 1}));
  EXPECT_THROW(accounts.charge(count_question(2, {1}, {0}, {1, (std::uint64_t{1} << 61) - 3})), BugError);
}

TEST(PairAccounts, LoneUsersAndNobodyAreNoTrouble) {
  const Users nobody(0, {}, {});
  PairAccounts none(nobody.knowledge);
  none.charge(count_question(0, {}, {}, {1, 1}));
  none.charge(PairQuestion{});
  const Users one(1, {}, {5});
  PairAccounts lone(one.knowledge);
  for (int i = 0; i < 3; ++i) lone.charge(count_question(1, {0}, {0}, {1, 1}));  // no pair, no charge
}

/// The obvious accounts: a sum per pair, in 24ths.
class AccountPerPair {
 public:
  explicit AccountPerPair(const PublicKnowledge& knowledge) : knowledge_(knowledge) {}
  template <class Sees>
  bool charge(unsigned parts, Sees&& sees) {
    auto charged = charged_;
    for (NodeId a = 0; a < knowledge_.num_users(); ++a) {
      for (NodeId b = a + 1; b < knowledge_.num_users(); ++b) {
        if (knowledge_.is_public(a) && knowledge_.is_public(b)) continue;
        const NodeId owner = knowledge_.owner(a, b);
        const NodeId partner = owner == a ? b : a;
        if (sees(owner, partner)) charged[{owner, partner}] += parts;
        if (charged[{owner, partner}] > 24) return false;
      }
    }
    charged_ = std::move(charged);
    return true;
  }
  unsigned charged(NodeId owner, NodeId partner) { return charged_[{owner, partner}]; }

 private:
  const PublicKnowledge& knowledge_;
  std::map<std::pair<NodeId, NodeId>, unsigned> charged_;
};

template <class Accounts, class Asked>
bool accepts(Accounts& accounts, const Asked& question) {
  try {
    accounts.charge(question);
    return true;
  } catch (const BugError&) {
    return false;
  }
}

/// They may refuse more (a class of users may seem to own what none of them does), never less.
RC_GTEST_PROP(PairAccounts, NeverAcceptMoreThanASumPerPairDoes, ()) {
  SeededRng rng(*rc::gen::arbitrary<std::uint64_t>());
  const auto num_users = static_cast<NodeId>(rng() % 12);
  std::vector<NodeId> public_users;
  std::vector<std::uint64_t> nanos;
  for (NodeId user = 0; user < num_users; ++user) {
    if (rng() % 3 == 0) {
      public_users.push_back(user);
    } else {
      nanos.push_back(1 + rng() % 3);
    }
  }
  const Users users(num_users, public_users, nanos);
  PairAccounts accounts(users.knowledge);
  AccountPerPair per_pair(users.knowledge);
  for (int i = 0; i < 6; ++i) {
    const auto parts = static_cast<unsigned>(1 + rng() % 12);
    PairQuestion pairs{std::vector<bool>(num_users), dp::Rational(parts, 24)};
    CountQuestion counts = count_question(num_users, {}, {}, dp::Rational(parts, 24));
    for (NodeId user = 0; user < num_users; ++user) {
      pairs.is_member[user] = rng() % 2 == 0;
      if (!users.knowledge.is_public(user) && rng() % 2 == 0) counts.pool_of_owner[user] = 0;
      if (rng() % 2 == 0) counts.cell_of_partner[user] = 0;
    }
    const bool ask_pairs = rng() % 2 == 0;
    if (!(ask_pairs ? accepts(accounts, pairs) : accepts(accounts, counts))) continue;
    RC_ASSERT(per_pair.charge(parts, [&](NodeId owner, NodeId partner) {
      if (ask_pairs) return pairs.is_member[owner] && pairs.is_member[partner];
      return counts.pool_of_owner[owner] != kNobody && counts.cell_of_partner[partner] != kNobody;
    }));
    for (NodeId a = 0; a < num_users; ++a) {
      for (NodeId b = 0; b < num_users; ++b) {
        if (a == b || (users.knowledge.is_public(a) && users.knowledge.is_public(b))) continue;
        if (users.knowledge.owner(a, b) != a) continue;
        const unsigned expected = per_pair.charged(a, b);
        const auto charged = accounts.charged(a, b);
        RC_ASSERT(charged.has_value() == (expected != 0));
        if (charged) RC_ASSERT(*charged == dp::Rational(expected, 24));
      }
    }
  }
}

TEST(PairAccounts, ClassesStayFewHoweverManyUsers) {
  constexpr NodeId kUsers = 20000;
  std::vector<std::uint64_t> nanos(kUsers);
  for (NodeId user = 0; user < kUsers; ++user) nanos[user] = 1 + user;  // all different
  const Users users(kUsers, {}, nanos);
  PairAccounts accounts(users.knowledge);
  CountQuestion question = count_question(kUsers, {}, {}, {1, 100});
  for (NodeId user = 0; user < kUsers; ++user) {
    question.pool_of_owner[user] = 0;
    if (user % 2 == 0) question.cell_of_partner[user] = 0;
  }
  for (int i = 0; i < 100; ++i) accounts.charge(question);
  EXPECT_EQ(accounts.num_classes(), 2U);
  EXPECT_THROW(accounts.charge(question), BugError);
}

}  // namespace
}  // namespace hopveil::query
