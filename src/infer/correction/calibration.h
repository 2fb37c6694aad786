// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far the truth can be from what is inferred: all imputed networks may err in the same way, so their
// spread alone says too little. A rehearsal (mixed/rehearsal.h) shows users' inferred counts beside the
// truth; this is what follows from it.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "infer/objective.h"

namespace hopveil::infer {

/// The candidates of an objective.
struct CandidateRange {
  std::size_t begin, end, usual;  ///< usual: without a rehearsal
};

/// What was inferred at one hop.
struct InferredHop {
  float low = 0, high = 0;  ///< ends of the interval of the possible counts, as square roots
  float spread = 1;         ///< of the possible counts' square roots: standard deviation, plus 1
  /// By candidate: the count, and its mean distance from the possible counts.
  std::vector<float> counts, distances;
};

/// Of users with the same possible counts.
struct RehearsedUsers {
  std::vector<NodeId> users;
  std::size_t kind = 0;
  std::vector<InferredHop> hops;
};

/// What is known about one kind of users at one hop.
struct CalibratedHop {
  std::array<std::size_t, 2> candidate{};  ///< by objective: the one of least error
  /// By objective: its mean error, divided by the mean of its distances from the possible counts and
  /// kDistance.
  std::array<float, 2> error_ratio{};
  float low = 0, high = 0;  ///< how many spreads the interval's ends move out; below 0: in
};

/// Distances get this much added, so that an error where possible counts agree is foretold as well.
inline constexpr float kDistance = 0.1F;

/// By kind and hop.
using Calibration = std::vector<std::vector<CalibratedHop>>;

/// The standard deviation of the counts' square roots, plus 1: agreement of few networks proves little.
float spread_of_roots(std::span<const float> counts);

/// Users of one kind at one hop, from rehearsals on networks of one sort.
class HopRecord {
 public:
  void add(const InferredHop& inferred, float truth);

 private:
  friend class HopCalibrator;
  std::size_t users_ = 0;
  std::vector<float> below_, above_;  // how far the truth was beyond an end, in spreads
  struct Sums {
    double of_zeros = 0;
    std::vector<double> by_candidate;
  };
  std::array<Sums, 2> errors_;     // by objective
  std::vector<double> distances_;  // sums, by candidate
};

/// What follows from the records of one kind at one hop.
class HopCalibrator {
 public:
  /// `tail`: the probability that the truth is beyond an end. Candidates by objective.
  HopCalibrator(double tail, std::array<CandidateRange, 2> candidates)
      : tail_(tail), candidates_(candidates) {}

  /// Each record is of networks of another sort: an error that one of them shows is believed. Intervals and
  /// expected errors are those of the worst; the candidate is the one of least error, relative to that of
  /// zeros, in the mean over users, of those that no record shows to be worse than the usual one.
  CalibratedHop calibrated(std::span<const HopRecord* const> records) const;

 private:
  std::size_t best_candidate(std::span<const HopRecord* const> records, std::size_t objective) const;

  double tail_;
  std::array<CandidateRange, 2> candidates_;
};

}  // namespace hopveil::infer
