#pragma once

// The only place where exact counts, noise and the ledger meet.
//
// A release has three steps, each of which needs the one before it:
//   ReleasePlan plan(request)       everything is checked; nothing is charged or drawn
//   plan.charge(ledger, ..)         gives the right to draw, once (or plan.without_ledger())
//   plan.draw(right)                draws from the operating system's secure generator

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hopveil/count.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "base/progress.h"
#include "ledger/ledger.h"
#include "mechanism/registry.h"
#include "release/released_counts.h"

namespace hopveil {

struct ReleaseRequest {
  Graph graph;
  UserRoles roles;
  Preferences preferences;  ///< the users' whole budgets
  BudgetShare share = BudgetShare::from_nanos(BudgetShare::kNanosPerWhole);
  std::string mechanism;
  MechanismOptions options;
  CountOptions counting;
};

class ReleasePlan;

/// The right to draw one release of one plan: its budget is charged, or nobody keeps a ledger. Moved into
/// `draw`, so used once; what is left behind by a move is no right.
class DrawingRight {
 public:
  DrawingRight(DrawingRight&& other) noexcept
      : plan_(std::exchange(other.plan_, nullptr)), release_id_(other.release_id_) {}
  DrawingRight& operator=(DrawingRight&& other) noexcept {
    release_id_ = other.release_id_;
    plan_ = std::exchange(other.plan_, nullptr);
    return *this;
  }
  /// The ledger's number of the release.
  std::optional<std::int64_t> release_id() const { return release_id_; }

 private:
  friend class ReleasePlan;
  DrawingRight(const ReleasePlan& plan, std::optional<std::int64_t> release_id)
      : plan_(&plan), release_id_(release_id) {}
  const ReleasePlan* plan_;
  std::optional<std::int64_t> release_id_;
};

class ReleasePlan {
 public:
  /// Throws InputError when the mechanism, its options, or the memory do not fit. No message depends on a
  /// protected edge.
  explicit ReleasePlan(ReleaseRequest request);
  ReleasePlan(const ReleasePlan&) = delete;
  ReleasePlan& operator=(const ReleasePlan&) = delete;
  ~ReleasePlan();

  /// Charges every private user the request's share of its budget, durably, or nobody.
  std::variant<DrawingRight, ChargeRefused> charge(Ledger& ledger, const std::string& output_path) const;
  DrawingRight without_ledger() const { return {*this, std::nullopt}; }

  /// Runs the mechanism on random bits of the operating system. There is no way to give it a seed. Throws
  /// BugError, before anything is drawn, when the right was used already or belongs to another plan. What
  /// `progress` is told is for the terminal of whoever holds the network.
  ReleasedCounts draw(DrawingRight right, Progress progress = {});

  const ReleaseRequest& request() const { return request_; }
  const MechanismInfo& mechanism() const { return info_; }
  Guarantee guarantee() const { return info_.guarantee(request_.options); }
  /// Each private user's preference times the budget share, by name: public knowledge.
  const Preferences& preferences_to_spend() const { return setting_.preferences(); }
  /// The mechanism's options as JSON text, for ledger and metadata: public knowledge only.
  std::string parameters_json() const;

 private:
  ReleaseRequest request_;
  const MechanismInfo& info_;
  std::unique_ptr<Mechanism> mechanism_;
  std::vector<NodeId> nodes_by_name_;
  Setting setting_;  // its users are numbered by name
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace hopveil
