// SPDX-License-Identifier: Apache-2.0
#pragma once

// Comparing the users of a release with those of the ledger, a million of them in a second.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ledger/budget_share.h"
#include "ledger/ledger.h"

namespace hopveil::ledger {

class SqliteStatement;

/// Rows first..last of the table `users`, all of which the release covers.
struct RowRange {
  std::int64_t first;
  std::int64_t last;
};

/// What one pass over the ledger's users found.
struct UserMatch {
  std::vector<RowRange> covered;
  std::size_t num_exhausted = 0;
  std::vector<UserAccount> exhausted;  // the first ChargeRefused::kMaxNamed
  /// The largest part of its budget that any of them has spent so far, in billionths.
  std::uint64_t most_spent_nanos = 0;
};

/// Finds the rows of the release's users, and who has less than the share left. Throws InputError when the
/// release has a user twice, or the ledger lacks a user, has another budget for it, or has a budget for one
/// whom the release takes as public, naming the first few and the number of all.
UserMatch match_users(const SqliteDatabase& database, const ChargeRequest& request);

/// What users have spent under earlier budgets, by row; users whose budget never changed are not in it.
using EarlierSpending = std::unordered_map<std::int64_t, Uint128>;
EarlierSpending read_earlier_spending(const SqliteDatabase& database);

/// The account in a row of `SELECT row, id, budget, spent FROM users`.
UserAccount read_account(const SqliteStatement& row, const EarlierSpending& earlier);

}  // namespace hopveil::ledger
