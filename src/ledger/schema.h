// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a ledger file is recognised and verified. docs/ledger.md explains what it holds.

#include <string>

namespace hopveil::ledger {

class SqliteDatabase;

/// Durable commits, and no trust in what the file says about itself.
void configure_connection(const SqliteDatabase& database);

/// Looks at the first bytes alone, so that a file that is not a ledger is neither locked nor changed (also
/// not by rolling back a journal of its own). Throws InputError unless they are those of a ledger of a
/// version that this program reads, SystemError when the file cannot be read.
void verify_header(const std::string& path);

/// Tables and triggers are exactly those of the file's version, pages and constraints are sound, the users
/// have spent what the history says, and every budget that was changed is explained. Reads the whole file.
/// Throws InputError otherwise.
void verify_content(const SqliteDatabase& database);

}  // namespace hopveil::ledger
