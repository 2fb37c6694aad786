// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that a release needs, checked; nothing is charged or drawn yet.
//
// A plan holds exact counts' makings, noise and preferences, and cannot do anything with them by itself:
// charging and drawing are private, and release/publish.h is the one function that may call them, in the one
// right order.

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <hopveil/count.h>
#include <hopveil/graph.h>
#include <hopveil/outside_edges.h>
#include <hopveil/users.h>

#include "base/progress.h"
#include "ledger/ledger.h"
#include "mechanism/registry.h"
#include "release/released_counts.h"
#include "release/released_table.h"
#include "release/status.h"

namespace hopveil::release {

/// What the network was read from, as far as it is no secret: nothing here may depend on a protected edge.
struct ReleaseSource {
  std::string format;                ///< the format's name; empty when it did not come from a file
  std::vector<std::string> columns;  ///< names of the columns that were taken; empty when they have none
};

struct ReleaseRequest {
  Graph graph;
  UserRoles roles;
  Preferences preferences;  ///< the users' whole budgets
  ledger::BudgetShare share = ledger::BudgetShare::from_nanos(ledger::BudgetShare::kNanosPerWhole);
  std::string mechanism;
  mechanism::MechanismOptions options;
  CountOptions counting;
  /// Protected edges are read from `graph` where it is, in order, once per question; a mapped .hvg need not
  /// fit memory. For mechanisms that do not count the network itself.
  bool stream_edges = false;
  /// Who holds the protected edges; `graph` then has all users and the edges between public ones. Null: they
  /// are in `graph`. With stream_edges it answers no question, and only says whether they are unchanged.
  std::shared_ptr<OutsideEdges> outside = {};
  /// Who counts in the networks that a mechanism makes from noisy answers. Empty: this process.
  NetworkCounter network_counter = {};
  ReleaseSource source;
  /// Choices that looked at protected edges before the guarantee begins (who has a row, who is public), a
  /// sentence each. Empty when there are none.
  std::vector<std::string> exceptions;
  /// SHA-256 of the plan (`hopveil plan --save`) whose choices are repeated; empty without one. A plan is
  /// made from public knowledge.
  std::string plan_sha256 = {};
};

struct PublishOptions;
struct Published;

class ReleasePlan {
 public:
  /// Throws InputError when the mechanism, its options, or the memory do not fit. No message depends on a
  /// protected edge.
  explicit ReleasePlan(ReleaseRequest request);
  ReleasePlan(const ReleasePlan&) = delete;
  ReleasePlan& operator=(const ReleasePlan&) = delete;
  ~ReleasePlan();

  const ReleaseRequest& request() const { return request_; }
  const mechanism::MechanismInfo& mechanism() const { return info_; }
  mechanism::Guarantee guarantee() const { return info_.guarantee(request_.options); }
  /// Whether the guarantee holds, with the request's exceptions and that of the rows' order.
  ReleaseStatus status(RowOrder order) const;
  /// Each private user's preference times the budget share, by name: public knowledge.
  const Preferences& preferences_to_spend() const { return setting_.preferences(); }
  /// The mechanism's options as JSON text, for ledger and metadata: public knowledge only.
  std::string parameters_json() const;

 private:
  friend std::variant<Published, ledger::ChargeRefused> publish(ReleasePlan& plan,
                                                                const PublishOptions& options);

  /// Throws InputError when no ledger can hold what this plan spends.
  void check_bookable() const;
  /// Throws when the protected edges are not those that were planned with.
  void check_edges() const;
  /// Charges every private user the request's share of its budget, durably, or none.
  ledger::ChargeResult charge(ledger::Ledger& ledger, const ReleaseStatus& status,
                              const std::string& output) const;
  /// Runs the mechanism on random bits of the operating system. There is no way to give it a seed. What
  /// `progress` is told is for the terminal of whoever holds the network.
  ReleasedCounts draw(Progress progress);

  ReleaseRequest request_;
  const mechanism::MechanismInfo& info_;
  std::unique_ptr<mechanism::Mechanism> mechanism_;
  std::vector<NodeId> nodes_by_name_;
  mechanism::Setting setting_;  // its users are numbered by name
  std::unique_ptr<mechanism::Workspace> workspace_;
};

}  // namespace hopveil::release
