// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/forest.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/parallel.h"
#include "graph/network_spec.h"

namespace hopveil::infer {
namespace {

/// A feature's values are cut into this many bins of about equally many examples.
constexpr std::size_t kBins = 32;
/// Of a leaf with more examples (whose features are all equal) only this many are used. They are a random
/// choice: examples are drawn in random order.
constexpr std::uint32_t kUsedOfLeaf = 16;
/// Where to cut is decided on at most about this many members of a node: more do not change the choice much.
constexpr std::size_t kLookedAt = 512;
constexpr std::size_t kTargets = Examples::kTargets;

/// A feature's cuts, ascending, filled up with values that none reaches: looking at all of them takes fewer
/// steps than a search that the processor cannot foresee.
using Cuts = std::array<float, kBins>;

std::vector<float> cuts_of_feature(const Examples& examples, std::size_t feature) {
  const std::size_t step = examples.size() / 4096 + 1;
  std::vector<float> values;
  for (std::size_t i = 0; i < examples.size(); i += step) {
    values.push_back(examples.features[i * examples.num_features + feature]);
  }
  std::sort(values.begin(), values.end());
  std::vector<float> cuts;
  for (std::size_t k = 1; k < kBins; ++k) {
    const float value = values[values.size() * k / kBins];
    if (value > values.front() && (cuts.empty() || value > cuts.back())) cuts.push_back(value);
  }
  return cuts;
}

Cuts filled_up(const std::vector<float>& cuts) {
  Cuts filled;
  filled.fill(std::numeric_limits<float>::infinity());
  std::ranges::copy(cuts, filled.begin());
  return filled;
}

/// How many cuts the value reaches.
std::uint8_t bin_of(float value, const Cuts& cuts) {
  int bin = 0;
  for (const float cut : cuts) bin += value >= cut ? 1 : 0;
  return static_cast<std::uint8_t>(bin);
}

/// Number and sum of targets of some examples; score is what they contribute to the variance explained.
struct Sum {
  float count = 0;
  std::array<float, kTargets> targets{};
  void add(const Examples::Target& target) {
    count += 1;
    for (std::size_t k = 0; k < kTargets; ++k) targets[k] += target[k];
  }
  void add(const Sum& other) {
    count += other.count;
    for (std::size_t k = 0; k < kTargets; ++k) targets[k] += other.targets[k];
  }
  void subtract(const Sum& other) {
    count -= other.count;
    for (std::size_t k = 0; k < kTargets; ++k) targets[k] -= other.targets[k];
  }
  float score() const {
    std::array<float, 4> sums{};  // four chains of additions, not one
    for (std::size_t k = 0; k < kTargets; ++k) sums[k % 4] += targets[k] * targets[k];
    return (sums[0] + sums[1] + sums[2] + sums[3]) / count;
  }
};

}  // namespace

/// Grows one tree: every node is cut where the variance of the targets falls most, among a third of the
/// features drawn at random.
class Forest::Grower {
 public:
  Grower(const Examples& examples, const std::vector<std::uint8_t>& bins,
         const std::vector<std::vector<float>>& cuts, std::size_t smallest_leaf, SeededRng& rng)
      : examples_(examples),
        bins_(bins),
        cuts_(cuts),
        smallest_(static_cast<float>(smallest_leaf)),
        rng_(rng) {}

  Tree grow(std::size_t num_examples) {
    draw(num_examples);
    Tree tree;
    tree.examples.resize(num_examples);
    std::iota(tree.examples.begin(), tree.examples.end(), 0U);
    tree.nodes.push_back({0, 0, 0, 0, 0, static_cast<std::uint32_t>(num_examples)});
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) cut(tree, node);
    for (auto& place : tree.examples) place = drawn_[place];
    return tree;
  }

 private:
  struct Cut {
    std::size_t feature = 0;
    std::uint32_t bin = 0;
    float score = 0;
  };

  /// The tree's examples, copied together: all examples would not stay in the cache.
  void draw(std::size_t num_examples) {
    const std::size_t num_features = cuts_.size();
    drawn_.resize(num_examples);
    drawn_targets_.resize(num_examples);
    drawn_bins_.resize(num_examples * num_features);
    for (std::size_t i = 0; i < num_examples; ++i) {
      drawn_[i] = static_cast<std::uint32_t>(random_below(rng_, examples_.size()));
      drawn_targets_[i] = examples_.targets[drawn_[i]];
      std::copy_n(&bins_[drawn_[i] * num_features], num_features, &drawn_bins_[i * num_features]);
    }
  }

  void cut(Tree& tree, std::size_t place) {
    const Node node = tree.nodes[place];
    const std::span<std::uint32_t> members(tree.examples.data() + node.begin, node.end - node.begin);
    if (static_cast<float>(members.size()) < 2 * smallest_) return;
    const std::size_t step = members.size() / kLookedAt + 1;
    Sum all;
    for (std::size_t i = 0; i < members.size(); i += step) all.add(drawn_targets_[members[i]]);
    Cut best{0, 0, all.score() * (1 + 1e-6F) + 1e-6F};
    bool found = false;
    for (std::size_t i = 0; i < std::max<std::size_t>(4, cuts_.size() / 3); ++i) {
      const auto feature = static_cast<std::size_t>(random_below(rng_, cuts_.size()));
      found = improve(members, step, all, feature, best) || found;
    }
    if (!found) return;
    const auto middle = std::partition(members.begin(), members.end(), [&](std::uint32_t member) {
      return drawn_bins_[member * cuts_.size() + best.feature] <= best.bin;
    });
    const auto split = node.begin + static_cast<std::uint32_t>(middle - members.begin());
    const auto left = static_cast<std::uint32_t>(tree.nodes.size());
    tree.nodes.push_back({0, 0, 0, 0, node.begin, split});
    tree.nodes.push_back({0, 0, 0, 0, split, node.end});
    tree.nodes[place] = {
        static_cast<std::uint32_t>(best.feature), best.bin, left, left + 1, node.begin, node.end};
  }

  bool improve(std::span<const std::uint32_t> members, std::size_t step, const Sum& all, std::size_t feature,
               Cut& best) const {
    const std::size_t num_cuts = cuts_[feature].size();
    if (num_cuts == 0) return false;
    std::array<Sum, kBins> sums;
    std::fill_n(sums.begin(), num_cuts + 1, Sum{});
    for (std::size_t i = 0; i < members.size(); i += step) {
      sums[drawn_bins_[members[i] * cuts_.size() + feature]].add(drawn_targets_[members[i]]);
    }
    bool better = false;
    Sum left;
    for (std::uint32_t bin = 0; bin < num_cuts; ++bin) {
      if (sums[bin].count == 0) continue;
      left.add(sums[bin]);
      if (left.count < smallest_) continue;
      if (all.count - left.count < smallest_) break;
      Sum right = all;
      right.subtract(left);
      const float score = left.score() + right.score();
      if (score <= best.score) continue;
      best = {feature, bin, score};
      better = true;
    }
    return better;
  }

  const Examples& examples_;
  const std::vector<std::uint8_t>& bins_;
  const std::vector<std::vector<float>>& cuts_;
  float smallest_;
  SeededRng& rng_;
  std::vector<std::uint32_t> drawn_;
  std::vector<Examples::Target> drawn_targets_;
  std::vector<std::uint8_t> drawn_bins_;  // by drawn example and feature
};

Forest::Forest(const Examples& examples, const ForestOptions& options, const SeededRng& rng)
    : cuts_(examples.num_features), trees_(options.trees) {
  const std::size_t num_features = examples.num_features;
  std::vector<std::uint8_t> bins(examples.features.size());
  parallel_chunks(num_features, 1, options.threads, [&](std::size_t feature, std::size_t, unsigned) {
    cuts_[feature] = cuts_of_feature(examples, feature);
    const Cuts cuts = filled_up(cuts_[feature]);
    for (std::size_t i = feature; i < bins.size(); i += num_features) {
      bins[i] = bin_of(examples.features[i], cuts);
    }
  });
  parallel_chunks(trees_.size(), 1, options.threads, [&](std::size_t tree, std::size_t, unsigned) {
    SeededRng random = rng.stream("tree", tree);
    Grower grower(examples, bins, cuts_, options.smallest_leaf, random);
    trees_[tree] = grower.grow(std::min(examples.size(), options.examples_per_tree));
  });
}

void Forest::weigh(std::span<const float> features, Weights& out) const {
  std::vector<std::uint8_t> bins(features.size());
  for (std::size_t i = 0; i < bins.size(); ++i) {
    bins[i] = static_cast<std::uint8_t>(std::ranges::upper_bound(cuts_[i], features[i]) - cuts_[i].begin());
  }
  out.clear();
  for (const Tree& tree : trees_) {
    const Node* node = tree.nodes.data();
    while (node->left != 0) {
      node = &tree.nodes[bins[node->feature] <= node->cut ? node->left : node->right];
    }
    const std::uint32_t used = std::min(node->end - node->begin, kUsedOfLeaf);
    for (std::uint32_t i = 0; i < used; ++i) {
      out.emplace_back(tree.examples[node->begin + i], 1.0F / static_cast<float>(used));
    }
  }
}

}  // namespace hopveil::infer
