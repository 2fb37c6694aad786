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

namespace hopveil {

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
  std::vector<Rational> epsilon;  ///< that the step spends for it: one for all entries, or one for each
  std::uint32_t max_count = 0;    ///< of a ladder
  bool published = true;          ///< what comes out stands in the table
};

/// A step that answers for pairs of users whether they are linked, by randomized response.
struct PairStep {
  std::string name;
  std::vector<std::pair<NodeId, NodeId>> linked;  ///< the pairs that are, smaller id first, ascending
  Rational share;                                 ///< of each pair's level
};

class StepObserver {
 public:
  StepObserver() = default;
  StepObserver(const StepObserver&) = delete;
  StepObserver& operator=(const StepObserver&) = delete;
  virtual ~StepObserver() = default;

  /// Called after the noise is drawn. What the observer leaves in `noisy` is what the mechanism goes on with:
  /// so a run can be made to repeat the outputs of another.
  virtual void after_noise(const NoisyStep& step, std::span<std::int64_t> noisy) = 0;
  virtual void after_response(const PairStep& step, std::vector<std::pair<NodeId, NodeId>>& noisy) = 0;
};

}  // namespace hopveil
