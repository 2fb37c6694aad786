#pragma once

// A file that belongs to one data set and remembers what every private user has spent. See docs/ledger.md for
// the schema, the promise and its limits.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <hopveil/epsilon.h>

#include "ledger/budget_share.h"

namespace hopveil {

class SqliteDatabase;

/// A private user and its total budget, which is also its preference in every release.
struct UserBudget {
  std::string_view id;
  Epsilon budget;
};

/// What the ledger knows of one user.
struct UserAccount {
  std::string id;
  Epsilon budget;
  /// Billionths of the budget, 0 to BudgetShare::kNanosPerWhole.
  std::uint64_t spent_nanos = 0;

  std::uint64_t left_nanos() const { return BudgetShare::kNanosPerWhole - spent_nanos; }
  /// As epsilons, exactly.
  std::string spent_text() const { return exact_share_text(budget, spent_nanos); }
  std::string left_text() const { return exact_share_text(budget, left_nanos()); }
};

/// What a release is about to do. Views must live during the call only.
struct ChargeRequest {
  BudgetShare share;
  std::string_view mechanism;
  /// A JSON text; kept as it is.
  std::string_view parameters;
  std::string_view output_path;
  /// The private users of the release with their full preferences (before the share), each user once. Exactly
  /// these are charged: users of the ledger that the release does not cover spend nothing.
  std::span<const UserBudget> users;
  /// Whom the release takes as public. None of them may have a budget here: connections of a user who counts
  /// as public are no longer protected at that user's level, and nothing would be charged for it.
  std::span<const std::string> public_users = {};
};

struct ChargeGranted {
  std::int64_t release_id = 0;
};

/// Some user has less left than was asked; nobody was charged.
struct ChargeRefused {
  /// How many accounts a refusal carries at most.
  static constexpr std::size_t kMaxNamed = 10;

  BudgetShare asked;
  std::size_t num_users = 0;
  /// How many of them have too little left, and the first kMaxNamed of those, in the ledger's order.
  std::size_t num_exhausted = 0;
  std::vector<UserAccount> exhausted;

  /// A message for people: budget, spent and asked apart, and who runs out.
  std::string text() const;
};

using ChargeResult = std::variant<ChargeGranted, ChargeRefused>;

struct LedgerSummary {
  std::size_t num_users = 0;
  Epsilon min_budget;
  Epsilon max_budget;
  /// Billionths of the own budget, of the users who have spent least and most.
  std::uint64_t min_spent_nanos = 0;
  std::uint64_t max_spent_nanos = 0;
  /// Users with nothing left.
  std::size_t num_exhausted = 0;
  std::size_t num_releases = 0;
  std::size_t num_completed = 0;
};

/// One line of the history. A release that was charged and not completed has failed, or still runs.
struct ReleaseRecord {
  std::int64_t id = 0;
  std::string charged_at;  // UTC, "2026-11-16T01:45:00Z"
  std::string mechanism;
  std::string parameters;  // JSON
  BudgetShare share;
  std::size_t num_users = 0;
  std::string output_path;
  std::optional<std::string> completed_at;
  std::optional<std::string> output_sha256;  // 64 lower-case hexadecimal digits

  bool completed() const { return completed_at.has_value(); }
};

/// An open ledger. One thread at a time; not to be carried over a fork (open it again in the child).
///
/// Throws InputError (with the ledger as its file) when the file is not a ledger, damaged or of another
/// version, and SystemError when it is locked, read-only, or the disk fails.
class Ledger {
 public:
  enum class Access {
    kRead,   ///< for looking; never changes what is recorded
    kCharge  ///< for releases
  };
  /// How long to wait for another program that holds the ledger. A charge of a million users holds it for a
  /// few seconds.
  static constexpr std::chrono::milliseconds kLockTimeout{10'000};

  /// Makes a new ledger in which nobody has spent anything. It appears whole or not at all. Throws InputError
  /// when there is a file already, no user, or a user twice.
  static void create(const std::string& path, std::span<const UserBudget> users);

  /// Opens and verifies: that it is a ledger of this version with our schema, that its pages are sound, and
  /// that what the users have spent is exactly what the history says.
  static Ledger open(const std::string& path, Access access,
                     std::chrono::milliseconds lock_timeout = kLockTimeout);

  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;
  ~Ledger();

  /// Charges every user of the request, or nobody. When it returns ChargeGranted, the charge is on the disk
  /// and survives a power cut; call it before the first random draw (design rule 4). When it throws, nobody
  /// may draw: the charge is absent or, if only the last step failed, wholly there.
  ///
  /// Throws InputError when the ledger lacks a user, has another budget for it, or has a budget for a public
  /// user, naming the first few.
  ChargeResult charge(const ChargeRequest& request);

  /// Notes that the release's table was published. `output_sha256` in lower-case hexadecimal digits. At most
  /// once for each release.
  void complete(std::int64_t release_id, std::string_view output_sha256);

  LedgerSummary summary() const;
  /// Throws InputError when there is no such user.
  UserAccount user(std::string_view id) const;
  /// Every release, the oldest first.
  std::vector<ReleaseRecord> history() const;

  const std::string& path() const { return path_; }

 private:
  Ledger(std::string path, std::unique_ptr<SqliteDatabase> database);

  std::string path_;
  std::unique_ptr<SqliteDatabase> database_;
};

}  // namespace hopveil
