// SPDX-License-Identifier: Apache-2.0
#pragma once

// The whole audit: every subject on every pair, by all three methods.

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "audit/layer_check.h"
#include "audit/play_back.h"
#include "audit/statistical.h"
#include "audit/subjects.h"
#include "audit/sweep.h"
#include "base/progress.h"

namespace hopveil::audit {

enum class AuditVerdict {
  kViolation,     ///< the promise is broken, or a declared sensitivity is
  kNoneFound,     ///< none was found: not a proof
  kInconclusive,  ///< with so few runs none could have been found
  kNotPromised    ///< the edge is not protected
};
/// "violation", "none found", "inconclusive", "not protected"
std::string audit_verdict_text(AuditVerdict verdict);

/// One subject on one pair.
struct AuditRow {
  std::string subject;
  std::string mechanism;
  std::string pair;
  unsigned hops = 1;
  std::optional<Epsilon> promised;  ///< the edge's level; none between public users
  StatisticalResult statistical;
  /// Where sampling is certain: what the noisy steps received.
  std::optional<PlayBack> played;
  /// The exact epsilon on this pair, where it can be written down.
  std::optional<double> exact;
  AuditVerdict verdict = AuditVerdict::kNoneFound;
  std::string reason;  ///< of a violation or of an inconclusive row
};

/// Play-back on many small networks, or on edges of a given one, for one subject and number of hops.
struct AuditSweep {
  std::string subject;
  std::string mechanism;
  unsigned hops = 1;
  SweepResult result;
};

/// How the measured epsilon grows with the hub, for one subject.
struct HubGrowth {
  std::string subject;
  std::vector<unsigned> friends;
  std::vector<double> bounds;
  std::vector<std::optional<double>> exact;
};

/// A network of the user's, whose edges are played back.
struct GivenNetwork {
  Graph graph;
  UserRoles roles;
  Preferences preferences;
  std::uint64_t played_edges = 50;
};

struct AuditOptions {
  std::vector<AuditSubject> subjects;
  std::vector<NeighbouringPair> pairs;
  std::optional<unsigned> hops = {};  ///< instead of the pairs' own
  /// Runs on each network and row; without it they follow from `seconds`.
  std::optional<std::uint64_t> runs = {};
  double seconds = 60;
  std::uint64_t seed = 1;
  double confidence = 0.99;  ///< of all bounds together
  unsigned threads = 0;
  std::optional<GivenNetwork> network = {};  ///< its edges are played back instead of the small networks
  NodeId small_networks = 4;                 ///< play-back on all networks of up to this many users; 0: none
  bool with_growth = false;
  bool with_layer = true;  ///< check the layer that answers questions, when eli is a subject
  Epsilon growth_level = Epsilon::from_nanos(Epsilon::kNanosPerUnit);
  Progress progress = {};
  std::stop_token stop = {};  ///< asked to stop, the audit throws Cancelled within a second
};

struct AuditResult {
  std::vector<AuditRow> rows;
  std::vector<AuditSweep> sweeps;
  std::vector<HubGrowth> growth;
  /// The layer that answers eli's questions, from outside, on a large network; empty when eli is no subject.
  std::vector<LayerCheck> layer;
  /// What this audit did not look at, one thing a line, however well it went.
  std::vector<std::string> not_looked_at;
  Epsilon growth_level = Epsilon::from_nanos(Epsilon::kNanosPerUnit);
  double confidence = 0.99;
  std::uint64_t seed = 1;

  bool any_violation() const;
  bool any_inconclusive() const;
};

/// The result depends on the options alone: not on the machine, its speed or the number of threads.
AuditResult run_audit(const AuditOptions& options);

}  // namespace hopveil::audit
