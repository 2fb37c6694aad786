// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ways to count in networks whose edges are believed to some degree, and which of them comes closest to the
// truth when the truth is known.

#include <array>
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

/// What a rehearsal can be on: sampled networks may have too many bridges, that of likely edges has too few.
enum class Sort { kSampled, kLikely };
inline constexpr std::size_t kSorts = 2;

/// A network to rehearse on.
struct PossibleTruth {
  Sort sort;
  std::vector<Edge> edges = {};
};

/// Two sampled ones, and the likely one.
std::vector<PossibleTruth> possible_truths(const NoisyNetwork& network, const EdgeBeliefs& believed,
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

/// How far the truth was from estimates of one hop, by size of the estimate: on square roots, and in counts.
class Residuals {
 public:
  void add(float estimate, float truth);
  /// Leaves that share of the truths outside on each side.
  void finish(double tail);
  std::pair<std::uint32_t, std::uint32_t> interval(float estimate, std::size_t num_public) const;
  /// The mean absolute error.
  float expected_error(float estimate) const;

 private:
  struct Group {
    float smallest = 0, low = 0, high = 0;  // estimate; ends relative to its root
    float error = 0;
  };
  Group group_of(float estimate) const;
  std::vector<std::pair<float, float>> seen_;  // estimate, truth
  std::vector<Group> groups_;
};

/// What was found out about one hop.
struct RehearsedHop {
  std::size_t best = 0;  ///< the candidate
  /// By sort of networks: an error that one of them shows is believed.
  std::array<Residuals, kSorts> residuals;

  /// Holds the interval of each sort.
  std::pair<std::uint32_t, std::uint32_t> interval(float estimate, std::size_t num_public) const;
  float expected_error(float estimate) const;
};

class Rehearsal {
 public:
  /// `options` outlive it.
  explicit Rehearsal(const InferenceOptions& options);

  /// A rehearsal and the counts of the network that was taken as the truth.
  void add(Sort sort, CandidateTables candidates, HopRows truth);
  /// By hop: the candidate whose error has the smallest geometric mean over all rehearsals: one in which a
  /// bridge leads astray, so that all errors are large, does not decide alone. Without a rehearsal the first
  /// candidate is taken as exact.
  std::vector<RehearsedHop> choose(Objective objective) const;

 private:
  double error(const HopRows& estimate, const HopRows& truth, unsigned hop, Objective objective) const;
  const InferenceOptions& options_;
  struct Rehearsed {
    Sort sort;
    CandidateTables candidates;
    HopRows truth;
  };
  std::vector<Rehearsed> rehearsals_;
};

}  // namespace hopveil::infer
