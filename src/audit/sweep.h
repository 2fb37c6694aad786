// SPDX-License-Identifier: Apache-2.0
#pragma once

// Play-back on many pairs: all small networks, random larger ones, the edges of a given network.

#include <cstdint>
#include <optional>
#include <string>

#include "audit/neighbouring_pair.h"
#include "audit/play_back.h"
#include "mechanism/mechanism.h"

namespace hopveil::audit {

/// What play-back found on many pairs.
struct SweepResult {
  std::string what;                ///< "all networks of up to 4 users"
  std::uint64_t pairs = 0;         ///< tried
  std::uint64_t exceeding = 0;     ///< pairs on which some step moved further than it declared
  std::uint64_t leaking = 0;       ///< pairs on which something exact got past the noise
  std::uint64_t overspending = 0;  ///< pairs on which all steps together lose more than the edge's level
  /// The step that exceeds what it declared by most (or comes closest to it), and where.
  ComparedStep worst_step;
  std::optional<NeighbouringPair> worst_pair;
  /// The largest loss of all steps together, as a multiple of the edge's level.
  double worst_loss = 0;

  bool holds() const { return exceeding == 0 && leaking == 0 && overspending == 0; }
};

/// Collects play-backs into a SweepResult.
class Sweep {
 public:
  Sweep(const mechanism::Mechanism& mechanism, std::string what) : mechanism_(mechanism) {
    result_.what = std::move(what);
  }
  /// Plays from `from` to `to`, which differ in `edge`.
  void add(const mechanism::Setting& from, const mechanism::Setting& to, Edge edge, std::uint64_t seed);
  SweepResult take() { return std::move(result_); }

 private:
  void keep_worst(const ComparedStep& step, const mechanism::Setting& from, const mechanism::Setting& to,
                  Edge edge);

  const mechanism::Mechanism& mechanism_;
  SweepResult result_;
};

/// Every pair of networks of 2 .. `largest` users that differ in one protected edge, with every number of
/// public users, played from the smaller to the larger. Users are told apart only by their roles and
/// preferences, so which of them are public need not be varied. Preferences are 1, 2, 3, ..: all different.
SweepResult sweep_small_networks(const mechanism::Mechanism& mechanism, NodeId largest, std::uint64_t seed);

/// `count` edges of random networks of up to `largest` users.
SweepResult sweep_random_networks(const mechanism::Mechanism& mechanism, NodeId largest, std::uint64_t count,
                                  std::uint64_t seed);

/// `count` protected edges of a network, drawn at random (all, when it has fewer).
SweepResult sweep_edges(const mechanism::Mechanism& mechanism, const Graph& graph, const UserRoles& roles,
                        const Preferences& preferences, std::uint64_t count, std::uint64_t seed);

/// Protected edges of a network in random order, at most `count`.
std::vector<Edge> draw_protected_edges(const Graph& graph, const UserRoles& roles, std::uint64_t count,
                                       std::uint64_t seed);

/// Pairs of a network with and without such edges.
std::vector<NeighbouringPair> pairs_of_network(const Graph& graph, const UserRoles& roles,
                                               const Preferences& preferences, std::uint64_t count,
                                               std::uint64_t seed);

/// A threshold at which the sampling of every sweep keeps every edge: the smallest preference.
dp::Threshold certain_threshold(const Preferences& preferences);
/// For the small and random networks, whose smallest preference is 1.
dp::Threshold certain_threshold_of_sweeps();

}  // namespace hopveil::audit
