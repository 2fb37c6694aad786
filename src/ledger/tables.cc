// SPDX-License-Identifier: Apache-2.0
#include "ledger/tables.h"

#include <string>

#include <fmt/format.h>

#include "base/random_id.h"
#include "ledger/sqlite.h"

namespace hopveil::ledger {
namespace {

// Budgets in billionths of epsilon, spent and share in billionths of the budget. The same in every version.
constexpr const char* kUsersTable = R"sql(
CREATE TABLE users (
  row    INTEGER PRIMARY KEY,
  id     TEXT    NOT NULL UNIQUE,
  budget INTEGER NOT NULL CHECK (budget BETWEEN 1 AND 1000000000000000),
  spent  INTEGER NOT NULL CHECK (spent BETWEEN 0 AND 1000000000)
) STRICT;
)sql";

constexpr const char* kReleasesAreKept = R"sql(
CREATE TRIGGER history_is_kept BEFORE DELETE ON releases
BEGIN SELECT RAISE(ABORT, 'the history of a ledger cannot be deleted'); END;

CREATE TRIGGER history_is_not_replaced BEFORE INSERT ON releases
WHEN EXISTS (SELECT 1 FROM releases WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the history of a ledger cannot be replaced'); END;
)sql";

constexpr const char* kReleases1 = R"sql(
CREATE TABLE releases (
  id            INTEGER PRIMARY KEY,
  charged_at    TEXT    NOT NULL,
  mechanism     TEXT    NOT NULL,
  parameters    TEXT    NOT NULL,
  share         INTEGER NOT NULL CHECK (share BETWEEN 1 AND 1000000000),
  users         INTEGER NOT NULL CHECK (users >= 0),
  output        TEXT    NOT NULL,
  completed_at  TEXT,
  output_sha256 TEXT    CHECK (length(output_sha256) = 64 AND output_sha256 NOT GLOB '*[^0-9a-f]*'),
  CHECK ((completed_at IS NULL) = (output_sha256 IS NULL))
) STRICT;

CREATE TRIGGER releases_complete_once BEFORE UPDATE ON releases
WHEN OLD.completed_at IS NOT NULL OR NEW.completed_at IS NULL
  OR (NEW.id, NEW.charged_at, NEW.mechanism, NEW.parameters, NEW.share, NEW.users, NEW.output)
  IS NOT (OLD.id, OLD.charged_at, OLD.mechanism, OLD.parameters, OLD.share, OLD.users, OLD.output)
BEGIN SELECT RAISE(ABORT, 'a release of a ledger can only be completed, and only once'); END;
)sql";

// "INSERT OR REPLACE" would drop a user's row without a delete trigger; so inserting is refused altogether.
constexpr const char* kUserSeals1 = R"sql(
CREATE TRIGGER users_are_not_added BEFORE INSERT ON users
BEGIN SELECT RAISE(ABORT, 'the users of a ledger are fixed'); END;

CREATE TRIGGER users_are_not_removed BEFORE DELETE ON users
BEGIN SELECT RAISE(ABORT, 'the users of a ledger are fixed'); END;

CREATE TRIGGER spent_only_grows BEFORE UPDATE ON users
WHEN NEW.spent < OLD.spent OR NEW.row <> OLD.row OR NEW.id <> OLD.id OR NEW.budget <> OLD.budget
BEGIN SELECT RAISE(ABORT, 'spent cannot fall, and users and budgets of a ledger are fixed'); END;
)sql";

// `guarantee` has no default: a program of version 1 that still holds the file open cannot charge it, since
// it would not know of changed budgets.
constexpr const char* kReleases2 = R"sql(
CREATE TABLE releases (
  id              INTEGER PRIMARY KEY,
  charged_at      TEXT    NOT NULL,
  mechanism       TEXT    NOT NULL,
  parameters      TEXT    NOT NULL,
  guarantee       TEXT    NOT NULL,
  share           INTEGER NOT NULL CHECK (share BETWEEN 1 AND 1000000000),
  users           INTEGER NOT NULL CHECK (users >= 0),
  output          TEXT    NOT NULL,
  completed_at    TEXT,
  output_sha256   TEXT    CHECK (length(output_sha256) = 64 AND output_sha256 NOT GLOB '*[^0-9a-f]*'),
  metadata_sha256 TEXT    CHECK (length(metadata_sha256) = 64 AND metadata_sha256 NOT GLOB '*[^0-9a-f]*'),
  CHECK ((completed_at IS NULL) = (output_sha256 IS NULL)),
  CHECK (metadata_sha256 IS NULL OR completed_at IS NOT NULL)
) STRICT;

CREATE TRIGGER releases_complete_once BEFORE UPDATE ON releases
WHEN OLD.completed_at IS NOT NULL OR NEW.completed_at IS NULL
  OR (NEW.id, NEW.charged_at, NEW.mechanism, NEW.parameters, NEW.guarantee, NEW.share, NEW.users, NEW.output)
  IS NOT (OLD.id, OLD.charged_at, OLD.mechanism, OLD.parameters, OLD.guarantee, OLD.share, OLD.users,
          OLD.output)
BEGIN SELECT RAISE(ABORT, 'a release of a ledger can only be completed, and only once'); END;
)sql";

// A changed budget: what was spent of the old one is written down here, exactly, and `users.spent` starts
// again at 0 of the new one.
constexpr const char* kChanges2 = R"sql(
CREATE TABLE ledger (
  id TEXT NOT NULL CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*')
) STRICT;

CREATE TABLE changes (
  id              INTEGER PRIMARY KEY,
  changed_at      TEXT    NOT NULL,
  kind            TEXT    NOT NULL CHECK (kind IN ('init', 'migrate', 'add')),
  after_release   INTEGER NOT NULL CHECK (after_release >= 0),
  users_added     INTEGER NOT NULL CHECK (users_added >= 0),
  budgets_changed INTEGER NOT NULL CHECK (budgets_changed >= 0)
) STRICT;

CREATE TABLE budget_changes (
  row        INTEGER NOT NULL,
  change     INTEGER NOT NULL,
  old_budget INTEGER NOT NULL CHECK (old_budget BETWEEN 1 AND 1000000000000000),
  new_budget INTEGER NOT NULL CHECK (new_budget BETWEEN 1 AND 1000000000000000 AND new_budget <> old_budget),
  spent      INTEGER NOT NULL CHECK (spent BETWEEN 0 AND 1000000000),
  PRIMARY KEY (row, change)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER a_ledger_has_one_id BEFORE INSERT ON ledger
WHEN EXISTS (SELECT 1 FROM ledger)
BEGIN SELECT RAISE(ABORT, 'a ledger has one id'); END;

CREATE TRIGGER the_id_is_kept BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the id of a ledger cannot be deleted'); END;

CREATE TRIGGER the_id_is_fixed BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the id of a ledger is fixed'); END;

CREATE TRIGGER changes_follow_each_other BEFORE INSERT ON changes
WHEN NEW.id <> (SELECT ifnull(max(id), 0) + 1 FROM changes)
BEGIN SELECT RAISE(ABORT, 'the changes of a ledger follow each other'); END;

CREATE TRIGGER changes_are_kept BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'the changes of a ledger cannot be deleted'); END;

CREATE TRIGGER changes_are_fixed BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'the changes of a ledger are fixed'); END;

CREATE TRIGGER budget_changes_say_what_was_spent BEFORE INSERT ON budget_changes
WHEN NEW.change <> (SELECT max(id) FROM changes)
  OR EXISTS (SELECT 1 FROM budget_changes WHERE row = NEW.row AND change = NEW.change)
  OR NOT EXISTS (SELECT 1 FROM users WHERE row = NEW.row AND budget = NEW.old_budget AND spent = NEW.spent)
BEGIN SELECT RAISE(ABORT, 'a changed budget must say what was spent of the old one'); END;

CREATE TRIGGER budget_changes_are_kept BEFORE DELETE ON budget_changes
BEGIN SELECT RAISE(ABORT, 'the changes of a ledger cannot be deleted'); END;

CREATE TRIGGER budget_changes_are_fixed BEFORE UPDATE ON budget_changes
BEGIN SELECT RAISE(ABORT, 'the changes of a ledger are fixed'); END;
)sql";

// "INSERT OR REPLACE" would drop a user's row without a delete trigger; so an id or a row that is there is
// refused before it comes to that.
constexpr const char* kUserSeals2 = R"sql(
CREATE TRIGGER users_are_added_at_the_end BEFORE INSERT ON users
WHEN NEW.spent <> 0 OR NEW.row <> (SELECT ifnull(max(row), 0) + 1 FROM users)
  OR EXISTS (SELECT 1 FROM users WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'users of a ledger are added behind the others, and never replaced'); END;

CREATE TRIGGER users_are_not_removed BEFORE DELETE ON users
BEGIN SELECT RAISE(ABORT, 'the users of a ledger are never removed'); END;

CREATE TRIGGER spent_only_grows BEFORE UPDATE ON users
WHEN NEW.row <> OLD.row OR NEW.id <> OLD.id OR (NEW.budget = OLD.budget AND NEW.spent < OLD.spent)
  OR (NEW.budget <> OLD.budget AND (NEW.spent <> 0 OR NOT EXISTS
      (SELECT 1 FROM budget_changes WHERE row = OLD.row AND change = (SELECT max(id) FROM changes)
       AND old_budget = OLD.budget AND new_budget = NEW.budget AND spent = OLD.spent)))
BEGIN SELECT RAISE(ABORT, 'spent cannot fall, and a budget changes only with an entry in the history'); END;
)sql";

void set_version(const SqliteDatabase& database, std::uint32_t version) {
  database.execute(fmt::format("PRAGMA user_version = {}", version).c_str());
}

void migrate_from_1(const SqliteDatabase& database) {
  // A table that gets its name by ALTER TABLE would be written down differently from a new one.
  database.execute(R"sql(
    DROP TRIGGER users_are_not_added; DROP TRIGGER users_are_not_removed; DROP TRIGGER spent_only_grows;
    CREATE TEMP TABLE old_releases AS SELECT * FROM main.releases;
    DROP TABLE main.releases;)sql");
  database.execute(kReleases2);
  database.execute(R"sql(
    INSERT INTO main.releases (id, charged_at, mechanism, parameters, guarantee, share, users, output,
                               completed_at, output_sha256)
    SELECT id, charged_at, mechanism, parameters,
           CASE WHEN json_valid(parameters)
                THEN ifnull(CAST(json_extract(parameters, '$.guarantee') AS TEXT), 'not recorded')
                ELSE 'not recorded' END,
           share, users, output, completed_at, output_sha256 FROM temp.old_releases ORDER BY id;
    DROP TABLE temp.old_releases;)sql");
  database.execute(kReleasesAreKept);
  database.execute(kChanges2);
  database.execute(kUserSeals2);
  name_ledger(database, "migrate");
  set_version(database, 2);
}

}  // namespace

void create_tables(const SqliteDatabase& database, std::uint32_t version) {
  database.execute(fmt::format("PRAGMA application_id = {}", kLedgerApplicationId).c_str());
  set_version(database, version);
  database.execute(kUsersTable);
  database.execute(version == 1 ? kReleases1 : kReleases2);
  database.execute(kReleasesAreKept);
  if (version >= 2) database.execute(kChanges2);
}

void seal_users(const SqliteDatabase& database, std::uint32_t version) {
  database.execute(version == 1 ? kUserSeals1 : kUserSeals2);
}

void name_ledger(const SqliteDatabase& database, const char* kind) {
  const std::string id = random_id();
  SqliteStatement(database, "INSERT INTO ledger (id) VALUES (?1)").bind(1, id).run();
  SqliteStatement(database,
                  "INSERT INTO changes (id, changed_at, kind, after_release, users_added, budgets_changed)"
                  " SELECT 1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, (SELECT count(*) FROM releases),"
                  " (SELECT count(*) FROM users), 0")
      .bind(1, kind)
      .run();
}

std::uint32_t version_of(const SqliteDatabase& database) {
  return static_cast<std::uint32_t>(database.query_integer("PRAGMA user_version"));
}

void migrate(const SqliteDatabase& database) {
  SqliteTransaction transaction(database, SqliteTransaction::Kind::kWrite);
  if (version_of(database) == 1) migrate_from_1(database);
  transaction.commit();
}

}  // namespace hopveil::ledger
