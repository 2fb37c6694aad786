#pragma once

// Comparing the users of a release with those of the ledger, a million of them in a second.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ledger/budget_share.h"
#include "ledger/ledger.h"

namespace hopveil {

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
};

/// Finds the rows of the release's users, and who has less than the share left. Throws InputError when the
/// ledger lacks a user, has another budget for it, or has a budget for one whom the release takes as public,
/// naming the first few and the number of all.
UserMatch match_users(const SqliteDatabase& database, const ChargeRequest& request);

/// `"a", "b", "c" and 4 more`, from the first few names and the number of all.
std::string list_names(std::span<const std::string> first_names, std::size_t num_all);

}  // namespace hopveil
