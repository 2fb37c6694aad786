// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a release would take from whom, and what would be left, without charging anything.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "ledger/ledger.h"

namespace hopveil::plan {

/// Users with the same preference. Parts of the budget are in billionths of it.
struct LevelCharge {
  Epsilon preference;
  Epsilon charged;
  std::size_t users = 0;
  std::uint64_t most_spent_before = 0;  ///< by any user of the level
  std::uint64_t least_left_after = 0;   ///< to any user of the level; 0 when it does not suffice
};

struct Charges {
  bool with_ledger = false;
  std::vector<LevelCharge> levels;         ///< the smallest preference first
  std::size_t too_little_left = 0;         ///< users whose budget does not suffice: the release is refused
  std::vector<std::string> not_in_ledger;  ///< the first few names of users whom the ledger lacks
  std::size_t num_not_in_ledger = 0;
  std::size_t num_other_budget = 0;        ///< users whose budget in the ledger is not their preference
  std::size_t num_public_with_budget = 0;  ///< public users who have a budget, which a release refuses

  /// Whether a ledger would grant it.
  bool granted() const {
    return too_little_left == 0 && num_not_in_ledger == 0 && num_other_budget == 0 &&
           num_public_with_budget == 0;
  }
};

/// `ledger` may be null: then everybody has the whole budget left before.
Charges charges_of(const UserIds& ids, const UserRoles& roles, const Preferences& preferences,
                   ledger::BudgetShare share, const ledger::Ledger* ledger);

}  // namespace hopveil::plan
