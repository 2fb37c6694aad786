// SPDX-License-Identifier: Apache-2.0
#pragma once

// A file that belongs to one data set and remembers what every private user has spent. See docs/ledger.md for
// the schema, the promise and its limits.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <hopveil/epsilon.h>

#include "ledger/account.h"
#include "ledger/budget_share.h"

namespace hopveil::ledger {

class SqliteDatabase;

/// A private user and its total budget, which is also its preference in every release.
struct UserBudget {
  std::string_view id;
  Epsilon budget;
};

/// What a release is about to do. Views must live during the call only.
struct ChargeRequest {
  BudgetShare share;
  std::string_view mechanism;
  /// A JSON text; kept as it is.
  std::string_view parameters;
  /// The status of the mechanism's promise: "proved", .., or kRefuted.
  std::string_view guarantee;
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
  /// The largest part of its budget that any user of the release has spent, this release included, in
  /// billionths.
  std::uint64_t most_spent_nanos = 0;
  /// How many earlier releases of this ledger used a mechanism whose promise is refuted: what they spent is
  /// more than what was charged, and no later proof covers it.
  std::size_t num_refuted_before = 0;
};

/// Some user has less left than was asked; no user was charged.
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

/// The guarantee of a release whose mechanism does not keep its promise, as the ledger holds it.
constexpr std::string_view kRefutedGuarantee = "refuted";

/// What `Ledger::add` did.
struct BudgetChanges {
  std::size_t num_added = 0;
  std::size_t num_stricter = 0;
  std::size_t num_looser = 0;
  std::size_t num_unchanged = 0;
  /// Users whose new budget is used up by what they had spent before.
  std::size_t num_exhausted = 0;
};

struct LedgerSummary {
  /// 32 hexadecimal digits; nothing for a ledger of version 1 that was not charged since.
  std::optional<std::string> id;
  std::uint32_t version = 0;
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
  /// Releases whose mechanism does not keep its promise.
  std::size_t num_refuted = 0;
};

/// One line of the history. A release that was charged and not completed has failed, or still runs.
struct ReleaseRecord {
  std::int64_t id = 0;
  std::string charged_at;  // UTC, "2026-11-16T01:45:00Z"
  std::string mechanism;
  std::string parameters;  // JSON
  std::string guarantee;   // "proved", .., kRefutedGuarantee; "not recorded" when an old ledger did not say
  BudgetShare share;
  std::size_t num_users = 0;
  std::string output_path;
  std::optional<std::string> completed_at;
  std::optional<std::string> output_sha256;    // 64 lower-case hexadecimal digits
  std::optional<std::string> metadata_sha256;  // not known for releases of version 1

  bool completed() const { return completed_at.has_value(); }
  bool refuted() const { return guarantee == kRefutedGuarantee; }
};

/// One change of the ledger itself.
struct ChangeRecord {
  std::int64_t id = 0;
  std::string changed_at;  // UTC
  std::string kind;        // "init", "migrate" or "add"
  /// How many releases were charged before it.
  std::size_t after_release = 0;
  std::size_t num_added = 0;
  std::size_t num_budgets_changed = 0;
};

/// An open ledger. One thread at a time; not to be carried over a fork (open it again in the child).
///
/// Throws InputError (with the ledger as its file) when the file is not a ledger, damaged or of another
/// version, and SystemError when it is locked, read-only, or the disk fails.
class Ledger {
 public:
  enum class Access {
    kRead,   ///< for looking; never changes what is recorded
    kCharge  ///< for releases and for `add`; a ledger of an older version is migrated
  };
  enum class LooserBudgets { kRefuse, kAllow };
  /// How long to wait for another program that holds the ledger. A charge of a million users holds it for a
  /// few seconds.
  static constexpr std::chrono::milliseconds kLockTimeout{10'000};

  /// Makes a new ledger in which no user has spent anything. It appears whole or not at all. Throws
  /// InputError when there is a file already, no user, or a user twice.
  static void create(const std::string& path, std::span<const UserBudget> users);

  /// Opens and verifies: that it is a ledger of a version that we know with its schema, that its pages are
  /// sound, and that what the users have spent is exactly what the history says.
  static Ledger open(const std::string& path, Access access,
                     std::chrono::milliseconds lock_timeout = kLockTimeout);

  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;
  ~Ledger();

  /// Charges every user of the request, or none. When it returns ChargeGranted, the charge is on the disk
  /// and survives a power cut; call it before the first random draw (design rule 4). When it throws, no user
  /// may draw: the charge is absent or, if only the last step failed, wholly there.
  ///
  /// Throws InputError when the ledger lacks a user, has another budget for it, or has a budget for a public
  /// user, naming the first few.
  ChargeResult charge(const ChargeRequest& request);

  /// Notes that the release's table was published. Checksums in lower-case hexadecimal digits; that of the
  /// metadata may be empty. At most once for each release.
  void complete(std::int64_t release_id, std::string_view output_sha256,
                std::string_view metadata_sha256 = "");

  /// Adds users whom the ledger lacks, with nothing spent, and gives the others the budgets that are listed;
  /// users who are not listed stay as they are. All of it or nothing, as one entry of the history; no entry
  /// when nothing changes. What a user has spent stays spent, exactly: of a budget below it nothing is left.
  /// Throws InputError when a user is listed twice or, unless `looser` allows it, would get a larger budget.
  BudgetChanges add(std::span<const UserBudget> users, LooserBudgets looser = LooserBudgets::kRefuse);

  /// What names this ledger in the metadata of its releases: 32 hexadecimal digits. Nothing for a ledger of
  /// version 1 that is opened for reading.
  std::optional<std::string> id() const;
  LedgerSummary summary() const;
  /// Throws InputError when there is no such user.
  UserAccount user(std::string_view id) const;
  /// Every user, in the ledger's order.
  void for_each_user(const std::function<void(const UserAccount&)>& visit) const;
  /// Every release, the oldest first.
  std::vector<ReleaseRecord> history() const;
  /// Every change of users and budgets, the oldest first. None for a ledger of version 1.
  std::vector<ChangeRecord> changes() const;

  /// Calls `read`, and whatever it reads here belongs to one moment, whatever other programs charge meanwhile
  /// (they wait until it is done, at most their lock timeout).
  void at_one_moment(const std::function<void()>& read) const;

  const std::string& path() const { return path_; }

 private:
  Ledger(std::string path, std::unique_ptr<SqliteDatabase> database);

  std::string path_;
  std::unique_ptr<SqliteDatabase> database_;
};

}  // namespace hopveil::ledger
