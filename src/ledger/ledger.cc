#include "ledger/ledger.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "ledger/matching.h"
#include "ledger/schema.h"
#include "ledger/sqlite.h"

namespace hopveil {
namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), size};
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::int64_t record_release(const SqliteDatabase& database, const ChargeRequest& request) {
  // SQLite counts json_valid among the functions that a schema should not call, so it is no CHECK there.
  SqliteStatement json(database, "SELECT json_valid(?1)");
  check(json.bind(1, request.parameters).step() && json.integer(0) == 1,
        "a release's parameters are no JSON");
  const std::string now = utc_now();
  SqliteStatement(database,
                  "INSERT INTO releases (charged_at, mechanism, parameters, share, users, output)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
      .bind(1, now)
      .bind(2, request.mechanism)
      .bind(3, request.parameters)
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

ReleaseRecord read_release(const SqliteStatement& row) {
  ReleaseRecord record{.id = row.integer(0),
                       .charged_at = std::string(row.text(1)),
                       .mechanism = std::string(row.text(2)),
                       .parameters = std::string(row.text(3)),
                       .share = BudgetShare::from_nanos(row.count(4)),
                       .num_users = row.count(5),
                       .output_path = std::string(row.text(6)),
                       .completed_at = std::nullopt,
                       .output_sha256 = std::nullopt};
  if (!row.is_null(7)) {
    record.completed_at = row.text(7);
    record.output_sha256 = row.text(8);
  }
  return record;
}

}  // namespace

std::string ChargeRefused::text() const {
  std::vector<std::string> names;
  for (const UserAccount& account : exhausted) {
    names.push_back(fmt::format("\"{}\" (budget {}, spent {}, asked {})", account.id, account.budget.text(),
                                account.spent_text(), exact_share_text(account.budget, asked.nanos())));
  }
  return fmt::format(
      "budget refused: a share of {} is more than {} of {} users have left: {}. Nobody was charged.",
      asked.text(), num_exhausted, num_users, list_names(names, num_exhausted));
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
  } else {
    if (database->is_read_only()) {
      throw SystemError("charge", path, "the file is read-only",
                        "A release must be able to write its ledger.");
    }
    const std::string mode = database->query_text("PRAGMA journal_mode = DELETE");
    if (mode != "delete") throw SystemError("charge", path, "its journal mode is " + mode);
  }
  verify_content(*database);
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
  const std::int64_t release_id = record_release(*database_, request);
  spend(*database_, match.covered, request.share, request.users.size());
  transaction.commit();
  return ChargeGranted{release_id};
}

void Ledger::complete(std::int64_t release_id, std::string_view output_sha256) {
  check(is_sha256(output_sha256), "a checksum is not 64 lower-case hexadecimal digits");
  const std::string now = utc_now();
  SqliteTransaction transaction(*database_, SqliteTransaction::Kind::kWrite);
  SqliteStatement(*database_,
                  "UPDATE releases SET completed_at = ?1, output_sha256 = ?2"
                  " WHERE id = ?3 AND completed_at IS NULL")
      .bind(1, now)
      .bind(2, output_sha256)
      .bind(3, release_id)
      .run();
  check(database_->num_changes() == 1, "a release was completed twice or never charged");
  transaction.commit();
}

LedgerSummary Ledger::summary() const {
  const SqliteTransaction one_view(*database_, SqliteTransaction::Kind::kRead);
  SqliteStatement users(*database_,
                        "SELECT count(*), min(budget), max(budget), min(spent), max(spent),"
                        " total(spent = 1000000000) FROM users");
  SqliteStatement releases(*database_, "SELECT count(*), count(completed_at) FROM releases");
  check(users.step() && releases.step(), "a summary of the ledger gave no row");
  return {.num_users = users.count(0),
          .min_budget = Epsilon::from_nanos(users.count(1)),
          .max_budget = Epsilon::from_nanos(users.count(2)),
          .min_spent_nanos = users.count(3),
          .max_spent_nanos = users.count(4),
          .num_exhausted = users.count(5),
          .num_releases = releases.count(0),
          .num_completed = releases.count(1)};
}

UserAccount Ledger::user(std::string_view id) const {
  SqliteStatement row(*database_, "SELECT id, budget, spent FROM users WHERE id = ?1");
  row.bind(1, id);
  if (!row.step()) {
    throw file_error(path_, fmt::format("user \"{}\" is not in the ledger", id),
                     "ids are compared letter by letter");
  }
  return {std::string(row.text(0)), Epsilon::from_nanos(row.count(1)), row.count(2)};
}

std::vector<ReleaseRecord> Ledger::history() const {
  SqliteStatement rows(*database_,
                       "SELECT id, charged_at, mechanism, parameters, share, users, output, completed_at,"
                       " output_sha256 FROM releases ORDER BY id");
  std::vector<ReleaseRecord> records;
  while (rows.step()) records.push_back(read_release(rows));
  return records;
}

}  // namespace hopveil
