// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one user may still spend, exactly.

#include <cstdint>
#include <string>

#include <hopveil/epsilon.h>

#include "base/uint128.h"
#include "ledger/budget_share.h"

namespace hopveil::ledger {

/// What the ledger knows of one user. Epsilons are counted in 10^-18 ("attos"): a share, in billionths, of a
/// budget, in billionths, is a whole number of them.
///
/// A user with budget 1 that spent 0.25 of it and then asks for a budget of 0.4 has spent 0.25 epsilon under
/// an earlier budget and 0 of the present one; 0.15 is left, which is 0.375 of the budget. With a budget of
/// 0.2 it would have spent 0.25 all the same, and nothing would be left.
struct UserAccount {
  std::string id;
  Epsilon budget;
  /// Billionths of the present budget that releases have spent since it is the budget.
  std::uint64_t share_nanos = 0;
  /// Spent under earlier budgets.
  Uint128 earlier_attos = 0;

  Uint128 budget_attos() const { return of_budget(BudgetShare::kNanosPerWhole); }
  Uint128 spent_attos() const { return earlier_attos + of_budget(share_nanos); }
  Uint128 left_attos() const {
    return spent_attos() >= budget_attos() ? Uint128{0} : budget_attos() - spent_attos();
  }
  bool affords(BudgetShare share) const { return of_budget(share.nanos()) <= left_attos(); }
  /// The largest share that a release can still charge, in billionths, and what is gone: together the whole.
  std::uint64_t left_nanos() const { return static_cast<std::uint64_t>(left_attos() / budget.nanos()); }
  std::uint64_t spent_nanos() const { return BudgetShare::kNanosPerWhole - left_nanos(); }
  /// As epsilons, exactly.
  std::string spent_text() const { return attos_text(spent_attos()); }
  std::string left_text() const { return attos_text(left_attos()); }

  /// Whether releases took more of the present budget than there was: no ledger of ours grants that.
  bool has_overspent() const { return share_nanos > 0 && spent_attos() > budget_attos(); }
  /// What was spent stays spent, as it was.
  void change_budget(Epsilon new_budget) {
    earlier_attos = spent_attos();
    share_nanos = 0;
    budget = new_budget;
  }

 private:
  Uint128 of_budget(std::uint64_t nanos) const { return Uint128{budget.nanos()} * nanos; }
};

}  // namespace hopveil::ledger
