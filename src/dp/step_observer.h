// SPDX-License-Identifier: Apache-2.0
#pragma once

// How an audit looks over a mechanism's shoulder: what every noisy step received, what it declared about it,
// and what came out. Nothing of this exists in a release: see Workspace::observer.

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hopveil/graph.h>

#include "dp/rational.h"

namespace hopveil::dp {

/// A step that adds noise to numbers.
struct NoisyStep {
  enum class Noise {
    kLaplace,  ///< discrete Laplace: falls by exp(-epsilon / sensitivity) with every unit
    kLadder    ///< LFNoising: rungs as LadderNoise(max_count, sensitivity, epsilon) has them
  };
  std::string name;                 ///< "publish hop 2"; the same on every graph
  Noise noise;                      ///< each entry has its own
  std::vector<std::int64_t> input;  ///< the exact numbers, sampled as the step wants them
  std::uint64_t sensitivity;      ///< declared: how far one edge moves the input in all (L1); LS of a ladder
  std::vector<Rational> epsilon;  ///< that the noise was drawn with: one for all entries, or one for each
  std::uint32_t max_count = 0;    ///< of a ladder
  bool published = true;          ///< what comes out stands in the table
  std::vector<bool> drawn = {};   ///< which entries got noise at all; empty: all of them
};

/// A step that answers for pairs of users whether they are linked, by randomized response.
struct PairStep {
  std::string name;
  std::vector<std::pair<NodeId, NodeId>> linked;  ///< the pairs that are, smaller id first, ascending
  std::vector<NodeId> members;                    ///< in the order in which their pairs are numbered
  /// What the flips were drawn with, by member: the bit of a pair stays as it is with probability
  /// exp(-rate / 2^62), with the rate of its earlier member. Members without a rate begin no pair.
  std::vector<std::uint64_t> stay_rates;
};

class StepObserver {
 public:
  StepObserver() = default;
  StepObserver(const StepObserver&) = delete;
  StepObserver& operator=(const StepObserver&) = delete;
  virtual ~StepObserver() = default;

  /// Called after the noise is drawn, with the numbers that it was added to and the parameters that it was
  /// drawn with: what the step has used, not what it would say of itself when asked again. What the observer
  /// leaves in `noisy` is what the mechanism goes on with: so a run can be made to repeat the outputs of
  /// another.
  virtual void after_noise(const NoisyStep& step, std::span<std::int64_t> noisy) = 0;
  virtual void after_response(const PairStep& step, std::vector<std::pair<NodeId, NodeId>>& noisy) = 0;
};

}  // namespace hopveil::dp
