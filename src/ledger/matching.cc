// SPDX-License-Identifier: Apache-2.0
#include "ledger/matching.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/plural.h"
#include "ledger/name_list.h"
#include "ledger/sqlite.h"
#include "ledger/tables.h"

namespace hopveil::ledger {
namespace {

struct Wanted {
  Epsilon budget;
  bool found = false;
};
using WantedUsers = std::unordered_map<std::string_view, Wanted>;

WantedUsers index_users(std::span<const UserBudget> users) {
  WantedUsers wanted;
  wanted.reserve(users.size());
  for (const UserBudget& user : users) {
    if (!wanted.emplace(user.id, Wanted{user.budget}).second) {
      throw InputError(fmt::format("user \"{}\" is in the release twice", user.id),
                       "a network has each user once", "The network's file is damaged.");
    }
  }
  return wanted;
}

void refuse_unknown(const WantedUsers& wanted, std::span<const UserBudget> users) {
  NameList unknown;
  for (const UserBudget& user : users) {
    if (!wanted.at(user.id).found) unknown.add(fmt::format("\"{}\"", user.id));
  }
  if (unknown.num_all == 0) return;
  throw InputError(fmt::format("the ledger lacks {} of the release's {}: {}", unknown.num_all,
                               plural(users.size(), "user"), unknown.text()),
                   "a release needs a ledger that was made for its data set",
                   "`hopveil ledger add` adds new users.");
}

void refuse_differences(const NameList& different, std::size_t num_users) {
  if (different.num_all == 0) return;
  throw InputError(
      fmt::format("{} of the release's {} {} another preference than in the ledger: {}", different.num_all,
                  plural(num_users, "user"), different.num_all == 1 ? "has" : "have", different.text()),
      "every release must use the preferences that stand in the ledger",
      "`hopveil ledger add` changes them for good; to spend less once, lower --budget-share.");
}

void refuse_public(const NameList& now_public) {
  if (now_public.num_all == 0) return;
  throw InputError(fmt::format("{} {} public in this release and {} a budget in the ledger: {}",
                               now_public.num_all, now_public.num_all == 1 ? "user is" : "users are",
                               now_public.num_all == 1 ? "has" : "have", now_public.text()),
                   "whoever has a budget is private in every release");
}

void extend(std::vector<RowRange>& ranges, std::int64_t row) {
  if (!ranges.empty() && ranges.back().last + 1 == row) {
    ranges.back().last = row;
  } else {
    ranges.push_back({row, row});
  }
}

}  // namespace

UserAccount read_account(const SqliteStatement& row, const EarlierSpending& earlier) {
  const auto found = earlier.find(row.integer(0));
  return {std::string(row.text(1)), Epsilon::from_nanos(row.count(2)), row.count(3),
          found == earlier.end() ? Uint128{0} : found->second};
}

EarlierSpending read_earlier_spending(const SqliteDatabase& database) {
  EarlierSpending earlier;
  if (version_of(database) < 2) return earlier;
  SqliteStatement rows(database, "SELECT row, old_budget, spent FROM budget_changes");
  while (rows.step()) earlier[rows.integer(0)] += Uint128{rows.count(1)} * rows.count(2);
  return earlier;
}

UserMatch match_users(const SqliteDatabase& database, const ChargeRequest& request) {
  WantedUsers wanted = index_users(request.users);
  const std::unordered_set<std::string_view> public_users(request.public_users.begin(),
                                                          request.public_users.end());
  NameList now_public;
  UserMatch match;
  NameList different;
  const EarlierSpending earlier = read_earlier_spending(database);
  SqliteStatement rows(database, "SELECT row, id, budget, spent FROM users ORDER BY row");
  while (rows.step()) {
    if (public_users.contains(rows.text(1))) now_public.add(fmt::format("\"{}\"", rows.text(1)));
    const auto found = wanted.find(rows.text(1));
    if (found == wanted.end()) continue;
    if (found->second.found) throw damaged_file(database.path(), "a user has two budgets");
    found->second.found = true;
    const UserAccount account = read_account(rows, earlier);
    if (account.budget != found->second.budget) {
      different.add(fmt::format("\"{}\" ({}, ledger {})", found->first, found->second.budget.text(),
                                account.budget.text()));
    }
    extend(match.covered, rows.integer(0));
    match.most_spent_nanos = std::max(match.most_spent_nanos, account.spent_nanos());
    if (!account.affords(request.share)) {
      ++match.num_exhausted;
      if (match.exhausted.size() < ChargeRefused::kMaxNamed) match.exhausted.push_back(account);
    }
  }
  refuse_public(now_public);
  refuse_unknown(wanted, request.users);
  refuse_differences(different, request.users.size());
  return match;
}

}  // namespace hopveil::ledger
