// SPDX-License-Identifier: Apache-2.0
#include "plan/charges.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

namespace hopveil::plan {
namespace {

constexpr std::size_t kNamed = 5;

using Accounts = std::unordered_map<std::string, ledger::UserAccount>;

Accounts accounts_of(const ledger::Ledger& ledger) {
  Accounts accounts;
  ledger.for_each_user([&](const ledger::UserAccount& account) { accounts.emplace(account.id, account); });
  return accounts;
}

}  // namespace

Charges charges_of(const UserIds& ids, const UserRoles& roles, const Preferences& preferences,
                   ledger::BudgetShare share, const ledger::Ledger* ledger) {
  Charges charges;
  charges.with_ledger = ledger != nullptr;
  const Accounts accounts = ledger != nullptr ? accounts_of(*ledger) : Accounts();
  std::map<Epsilon, LevelCharge> levels;
  for (const NodeId user : roles.private_users()) {
    const Epsilon preference = preferences.of_row(roles.row(user));
    const std::uint64_t after = ledger::BudgetShare::kNanosPerWhole - share.nanos();
    const auto [place, is_new] =
        levels.try_emplace(preference, LevelCharge{preference, share.of(preference), 0, 0, after});
    LevelCharge& level = place->second;
    ++level.users;
    if (ledger == nullptr) continue;
    const auto found = accounts.find(ids.text(user));
    if (found == accounts.end()) {
      if (charges.num_not_in_ledger++ < kNamed) charges.not_in_ledger.push_back(ids.text(user));
      continue;
    }
    const ledger::UserAccount& account = found->second;
    if (account.budget != preference) ++charges.num_other_budget;
    if (!account.affords(share)) ++charges.too_little_left;
    level.most_spent_before = std::max(level.most_spent_before, account.spent_nanos());
    const std::uint64_t left = account.left_nanos();
    level.least_left_after =
        std::min(level.least_left_after, left > share.nanos() ? left - share.nanos() : 0);
  }
  for (const NodeId user : roles.public_users())
    if (accounts.contains(ids.text(user))) ++charges.num_public_with_budget;
  for (const auto& [preference, level] : levels) charges.levels.push_back(level);
  return charges;
}

}  // namespace hopveil::plan
