#pragma once

// What a ledger file is: its tables, its triggers and how to recognise one. docs/ledger.md explains them.

#include <cstdint>
#include <string>

namespace hopveil {

class SqliteDatabase;

constexpr std::uint32_t kLedgerApplicationId = 0x48764c67;  // "HvLg"
constexpr std::uint32_t kLedgerVersion = 1;

/// Durable commits, and no trust in what the file says about itself.
void configure_connection(const SqliteDatabase& database);

/// The empty tables, the marks of a ledger, and the triggers that need to be there before the first user.
void create_tables(const SqliteDatabase& database);
/// From here on users are fixed: none is added or removed, budgets stay, spent only grows.
void seal_users(const SqliteDatabase& database);

/// Looks at the first bytes alone, so that a file that is not a ledger is neither locked nor changed (also
/// not by rolling back a journal of its own). Throws InputError unless they are those of a ledger of this
/// version, SystemError when the file cannot be read.
void verify_header(const std::string& path);

/// Tables and triggers are exactly ours, pages and constraints are sound, and the users have spent what the
/// history says. Reads the whole file. Throws InputError otherwise.
void verify_content(const SqliteDatabase& database);

}  // namespace hopveil
