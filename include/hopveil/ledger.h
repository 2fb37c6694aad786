// SPDX-License-Identifier: Apache-2.0
#pragma once

// The file that remembers what every private user has spent (docs/ledger.md). Only Plan::publish charges it.

#include <string>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

/// Makes a new ledger in which every private user has its preference as its budget and has spent nothing. It
/// appears whole or not at all. Throws InputError when there is a file of that name.
///
///     create_ledger("budget.db", graph, roles, equal_preferences(roles, Epsilon::from_text("2")));
HOPVEIL_API void create_ledger(const std::string& path, const Graph& graph, const UserRoles& roles,
                               const Preferences& preferences);

/// What a user has, has spent, and has left: exact decimal texts of epsilons.
///
///     for (const AccountLine& account : ledger_accounts("budget.db", graph, roles))
///       std::cout << account.user << " has " << account.left << " left\n";
struct AccountLine {
  std::string user;
  std::string budget;
  std::string spent;
  std::string left;
};

/// The accounts of the private users, by row. Changes nothing. Throws InputError when the file is no ledger
/// or lacks a user.
HOPVEIL_API std::vector<AccountLine> ledger_accounts(const std::string& path, const Graph& graph,
                                                     const UserRoles& roles);

}  // namespace hopveil
