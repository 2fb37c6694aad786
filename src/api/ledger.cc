// SPDX-License-Identifier: Apache-2.0
#include "ledger/ledger.h"

#include <hopveil/ledger.h>

#include "api/fits.h"

namespace hopveil {

void create_ledger(const std::string& path, const Graph& graph, const UserRoles& roles,
                   const Preferences& preferences) {
  check_fits(graph, roles);
  check_fits(roles, preferences.size());
  std::vector<std::string> names;
  for (const NodeId node : roles.private_users()) names.push_back(graph.ids().text(node));
  std::vector<ledger::UserBudget> budgets;
  for (std::size_t row = 0; row < names.size(); ++row) {
    budgets.push_back({names[row], preferences.of_row(static_cast<NodeId>(row))});
  }
  ledger::Ledger::create(path, budgets);
}

std::vector<AccountLine> ledger_accounts(const std::string& path, const Graph& graph,
                                         const UserRoles& roles) {
  check_fits(graph, roles);
  const ledger::Ledger ledger = ledger::Ledger::open(path, ledger::Ledger::Access::kRead);
  std::vector<AccountLine> lines;
  lines.reserve(roles.private_users().size());
  for (const NodeId node : roles.private_users()) {
    const ledger::UserAccount account = ledger.user(graph.ids().text(node));
    lines.push_back({account.id, account.budget.text(), account.spent_text(), account.left_text()});
  }
  return lines;
}

}  // namespace hopveil
