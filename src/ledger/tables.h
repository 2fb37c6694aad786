// SPDX-License-Identifier: Apache-2.0
#pragma once

// The tables and triggers of a ledger file, as SQL, for every version that this program can read.
// docs/ledger.md explains them.

#include <cstdint>

namespace hopveil::ledger {

class SqliteDatabase;

/// The version that this program writes, and the oldest that it reads (and migrates when it is charged).
constexpr std::uint32_t kLedgerVersion = 2;
constexpr std::uint32_t kOldestLedgerVersion = 1;
constexpr std::uint32_t kLedgerApplicationId = 0x48764c67;  // "HvLg"

/// The empty tables, the marks of a ledger, and the triggers that need to be there before the first user.
void create_tables(const SqliteDatabase& database, std::uint32_t version = kLedgerVersion);
/// From here on users are never removed or replaced, a budget changes only with an entry that explains it,
/// and spent only grows.
void seal_users(const SqliteDatabase& database, std::uint32_t version = kLedgerVersion);

/// Draws the ledger's id and notes how it came to be: `kind` is 'init' or 'migrate'. Once for each ledger,
/// when its users are there.
void name_ledger(const SqliteDatabase& database, const char* kind);

/// The version that the open file says it has.
std::uint32_t version_of(const SqliteDatabase& database);

/// Turns a ledger of an older version into one of today's: all in one transaction, so that whatever
/// interrupts it leaves the old file. Does nothing when another program was quicker.
void migrate(const SqliteDatabase& database);

}  // namespace hopveil::ledger
