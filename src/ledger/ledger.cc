// SPDX-License-Identifier: Apache-2.0
#include "ledger/ledger.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/plural.h"
#include "ledger/matching.h"
#include "ledger/name_list.h"
#include "ledger/schema.h"
#include "ledger/sqlite.h"
#include "ledger/tables.h"

namespace hopveil::ledger {
namespace {

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::int64_t record_release(const SqliteDatabase& database, const ChargeRequest& request) {
  // SQLite counts json_valid among the functions that a schema should not call, so it is no CHECK there.
  SqliteStatement json(database, "SELECT json_valid(?1)");
  check(json.bind(1, request.parameters).step() && json.integer(0) == 1,
        "a release's parameters are no JSON");
  check(!request.guarantee.empty(), "a release does not say whether its promise holds");
  SqliteStatement(database,
                  "INSERT INTO releases (charged_at, mechanism, parameters, guarantee, share, users, output)"
                  " VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2, ?3, ?4, ?5, ?6)")
      .bind(1, request.mechanism)
      .bind(2, request.parameters)
      .bind(3, request.guarantee)
      .bind(4, static_cast<std::int64_t>(request.share.nanos()))
      .bind(5, static_cast<std::int64_t>(request.users.size()))
      .bind(6, request.output_path)
      .run();
  return database.last_insert_id();
}

/// One statement when the release covers everybody, which is the rule; one per range of rows otherwise.
void spend(const SqliteDatabase& database, const std::vector<RowRange>& covered, BudgetShare share,
           std::size_t num_users) {
  SqliteStatement update(database, "UPDATE users SET spent = spent + ?1 WHERE row BETWEEN ?2 AND ?3");
  update.bind(1, static_cast<std::int64_t>(share.nanos()));
  std::int64_t charged = 0;
  for (const RowRange& range : covered) {
    update.bind(2, range.first).bind(3, range.last).run();
    charged += database.num_changes();
  }
  check(charged == static_cast<std::int64_t>(num_users), "a charge did not reach every user of the release");
}

std::optional<std::string> optional_text(const SqliteStatement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return std::string(row.text(column));
}

ReleaseRecord read_release(const SqliteStatement& row) {
  return {.id = row.integer(0),
          .charged_at = std::string(row.text(1)),
          .mechanism = std::string(row.text(2)),
          .parameters = std::string(row.text(3)),
          .guarantee = std::string(row.text(4)),
          .share = BudgetShare::from_nanos(row.count(5)),
          .num_users = row.count(6),
          .output_path = std::string(row.text(7)),
          .completed_at = optional_text(row, 8),
          .output_sha256 = optional_text(row, 9),
          .metadata_sha256 = optional_text(row, 10)};
}

/// Version 1 kept the guarantee among the parameters.
const char* releases_query(const SqliteDatabase& database) {
  if (version_of(database) < 2) {
    return "SELECT id, charged_at, mechanism, parameters, CASE WHEN json_valid(parameters) THEN"
           " ifnull(CAST(json_extract(parameters, '$.guarantee') AS TEXT), 'not recorded')"
           " ELSE 'not recorded' END, share, users, output, completed_at, output_sha256, NULL"
           " FROM releases ORDER BY id";
  }
  return "SELECT id, charged_at, mechanism, parameters, guarantee, share, users, output, completed_at,"
         " output_sha256, metadata_sha256 FROM releases ORDER BY id";
}

std::vector<ReleaseRecord> read_releases(const SqliteDatabase& database) {
  SqliteStatement rows(database, releases_query(database));
  std::vector<ReleaseRecord> records;
  while (rows.step()) records.push_back(read_release(rows));
  return records;
}

std::optional<std::string> read_id(const SqliteDatabase& database) {
  if (version_of(database) < 2) return std::nullopt;
  return database.query_text("SELECT id FROM ledger");
}

void visit_users(const SqliteDatabase& database, const std::function<void(const UserAccount&)>& visit) {
  const EarlierSpending earlier = read_earlier_spending(database);
  SqliteStatement rows(database, "SELECT row, id, budget, spent FROM users ORDER BY row");
  while (rows.step()) visit(read_account(rows, earlier));
}

void prepare_for_writing(SqliteDatabase& database) {
  if (database.is_read_only()) {
    throw SystemError("charge", database.path(), "the file is read-only",
                      "A release must be able to write its ledger.");
  }
  const std::string mode = database.query_text("PRAGMA journal_mode = DELETE");
  if (mode != "delete") throw SystemError("charge", database.path(), "its journal mode is " + mode);
  verify_content(database);
  if (version_of(database) == kLedgerVersion) return;
  migrate(database);
  verify_content(database);
}

}  // namespace

std::string ChargeRefused::text() const {
  NameList names{{}, num_exhausted};
  for (const UserAccount& account : exhausted) {
    names.first.push_back(fmt::format("\"{}\" (budget {}, spent {}, asked {})", account.id,
                                      account.budget.text(), account.spent_text(),
                                      exact_share_text(account.budget, asked.nanos())));
  }
  return fmt::format("budget refused: a share of {} is more than {} of {} {} left: {}. No user was charged.",
                     asked.text(), num_exhausted, plural(num_users, "user"),
                     num_exhausted == 1 ? "has" : "have", names.text());
}

Ledger::Ledger(std::string path, std::unique_ptr<SqliteDatabase> database)
    : path_(std::move(path)), database_(std::move(database)) {}

Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

Ledger Ledger::open(const std::string& path, Access access, std::chrono::milliseconds lock_timeout) {
  verify_header(path);
  auto database = std::make_unique<SqliteDatabase>(path, SqliteDatabase::Open::kExisting, lock_timeout);
  configure_connection(*database);
  if (access == Access::kRead) {
    database->execute("PRAGMA query_only = ON");
    verify_content(*database);
  } else {
    prepare_for_writing(*database);
  }
  database->trust_content();
  return {path, std::move(database)};
}

ChargeResult Ledger::charge(const ChargeRequest& request) {
  SqliteTransaction transaction(*database_, SqliteTransaction::Kind::kWrite);
  UserMatch match;
  try {
    match = match_users(*database_, request);
  } catch (InputError& error) {
    error.in_file(path_);
    throw;
  }
  if (match.num_exhausted > 0) {
    return ChargeRefused{request.share, request.users.size(), match.num_exhausted,
                         std::move(match.exhausted)};
  }
  const auto num_refuted = static_cast<std::size_t>(
      database_->query_integer("SELECT count(*) FROM releases WHERE guarantee = 'refuted'"));
  const std::int64_t release_id = record_release(*database_, request);
  spend(*database_, match.covered, request.share, request.users.size());
  transaction.commit();
  const std::uint64_t most_spent = request.users.empty() ? 0 : match.most_spent_nanos + request.share.nanos();
  return ChargeGranted{release_id, most_spent, num_refuted};
}

void Ledger::complete(std::int64_t release_id, std::string_view output_sha256,
                      std::string_view metadata_sha256) {
  check(is_sha256(output_sha256) && (metadata_sha256.empty() || is_sha256(metadata_sha256)),
        "a checksum is not 64 lower-case hexadecimal digits");
  SqliteTransaction transaction(*database_, SqliteTransaction::Kind::kWrite);
  SqliteStatement(*database_,
                  "UPDATE releases SET completed_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),"
                  " output_sha256 = ?1, metadata_sha256 = nullif(?2, '')"
                  " WHERE id = ?3 AND completed_at IS NULL")
      .bind(1, output_sha256)
      .bind(2, metadata_sha256)
      .bind(3, release_id)
      .run();
  check(database_->num_changes() == 1, "a release was completed twice or never charged");
  transaction.commit();
}

std::optional<std::string> Ledger::id() const {
  const SqliteTransaction one_view(*database_, SqliteTransaction::Kind::kRead);
  return read_id(*database_);
}

LedgerSummary Ledger::summary() const {
  const SqliteTransaction one_view(*database_, SqliteTransaction::Kind::kRead);
  LedgerSummary summary{.id = read_id(*database_),
                        .version = version_of(*database_),
                        .min_budget = Epsilon::from_nanos(Epsilon::kMaxNanos),  // there is at least one user
                        .max_budget = Epsilon::from_nanos(1),
                        .min_spent_nanos = BudgetShare::kNanosPerWhole};
  visit_users(*database_, [&](const UserAccount& account) {
    ++summary.num_users;
    summary.min_budget = std::min(summary.min_budget, account.budget);
    summary.max_budget = std::max(summary.max_budget, account.budget);
    summary.min_spent_nanos = std::min(summary.min_spent_nanos, account.spent_nanos());
    summary.max_spent_nanos = std::max(summary.max_spent_nanos, account.spent_nanos());
    if (account.left_nanos() == 0) ++summary.num_exhausted;
  });
  for (const ReleaseRecord& release : read_releases(*database_)) {
    ++summary.num_releases;
    if (release.completed()) ++summary.num_completed;
    if (release.refuted()) ++summary.num_refuted;
  }
  return summary;
}

UserAccount Ledger::user(std::string_view id) const {
  const SqliteTransaction one_view(*database_, SqliteTransaction::Kind::kRead);
  SqliteStatement row(*database_, "SELECT row, id, budget, spent FROM users WHERE id = ?1");
  row.bind(1, id);
  if (!row.step()) {
    throw file_error(path_, fmt::format("user \"{}\" is not in the ledger", id),
                     "ids are compared letter by letter");
  }
  return read_account(row, read_earlier_spending(*database_));
}

void Ledger::for_each_user(const std::function<void(const UserAccount&)>& visit) const {
  const SqliteTransaction one_view(*database_, SqliteTransaction::Kind::kRead);
  visit_users(*database_, visit);
}

void Ledger::at_one_moment(const std::function<void()>& read) const {
  const SqliteTransaction one_view(*database_, SqliteTransaction::Kind::kRead);
  read();
}

std::vector<ReleaseRecord> Ledger::history() const {
  const SqliteTransaction one_view(*database_, SqliteTransaction::Kind::kRead);
  return read_releases(*database_);
}

std::vector<ChangeRecord> Ledger::changes() const {
  const SqliteTransaction one_view(*database_, SqliteTransaction::Kind::kRead);
  std::vector<ChangeRecord> records;
  if (version_of(*database_) < 2) return records;
  SqliteStatement rows(*database_,
                       "SELECT id, changed_at, kind, after_release, users_added, budgets_changed"
                       " FROM changes ORDER BY id");
  while (rows.step()) {
    records.push_back({.id = rows.integer(0),
                       .changed_at = std::string(rows.text(1)),
                       .kind = std::string(rows.text(2)),
                       .after_release = rows.count(3),
                       .num_added = rows.count(4),
                       .num_budgets_changed = rows.count(5)});
  }
  return records;
}

}  // namespace hopveil::ledger
