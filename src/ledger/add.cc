// SPDX-License-Identifier: Apache-2.0
// Ledger::add: new users and other budgets, as one entry of the history.

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "ledger/ledger.h"
#include "ledger/matching.h"
#include "ledger/name_list.h"
#include "ledger/sqlite.h"

namespace hopveil::ledger {
namespace {

struct OtherBudget {
  std::int64_t row;
  UserAccount before;
  Epsilon budget;
};

/// What a list of budgets asks of a ledger.
struct Wishes {
  std::vector<OtherBudget> other_budgets;
  std::vector<UserBudget> new_users;
  NameList looser;
};

using BudgetsById = std::unordered_map<std::string_view, Epsilon>;

BudgetsById index_budgets(std::span<const UserBudget> users) {
  BudgetsById budgets;
  budgets.reserve(users.size());
  for (const UserBudget& user : users) {
    if (!budgets.emplace(user.id, user.budget).second) {
      throw InputError(fmt::format("user \"{}\" is listed twice", user.id), "each user has one budget");
    }
  }
  return budgets;
}

Wishes compare(const SqliteDatabase& database, std::span<const UserBudget> users) {
  BudgetsById budgets = index_budgets(users);
  const EarlierSpending earlier = read_earlier_spending(database);
  Wishes wishes;
  SqliteStatement rows(database, "SELECT row, id, budget, spent FROM users ORDER BY row");
  while (rows.step()) {
    const auto found = budgets.find(rows.text(1));
    if (found == budgets.end()) continue;
    UserAccount account = read_account(rows, earlier);
    if (found->second > account.budget) {
      wishes.looser.add(
          fmt::format("\"{}\" ({}, ledger {})", account.id, found->second.text(), account.budget.text()));
    }
    if (found->second != account.budget) {
      wishes.other_budgets.push_back({rows.integer(0), std::move(account), found->second});
    }
    budgets.erase(found);
  }
  for (const UserBudget& user : users) {
    if (budgets.contains(user.id)) wishes.new_users.push_back(user);
  }
  return wishes;
}

std::int64_t record_change(const SqliteDatabase& database, const Wishes& wishes) {
  const std::int64_t id = database.query_integer("SELECT max(id) + 1 FROM changes");
  SqliteStatement(database,
                  "INSERT INTO changes (id, changed_at, kind, after_release, users_added, budgets_changed)"
                  " SELECT ?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'add', count(*), ?2, ?3 FROM releases")
      .bind(1, id)
      .bind(2, static_cast<std::int64_t>(wishes.new_users.size()))
      .bind(3, static_cast<std::int64_t>(wishes.other_budgets.size()))
      .run();
  return id;
}

/// The triggers want the entry first: it says what was spent of the old budget.
void change_budgets(const SqliteDatabase& database, std::int64_t change,
                    const std::vector<OtherBudget>& others) {
  SqliteStatement entry(database,
                        "INSERT INTO budget_changes (row, change, old_budget, new_budget, spent)"
                        " VALUES (?1, ?2, ?3, ?4, ?5)");
  SqliteStatement update(database, "UPDATE users SET budget = ?2, spent = 0 WHERE row = ?1");
  for (const OtherBudget& other : others) {
    entry.bind(1, other.row)
        .bind(2, change)
        .bind(3, static_cast<std::int64_t>(other.before.budget.nanos()))
        .bind(4, static_cast<std::int64_t>(other.budget.nanos()))
        .bind(5, static_cast<std::int64_t>(other.before.share_nanos))
        .run();
    update.bind(1, other.row).bind(2, static_cast<std::int64_t>(other.budget.nanos())).run();
  }
}

void insert_users(const SqliteDatabase& database, const std::vector<UserBudget>& users) {
  std::int64_t row = database.query_integer("SELECT ifnull(max(row), 0) FROM users");
  SqliteStatement insert(database, "INSERT INTO users (row, id, budget, spent) VALUES (?1, ?2, ?3, 0)");
  for (const UserBudget& user : users) {
    insert.bind(1, ++row).bind(2, user.id).bind(3, static_cast<std::int64_t>(user.budget.nanos())).run();
  }
}

BudgetChanges summarise(const Wishes& wishes, std::size_t num_listed) {
  BudgetChanges changes;
  changes.num_added = wishes.new_users.size();
  changes.num_looser = wishes.looser.num_all;
  changes.num_stricter = wishes.other_budgets.size() - wishes.looser.num_all;
  changes.num_unchanged = num_listed - wishes.new_users.size() - wishes.other_budgets.size();
  for (const OtherBudget& other : wishes.other_budgets) {
    UserAccount after = other.before;
    after.change_budget(other.budget);
    if (after.left_nanos() == 0) ++changes.num_exhausted;
  }
  return changes;
}

}  // namespace

BudgetChanges Ledger::add(std::span<const UserBudget> users, LooserBudgets looser) {
  SqliteTransaction transaction(*database_, SqliteTransaction::Kind::kWrite);
  try {
    const Wishes wishes = compare(*database_, users);
    if (looser == LooserBudgets::kRefuse && wishes.looser.num_all > 0) {
      throw InputError(
          fmt::format("{} of the {} listed users would get a looser preference than in the ledger: {}",
                      wishes.looser.num_all, users.size(), wishes.looser.text()),
          "a budget is raised only by those who mean it",
          "--allow-looser does it; what was spent stays spent.");
    }
    BudgetChanges changes = summarise(wishes, users.size());
    if (wishes.new_users.empty() && wishes.other_budgets.empty()) return changes;
    const std::int64_t change = record_change(*database_, wishes);
    change_budgets(*database_, change, wishes.other_budgets);
    insert_users(*database_, wishes.new_users);
    transaction.commit();
    return changes;
  } catch (InputError& error) {
    error.in_file(path_);
    throw;
  }
}

}  // namespace hopveil::ledger
