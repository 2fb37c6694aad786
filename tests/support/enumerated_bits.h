// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exactness of samplers, without statistics: run a sampler on all its possible random inputs, up to a depth,
// and add up the probability of the runs that lead to each outcome. What the runs that were pruned weigh is
// known too. So each outcome's probability is enclosed in an interval, and a bias of 2^-12, which no
// chi-square test would notice, shows.
//
// Three levels, each of which takes as exact what the one below it shows and so reaches deeper:
// EnumeratedBits branches on bits (for uniform_below, bernoulli), EnumeratedCoins on their results (for
// bernoulli_exp and the like), EnumeratedSteps on the results of those (for geometric_exp, the ladder).

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "base/uint128.h"

namespace hopveil::testing {

/// Thrown to leave a run that is pruned.
struct CutOff {};

/// The choices of one run: replays a prefix, then takes the first branch everywhere.
class ChoicePath {
 public:
  /// `cut`: runs less probable than this are pruned.
  explicit ChoicePath(double cut) : cut_(cut) {}

  /// One of 0 .. branches-1, each with its probability.
  template <class Probability>
  std::uint64_t choose(std::uint64_t branches, Probability&& probability) {
    if (depth_ == path_.size()) path_.push_back({0, branches});
    const std::uint64_t branch = path_[depth_++].branch;
    mass_ *= probability(branch);
    if (mass_ < cut_) throw CutOff();
    return branch;
  }

  double mass() const { return mass_; }
  /// Goes to the next run in order, past all that share what this run has looked at; false after the last.
  bool advance() {
    path_.resize(depth_);
    depth_ = 0;
    mass_ = 1;
    while (!path_.empty() && path_.back().branch + 1 == path_.back().branches) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().branch;
    return true;
  }

 private:
  struct Choice {
    std::uint64_t branch;
    std::uint64_t branches;
  };
  double cut_;
  std::vector<Choice> path_;
  std::size_t depth_ = 0;
  double mass_ = 1;
};

/// Bits for the templates of exact_samplers.h.
struct EnumeratedBits {
  static constexpr unsigned kChunkBits = 2;
  ChoicePath& path;

  std::uint64_t next_chunk() {
    return path.choose(4, [](std::uint64_t) { return 0.25; });
  }
  bool next_bit() {
    return path.choose(2, [](std::uint64_t) { return 0.5; }) != 0;
  }
};

/// The same with whole coins; the overloads below stand in for those of exact_samplers.h.
struct EnumeratedCoins {
  ChoicePath& path;
  bool next_bit() { return EnumeratedBits{path}.next_bit(); }
};
inline std::uint64_t uniform_below(EnumeratedCoins& coins, std::uint64_t n) {
  return n == 1 ? 0 : coins.path.choose(n, [&](std::uint64_t) { return 1 / static_cast<double>(n); });
}
inline bool bernoulli(EnumeratedCoins& coins, Uint128 n, Uint128 d) {
  if (n == 0 || n >= d) return n != 0;
  const double yes = static_cast<double>(n) / static_cast<double>(d);
  return coins.path.choose(2, [&](std::uint64_t branch) { return branch == 1 ? yes : 1 - yes; }) == 1;
}

/// The same with whole steps.
struct EnumeratedSteps {
  ChoicePath& path;
  bool next_bit() { return EnumeratedBits{path}.next_bit(); }
};
inline std::uint64_t uniform_below(EnumeratedSteps& steps, std::uint64_t n) {
  EnumeratedCoins coins{steps.path};
  return uniform_below(coins, n);
}
inline bool exact_coin(EnumeratedSteps& steps, double yes) {
  if (yes >= 1) return true;
  return steps.path.choose(2, [&](std::uint64_t branch) { return branch == 1 ? yes : 1 - yes; }) == 1;
}
inline bool bernoulli_exp(EnumeratedSteps& steps, Uint128 a, std::uint64_t b) {
  return exact_coin(steps, std::exp(-static_cast<double>(a) / static_cast<double>(b)));
}
inline bool bernoulli_exp_fraction(EnumeratedSteps& steps, std::uint64_t a, std::uint64_t b) {
  return bernoulli_exp(steps, a, b);
}
inline bool bernoulli_two_over_e(EnumeratedSteps& steps) {
  return exact_coin(steps, 2 * std::exp(-1.0));
}
inline Uint128 geometric_exp(EnumeratedSteps& steps, std::uint64_t a, std::uint64_t b) {
  std::uint64_t successes = 0;
  while (bernoulli_exp(steps, a, b)) ++successes;
  return successes;
}

struct Enclosure {
  std::map<std::uint64_t, double> mass;  ///< by outcome: the probability of the runs that certainly reach it
  double undecided = 0;                  ///< the probability of the runs that were pruned
};

/// Runs `sample` on every choice of its bits or coins that is at least as probable as `cut`.
template <class Bits, class Sample>
Enclosure enumerate(double cut, Sample&& sample) {
  Enclosure result;
  ChoicePath path(cut);
  do {
    try {
      Bits bits{path};
      const auto outcome = static_cast<std::uint64_t>(sample(bits));
      result.mass[outcome] += path.mass();
    } catch (const CutOff&) {
      result.undecided += path.mass();
    }
  } while (path.advance());
  return result;
}

/// Whether the exact probability of `outcome` lies in its enclosure, up to double's rounding.
inline bool encloses(const Enclosure& enclosure, std::uint64_t outcome, double exact) {
  constexpr double kRounding = 1e-10;
  const auto found = enclosure.mass.find(outcome);
  const double low = found == enclosure.mass.end() ? 0 : found->second;
  return low <= exact + kRounding && exact <= low + enclosure.undecided + kRounding;
}

}  // namespace hopveil::testing
