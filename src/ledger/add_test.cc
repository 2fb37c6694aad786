// SPDX-License-Identifier: Apache-2.0
// A ledger that lives: users come, preferences change, and what was spent stays spent, to the last digit.

#include <map>
#include <random>

#include <gmock/gmock.h>

#include "ledger/ledger.h"
#include "ledger/ledger_testing.h"
#include "ledger/sqlite.h"

namespace hopveil::ledger {
namespace {

using testing::granted;
using ::testing::HasSubstr;
using testing::LedgerFolder;
using testing::message_of;
using testing::request;

using Budgets = std::vector<UserBudget>;

UserBudget user(std::string_view id, std::string_view budget) {
  return {id, Epsilon::from_text(budget)};
}

class LedgerAdd : public ::testing::Test {
 protected:
  void SetUp() override { Ledger::create(path, Budgets{user("a", "1"), user("b", "0.333333333")}); }
  Ledger open() const { return Ledger::open(path, Ledger::Access::kCharge); }
  void tamper(const char* sql) const {
    SqliteDatabase database(path, SqliteDatabase::Open::kExisting, Ledger::kLockTimeout);
    database.trust_content();
    database.execute(sql);
  }

  LedgerFolder folder;
  std::string path = folder.file("ledger.db");
};

TEST_F(LedgerAdd, NewUsersStartWithNothingSpentAndCanBeCharged) {
  Ledger ledger = open();
  ASSERT_TRUE(granted(ledger.charge(request(Budgets{user("a", "1"), user("b", "0.333333333")}, "0.5"))));
  const Budgets listed = {user("new", "2"), user("a", "1"), user("newer", "0.1")};
  const BudgetChanges changes = ledger.add(listed);
  EXPECT_EQ(changes.num_added, 2u);
  EXPECT_EQ(changes.num_unchanged, 1u);
  EXPECT_EQ(changes.num_stricter + changes.num_looser, 0u);
  EXPECT_EQ(ledger.user("new").spent_text(), "0");
  EXPECT_EQ(ledger.user("a").spent_text(), "0.5");
  EXPECT_EQ(ledger.user("b").spent_text(), "0.1666666665") << "who is not listed stays";
  EXPECT_TRUE(granted(ledger.charge(request(listed, "0.5"))));
  const Ledger again = open();
  EXPECT_EQ(again.user("a").left_text(), "0");
  EXPECT_EQ(again.user("newer").left_text(), "0.05");
  EXPECT_EQ(again.summary().num_users, 4u);
}

TEST_F(LedgerAdd, AStricterPreferenceLeavesItLessWhatWasSpent) {
  Ledger ledger = open();
  ledger.charge(request(Budgets{user("a", "1")}, "0.25"));
  const BudgetChanges changes = ledger.add(Budgets{user("a", "0.4")});
  EXPECT_EQ(changes.num_stricter, 1u);
  EXPECT_EQ(changes.num_exhausted, 0u);
  EXPECT_EQ(ledger.user("a").budget.text(), "0.4");
  EXPECT_EQ(ledger.user("a").spent_text(), "0.25");
  EXPECT_EQ(ledger.user("a").left_text(), "0.15");
  EXPECT_EQ(ledger.user("a").left_nanos(), 375'000'000u);
  EXPECT_FALSE(granted(ledger.charge(request(Budgets{user("a", "0.4")}, "0.375000001"))));
  EXPECT_TRUE(granted(ledger.charge(request(Budgets{user("a", "0.4")}, "0.375"))));
  EXPECT_EQ(open().user("a").left_text(), "0");
  EXPECT_EQ(open().user("a").spent_text(), "0.4");
  EXPECT_FALSE(granted(open().charge(request(Budgets{user("a", "0.4")}, "0.000000001"))));
}

TEST_F(LedgerAdd, ABudgetBelowWhatWasSpentLeavesNothingAndForgetsNothing) {
  Ledger ledger = open();
  ledger.charge(request(Budgets{user("a", "1")}, "0.75"));
  EXPECT_EQ(ledger.add(Budgets{user("a", "0.000000001")}).num_exhausted, 1u);
  EXPECT_EQ(ledger.user("a").spent_text(), "0.75");
  EXPECT_EQ(ledger.user("a").left_text(), "0");
  EXPECT_FALSE(granted(ledger.charge(request(Budgets{user("a", "0.000000001")}, "0.000000001"))));
  // Strict and then loose again is no way to get it back.
  ledger.add(Budgets{user("a", "1")}, Ledger::LooserBudgets::kAllow);
  EXPECT_EQ(ledger.user("a").left_text(), "0.25");
  EXPECT_FALSE(granted(ledger.charge(request(Budgets{user("a", "1")}, "0.250000001"))));
  EXPECT_TRUE(granted(open().charge(request(Budgets{user("a", "1")}, "0.25"))));
}

TEST_F(LedgerAdd, ALooserPreferenceIsRefusedUnlessItIsMeant) {
  Ledger ledger = open();
  ledger.charge(request(Budgets{user("a", "1")}, "0.5"));
  const Budgets listed = {user("c", "1"), user("a", "3")};
  EXPECT_THAT(message_of<InputError>([&] { ledger.add(listed); }),
              HasSubstr("1 of the 2 listed users would get a looser preference than in the ledger: "
                        "\"a\" (3, ledger 1)"));
  EXPECT_EQ(ledger.summary().num_users, 2u) << "all of it or nothing";
  EXPECT_EQ(ledger.changes().size(), 1u);
  EXPECT_EQ(ledger.add(listed, Ledger::LooserBudgets::kAllow).num_looser, 1u);
  EXPECT_EQ(ledger.user("a").spent_text(), "0.5");
  EXPECT_EQ(ledger.user("a").left_text(), "2.5");
}

TEST_F(LedgerAdd, EveryChangeIsAnEntryAndNoChangeIsNone) {
  Ledger ledger = open();
  ledger.charge(request(Budgets{user("a", "1")}, "0.5"));
  ledger.add(Budgets{user("a", "1")});
  ledger.add(Budgets{});
  ledger.add(Budgets{user("a", "0.9"), user("c", "1"), user("d", "1")});
  const auto changes = open().changes();
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].kind, "init");
  EXPECT_EQ(changes[0].num_added, 2u);
  EXPECT_EQ(changes[0].after_release, 0u);
  EXPECT_EQ(changes[1].kind, "add");
  EXPECT_EQ(changes[1].after_release, 1u);
  EXPECT_EQ(changes[1].num_added, 2u);
  EXPECT_EQ(changes[1].num_budgets_changed, 1u);
  EXPECT_THAT(changes[1].changed_at, ::testing::MatchesRegex("[0-9-]{10}T[0-9:]{8}Z"));
}

TEST_F(LedgerAdd, AUserListedTwiceIsRefused) {
  EXPECT_THAT(message_of<InputError>([&] {
                open().add(Budgets{user("c", "1"), user("c", "1")});
              }),
              HasSubstr(path + ": user \"c\" is listed twice"));
}

TEST_F(LedgerAdd, AReleaseNeedsThePreferenceThatStandsInTheLedgerNow) {
  Ledger ledger = open();
  ledger.add(Budgets{user("a", "0.4")});
  EXPECT_THAT(message_of<InputError>([&] { ledger.charge(request(Budgets{user("a", "1")}, "0.1")); }),
              HasSubstr("ledger add"));
  EXPECT_THROW(ledger.charge(request(Budgets{user("a", "0.2")}, "0.1")), InputError)
      << "also a stricter one: a charge is a share of the ledger's budget";
}

/// Random months of a ledger against exact arithmetic in whole attos.
TEST_F(LedgerAdd, NoSequenceOfChargesAndChangesLendsMoreThanTheBudget) {
  std::mt19937_64 random(11);
  std::map<std::string, UserAccount> expected;
  for (const char* id : {"a", "b"}) expected.emplace(id, open().user(id));
  int num_refused = 0;
  Ledger ledger = open();
  for (int round = 0; round < 400; ++round) {
    auto& [id, account] =
        *std::next(expected.begin(), static_cast<std::ptrdiff_t>(random() % expected.size()));
    if (random() % 3 == 0) {
      const Epsilon budget = Epsilon::from_nanos(1 + random() % (random() % 2 == 0 ? 100 : 3'000'000'000));
      ledger.add(Budgets{{id, budget}}, Ledger::LooserBudgets::kAllow);
      if (budget != account.budget) account.change_budget(budget);
    } else {
      const auto share =
          BudgetShare::from_nanos(1 + random() % (random() % 4 == 0 ? 1'000'000'000 : 50'000'000));
      const Uint128 after = account.spent_attos() + Uint128{account.budget.nanos()} * share.nanos();
      const bool fits = after <= Uint128{account.budget.nanos()} * BudgetShare::kNanosPerWhole;
      ASSERT_EQ(granted(ledger.charge({share, "m", "{}", "proved", "o", Budgets{{id, account.budget}}})),
                fits);
      if (fits) account.share_nanos += share.nanos();
      num_refused += fits ? 0 : 1;
    }
    if (round % 20 == 0) ledger = open();  // verifies
    if (round % 50 == 0) {
      const std::string name = "user " + std::to_string(round);
      ledger.add(Budgets{user(name, "1")});
      expected.emplace(name, ledger.user(name));
    }
    ASSERT_EQ(ledger.user(id).spent_text(), account.spent_text());
    ASSERT_EQ(ledger.user(id).left_text(), account.left_text());
  }
  EXPECT_GT(num_refused, 50);
  EXPECT_LT(num_refused, 250);
  open();
}

TEST_F(LedgerAdd, WhatTheHistoryDoesNotExplainIsNoticed) {
  {
    Ledger ledger = open();
    ledger.charge(request(Budgets{user("a", "1")}, "0.5"));
    ledger.add(Budgets{user("a", "0.8"), user("c", "1")});
  }
  const std::string sound = folder.file("sound.db");
  std::filesystem::copy_file(path, sound);
  for (const char* forgery : {
           "INSERT INTO users VALUES (4, 'guest', 1000000000, 0)",
           "INSERT INTO changes VALUES (3, 'now', 'add', 1, 0, 0);"
           "INSERT INTO budget_changes VALUES (1, 3, 800000000, 900000000, 0)",
           "INSERT INTO changes VALUES (3, 'now', 'add', 1, 0, 1);"
           "INSERT INTO budget_changes VALUES (1, 3, 800000000, 900000000, 0)",
           "INSERT INTO changes VALUES (3, 'now', 'add', 1, 0, 1);"
           "INSERT INTO budget_changes VALUES (1, 3, 800000000, 900000000, 0);"
           "UPDATE users SET budget = 900000000, spent = 0 WHERE row = 1;"
           "UPDATE users SET spent = 500000000 WHERE row = 1",
       }) {
    std::filesystem::copy_file(sound, path, std::filesystem::copy_options::overwrite_existing);
    tamper(forgery);
    EXPECT_THAT(message_of<InputError>([&] { open(); }), HasSubstr("damaged")) << forgery;
  }
}

TEST_F(LedgerAdd, TwoProgramsThatAddAndChargeAtOnceKeepTheAccountsExact) {
  std::vector<pid_t> children;
  for (int child = 0; child < 3; ++child) {
    const pid_t pid = ::fork();
    if (pid != 0) {
      children.push_back(pid);
      continue;
    }
    std::mt19937_64 random(static_cast<unsigned>(child));
    Ledger ledger = open();
    for (int i = 0; i < 30; ++i) {
      const Epsilon budget = ledger.user("a").budget;
      try {
        if (i % 5 == child) {
          ledger.add(Budgets{{"a", Epsilon::from_nanos(500'000'000 + random() % 1'000'000'000)}},
                     Ledger::LooserBudgets::kAllow);
        } else {
          ledger.charge(request(Budgets{{"a", budget}}, "0.03"));
        }
      } catch (const InputError&) {  // the other one changed the budget in between
      }
    }
    ::_exit(0);
  }
  for (const pid_t pid : children) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const Ledger ledger = open();  // verifies that no user was lent more than the budget of the time
  EXPECT_GE(ledger.changes().size(), 15u);
  EXPECT_GE(ledger.history().size(), 10u);
}

}  // namespace
}  // namespace hopveil::ledger
