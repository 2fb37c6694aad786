#include "ledger/matching.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "ledger/sqlite.h"

namespace hopveil {
namespace {

constexpr std::size_t kNamesInMessages = 5;

/// Collects the first few of possibly many names.
struct Names {
  std::vector<std::string> first;
  std::size_t num_all = 0;

  void add(std::string name) {
    if (first.size() < kNamesInMessages) first.push_back(std::move(name));
    ++num_all;
  }
};

struct Wanted {
  Epsilon budget;
  bool found = false;
};
using WantedUsers = std::unordered_map<std::string_view, Wanted>;

WantedUsers index_users(std::span<const UserBudget> users) {
  WantedUsers wanted;
  wanted.reserve(users.size());
  for (const UserBudget& user : users) {
    check(wanted.emplace(user.id, Wanted{user.budget}).second, "a release has a user twice");
  }
  return wanted;
}

void refuse_unknown(const WantedUsers& wanted, std::span<const UserBudget> users) {
  Names unknown;
  for (const UserBudget& user : users) {
    if (!wanted.at(user.id).found) unknown.add(fmt::format("\"{}\"", user.id));
  }
  if (unknown.num_all == 0) return;
  throw InputError(fmt::format("the ledger lacks {} of the release's {} users: {}", unknown.num_all,
                               users.size(), list_names(unknown.first, unknown.num_all)),
                   "a release needs a ledger that was made for its data set");
}

void refuse_differences(const Names& different, std::size_t num_users) {
  if (different.num_all == 0) return;
  throw InputError(fmt::format("{} of the release's {} users have another preference than in the ledger: {}",
                               different.num_all, num_users, list_names(different.first, different.num_all)),
                   "every release must use the preferences that the ledger was made with",
                   "To spend less, lower --budget-share.");
}

void refuse_public(const Names& now_public) {
  if (now_public.num_all == 0) return;
  throw InputError(
      fmt::format("{} {} public in this release and {} a budget in the ledger: {}", now_public.num_all,
                  now_public.num_all == 1 ? "user is" : "users are", now_public.num_all == 1 ? "has" : "have",
                  list_names(now_public.first, now_public.num_all)),
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

std::string list_names(std::span<const std::string> first_names, std::size_t num_all) {
  std::string list = fmt::format("{}", fmt::join(first_names, ", "));
  if (num_all > first_names.size()) list += fmt::format(" and {} more", num_all - first_names.size());
  return list;
}

UserMatch match_users(const SqliteDatabase& database, const ChargeRequest& request) {
  WantedUsers wanted = index_users(request.users);
  const std::unordered_set<std::string_view> public_users(request.public_users.begin(),
                                                          request.public_users.end());
  Names now_public;
  UserMatch match;
  Names different;
  SqliteStatement rows(database, "SELECT row, id, budget, spent FROM users ORDER BY row");
  while (rows.step()) {
    if (public_users.contains(rows.text(1))) now_public.add(fmt::format("\"{}\"", rows.text(1)));
    const auto found = wanted.find(rows.text(1));
    if (found == wanted.end()) continue;
    found->second.found = true;
    const Epsilon budget = Epsilon::from_nanos(rows.count(2));
    if (budget != found->second.budget) {
      different.add(
          fmt::format("\"{}\" ({}, ledger {})", found->first, found->second.budget.text(), budget.text()));
    }
    extend(match.covered, rows.integer(0));
    if (BudgetShare::kNanosPerWhole - rows.count(3) < request.share.nanos()) {
      ++match.num_exhausted;
      if (match.exhausted.size() < ChargeRefused::kMaxNamed) {
        match.exhausted.push_back({std::string(found->first), budget, rows.count(3)});
      }
    }
  }
  refuse_public(now_public);
  refuse_unknown(wanted, request.users);
  refuse_differences(different, request.users.size());
  return match;
}

}  // namespace hopveil
