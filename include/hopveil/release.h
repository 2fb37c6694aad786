// SPDX-License-Identifier: Apache-2.0
#pragma once

// Releases: the only way from exact counts to numbers that may be given away.
//
// Plan checks everything and neither charges nor draws; Plan::publish charges the ledger, draws from the
// operating system's secure generator and writes, in this order. There is no seed anywhere: experiments,
// which are repeatable, are in evaluate.h and their results cannot become a Release.
//
//     Plan plan(graph, roles, preferences, {.hops = 4, .options = {{"intervals", "90"}}});
//     for (const std::string& exception : plan.guarantee().exceptions) std::cerr << exception << '\n';
//     auto result = plan.publish({.ledger = "budget.db", .output = "released.csv"});
//     if (auto* refused = std::get_if<BudgetRefusal>(&result)) std::cerr << refused->message << '\n';

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/count.h>
#include <hopveil/graph.h>
#include <hopveil/outside_edges.h>
#include <hopveil/users.h>

namespace hopveil {

/// What to publish, and how. Everything but the hops has a default.
///
///     PlanOptions options{.hops = 4, .options = {{"optimise", "relative"}}, .share = "0.5"};
///     if (!read.summary.lists_everybody) options.exceptions.push_back(users_are_not_listed());
struct PlanOptions {
  unsigned hops = 1;  ///< counts at 1 .. hops hops, up to kMaxHops
  std::string mechanism = "eli";
  /// Of the mechanism, by name (mechanisms.h); those that are left out have their defaults.
  std::map<std::string, std::string> options = {};
  /// Also the reach of every public user: how many private users are at each hop from it. From the same noisy
  /// answers, at no further cost; for eli alone.
  bool reach = false;
  std::string share = "1";  ///< of everybody's preference: a decimal number > 0 and <= 1
  /// The caller's choices that looked at protected edges (who is a user, who is public), a sentence each:
  /// exceptions to the guarantee. users_are_not_listed() and public_users_by_degree() are the common ones.
  std::vector<std::string> exceptions = {};
  std::string source_format = {};  ///< what the network came from, for the metadata; no secret
  unsigned threads = 0;            ///< 0: all processors
  std::uint64_t memory_limit = 0;  ///< bytes that counting may hold; 0: half of the machine's
  /// Protected edges are read from the graph where it is (a mapped .hvg), in order, once per question,
  /// instead of from a copy. The same table for the same random bits; for eli alone.
  bool stream_edges = false;
  /// Who holds the protected edges; the plan's graph then has all users, and edges between public ones. Null:
  /// they are in the graph. What it throws before the charge costs nothing. With stream_edges it is asked
  /// only whether they are unchanged.
  std::shared_ptr<OutsideEdges> outside = {};
  /// Who counts in the networks that eli makes from noisy answers and public knowledge, which show nothing
  /// else. The same table for the same random bits. Empty: this process. Reach is always counted here.
  NetworkCounter network_counter = {};
  std::stop_token stop = {};  ///< asked to stop, making the plan throws Cancelled; publish has its own
};

/// The exception for a network made from its edges alone: who has no edge is not a user of it.
HOPVEIL_API std::string users_are_not_listed();
/// The exception for public users that were chosen by their number of connections.
HOPVEIL_API std::string public_users_by_degree();

/// What a release promises, and whether that holds.
///
///     const GuaranteeText promise = plan.guarantee();
///     if (promise.status != "proved") std::cerr << promise.reason << '\n';
struct GuaranteeText {
  std::string status;                   ///< "proved", "proved with exceptions" or "refuted"
  std::string statement;                ///< for which neighbours, at which level
  std::string reason;                   ///< proved where, refuted by what
  std::vector<std::string> exceptions;  ///< what the guarantee does not cover, a sentence each
};

/// What one may expect of a release, from low to high over generated networks (docs/plan.md): public
/// knowledge.
///
///     for (const ExpectedError& line : plan.expected())
///       if (line.hop == 0) std::cout << line.level << " at most " << line.mae_high << '\n';
struct ExpectedError {
  std::string level;        ///< the preferences that are spent, "4" or "0.5..0.8"; "everybody"
  std::uint64_t users = 0;  ///< of that level
  unsigned hop = 0;         ///< 0: all hops
  double mae_low = 0, mae = 0, mae_high = 0;  ///< mean absolute error of a count; `mae`: the median
  double mre_low = 0, mre = 0, mre_high = 0;  ///< relative to the true count
  /// The first as a share of the error of publishing zeros.
  double of_zeros_low = 0, of_zeros = 0, of_zeros_high = 0;
};

/// Some user has too little budget left: no user was charged and nothing was drawn.
///
///     const auto result = plan.publish({.ledger = "budget.db"});
///     if (const auto* refused = std::get_if<BudgetRefusal>(&result)) std::cerr << refused->message << '\n';
struct BudgetRefusal {
  std::string message;             ///< budget, spent and asked, and who runs out
  std::size_t num_users = 0;       ///< who have too little
  std::vector<std::string> users;  ///< the first few of them
};

/// A table that may be given away. Only Plan::publish makes one. Immutable and cheap to copy; any number of
/// threads may read it.
///
///     const Release release = std::get<Release>(plan.publish());  // only in memory, without a ledger
///     for (std::size_t row = 0; row < release.rows(); ++row)
///       std::cout << release.users()[row] << ' ' << release.hop(1)[row] << '\n';
///     release.save("released.csv");                               // and released.csv.meta.json
class HOPVEIL_API Release {
 public:
  std::size_t rows() const;
  unsigned hops() const;
  /// The names of the private users, by row; rows are in the order of UserRoles::private_users.
  std::vector<std::string> users() const;
  /// The published numbers at `hop` (1 .. hops()), by row. Views live as long as a copy of this release.
  /// InputError for another hop.
  std::span<const std::int64_t> hop(unsigned hop) const;
  bool with_intervals() const;
  /// The ends of the intervals. InputError when there are none.
  std::span<const std::int64_t> low(unsigned hop) const;
  std::span<const std::int64_t> high(unsigned hop) const;
  /// Whether the plan asked for reach: how many private users are at each hop from each public user.
  bool with_reach() const;
  /// The names of the public users, by row of reach; in the order of UserRoles::public_users.
  std::vector<std::string> public_users() const;
  /// The published reach at `hop`, by row, and the ends of its intervals. InputError when there is none.
  std::span<const std::int64_t> reach(unsigned hop) const;
  std::span<const std::int64_t> reach_low(unsigned hop) const;
  std::span<const std::int64_t> reach_high(unsigned hop) const;
  /// The metadata file's text (JSON, docs/formats/metadata.md).
  const std::string& metadata() const;
  /// Writes a release that was published into memory: table, metadata and, beside t.csv as t.reach.csv,
  /// reach; whole or not at all. Neither charges nor draws; may be called again. `sign`: file of an Ed25519
  /// key (ssh-keygen -t ed25519 -N ''), which signs the metadata as `hopveil release --sign` does. Throws
  /// InputError when a release stands there and `overwrite` is not set, when this one was published into a
  /// file, or when the key cannot be used; SystemError when the disk fails.
  void save(const std::string& path, bool overwrite = false, const std::string& sign = {}) const;

 private:
  friend class Plan;
  struct Impl;
  explicit Release(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

/// Where a release goes, what it is charged to, and how to stop it.
///
///     std::stop_source stop;
///     PublishSettings settings{.ledger = "budget.db", .output = "released.csv"};
///     settings.stop = stop.get_token();
struct PublishSettings {
  std::string ledger = {};  ///< charged before anything is drawn; empty: no ledger is kept
  std::string output = {};  ///< table, with its metadata beside it; empty: only in memory, see Release::save
  std::string reach = {};   ///< file of reach in the folder of `output`; empty: t.reach.csv for t.csv
  bool overwrite = false;
  std::string sign = {};        ///< file of an Ed25519 key that signs the metadata; empty: no signature
  bool accept_refuted = false;  ///< publish although the promise is known not to be kept
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};  ///< from one thread at a time
  /// Asked to stop before the charge, publish charges nothing; after it, the charge stays. Either way it
  /// throws Cancelled within about a second (the charge itself, seconds for a million users, is not
  /// interrupted), and the message says what is charged. A table that is drawn already is still written.
  std::stop_token stop = {};
};

/// A release with everything checked: it holds copies of what it was made from (a Graph is cheap to copy) and
/// is used by one thread at a time. Making one charges and draws nothing; each publish charges and draws
/// anew.
///
///     Plan half(graph, roles, preferences, {.hops = 2, .share = "0.5"});
///     std::cout << half.guarantee().status << ", " << half.to_spend().of_row(0).text() << '\n';
///     const auto result = half.publish({.ledger = "budget.db", .output = "released.csv"});
class HOPVEIL_API Plan {
 public:
  /// Throws InputError when the mechanism, its options, preferences or memory do not fit. No message depends
  /// on a protected edge.
  Plan(Graph graph, UserRoles roles, Preferences preferences, const PlanOptions& options = {});
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;
  ~Plan();

  /// Of rows in the order of names, in which tables are written.
  GuaranteeText guarantee() const;
  /// The epsilon that each private user would spend, by row.
  Preferences to_spend() const;
  const Graph& graph() const;
  const UserRoles& roles() const;
  /// Simulates on generated networks, for seconds (`quick`) or some minutes; looks at no protected edge,
  /// charges and draws nothing. Empty without a private or a public user. Throws Cancelled.
  std::vector<ExpectedError> expected(
      bool quick = true, const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {},
      std::stop_token stop = {}) const;

  /// Charges, draws and writes; each call does so anew. Throws InputError before anything is charged when the
  /// ledger does not fit, a release would be overwritten, or the promise is refuted and that is not accepted;
  /// SystemError when the disk fails: its message says what stays charged.
  std::variant<Release, BudgetRefusal> publish(const PublishSettings& settings = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hopveil
