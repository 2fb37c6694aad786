// SPDX-License-Identifier: Apache-2.0
#pragma once

// Quantile regression forest (Meinshausen, "Quantile Regression Forests", JMLR 2006): learns which examples
// are like a new case, and returns them with weights; any quantile of their targets is then an estimate.

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/seeded_rng.h"

namespace hopveil::infer {

/// Examples to learn from. Trees are cut so that the first kTargets target values of the examples in a leaf
/// are alike; unused ones are 0.
struct Examples {
  static constexpr std::size_t kTargets = 8;
  using Target = std::array<float, kTargets>;

  std::size_t num_features = 0;
  std::vector<float> features;  ///< num_features per example
  std::vector<Target> targets;
  std::size_t size() const { return targets.size(); }
};

struct ForestOptions {
  std::size_t trees = 32;
  std::size_t smallest_leaf = 24;
  std::size_t examples_per_tree = 12000;  ///< at most; drawn with replacement
  std::size_t noise_draws = 12;           ///< of each user of the training set, at most
  unsigned threads = 1;
};

class Forest {
 public:
  /// There is at least one example.
  Forest(const Examples& examples, const ForestOptions& options, const SeededRng& rng);

  /// (example, weight) of the leaves that the case falls into; examples may repeat; weights sum to the number
  /// of trees.
  using Weights = std::vector<std::pair<std::uint32_t, float>>;
  void weigh(std::span<const float> features, Weights& out) const;

 private:
  struct Node {
    std::uint32_t feature = 0, cut = 0;
    std::uint32_t left = 0, right = 0;  // 0: a leaf
    std::uint32_t begin = 0, end = 0;   // its examples
  };
  struct Tree {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> examples;
  };
  class Grower;

  std::vector<std::vector<float>> cuts_;  // by feature, ascending
  std::vector<Tree> trees_;
};

}  // namespace hopveil::infer
