// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ways to count in networks whose edges are believed to some degree, and which of them comes closest to the
// truth when the truth is known.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "infer/basics/hop_rows.h"
#include "infer/inference.h"
#include "infer/pairs/edge_posterior.h"
#include "query/public_knowledge.h"

namespace hopveil::infer {

/// Networks to rehearse on: two sampled ones, which may have too many bridges, and that of likely edges,
/// which has too few.
std::vector<std::vector<Edge>> possible_truths(const NoisyNetwork& network, const EdgeBeliefs& believed,
                                               SeededRng rng);

/// Counts of all private users, by row, in several ways: in the network of the edges that are believed to at
/// least some degree, for several degrees; 0 for everybody; and the best count (for the objective) over
/// networks sampled by these degrees.
class CandidateTables {
 public:
  std::size_t size() const { return kept_.size() + 1; }
  const HopRows& table(std::size_t candidate, Objective objective) const {
    if (candidate < kept_.size()) return kept_[candidate];
    return objective == Objective::kAbsolute ? sampled_absolute_ : sampled_relative_;
  }
  /// Whether every edge is believed wholly, so that there is one way only.
  bool all_alike() const { return all_alike_; }

 private:
  friend class CandidateCounter;
  bool all_alike_ = false;
  std::vector<HopRows> kept_;
  HopRows sampled_absolute_, sampled_relative_;
};

class CandidateCounter {
 public:
  /// Both outlive it.
  CandidateCounter(const query::PublicKnowledge& knowledge, const InferenceOptions& options);

  CandidateTables count(const std::vector<Edge>& edges, const EdgeBeliefs& believed, SeededRng rng) const;
  /// By row, in the network of these edges and the public ones.
  HopRows count_edges(const std::vector<Edge>& edges) const;

 private:
  const query::PublicKnowledge& knowledge_;
  const InferenceOptions& options_;
};

/// How far the truth was from estimates of one hop, on square roots, by size of the estimate.
class Residuals {
 public:
  void add(float estimate, float truth);
  /// Leaves that share of the truths outside on each side.
  void finish(double tail);
  std::pair<std::uint32_t, std::uint32_t> interval(float estimate, std::size_t num_public) const;

 private:
  struct Group {
    float smallest, low, high;  // estimate; ends relative to its root
  };
  std::vector<std::pair<float, float>> seen_;  // estimate, residual
  std::vector<Group> groups_;
};

/// What was found out about one hop.
struct RehearsedHop {
  std::size_t best = 0;       ///< the candidate
  double expected_error = 0;  ///< of it: mean absolute or relative, over rehearsals
  Residuals residuals;
};

class Rehearsal {
 public:
  /// `options` outlive it.
  explicit Rehearsal(const InferenceOptions& options);

  /// A rehearsal and the counts of the network that was taken as the truth.
  void add(CandidateTables candidates, HopRows truth);
  /// By hop: the candidate whose error has the smallest geometric mean over all rehearsals: one in which a
  /// bridge leads astray, so that all errors are large, does not decide alone. Without a rehearsal the first
  /// candidate is taken as exact.
  std::vector<RehearsedHop> choose(Objective objective) const;

 private:
  double error(const HopRows& estimate, const HopRows& truth, unsigned hop, Objective objective) const;
  const InferenceOptions& options_;
  std::vector<std::pair<CandidateTables, HopRows>> rehearsals_;
};

}  // namespace hopveil::infer
