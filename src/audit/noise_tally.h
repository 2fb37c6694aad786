// SPDX-License-Identifier: Apache-2.0
#pragma once

// Is the noise as wide as the step that drew it says? Every answer of every run shows one draw: what came out
// minus what went in.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "audit/bounds.h"
#include "audit/tape.h"

namespace hopveil::audit {

/// All noise that was drawn with one parameter.
struct NoiseBound {
  bool of_pairs = false;  ///< flips of randomized response; otherwise discrete Laplace noise
  double said = 0;        ///< epsilon for one unit (one pair), as the steps report it
  double at_least = 0;    ///< a lower bound of what the draws really lose
  std::uint64_t draws = 0;
  bool too_narrow() const { return at_least > said * (1 + 1e-9); }
};

/// Counts draws, and bounds what they lose.
///
/// Discrete Laplace noise X of parameter e falls by exp(-s e) over s units, everywhere: P(X <= 0) / P(X <=
/// -s), P(X >= 0) / P(X >= s) and P(|X| >= s) / P(|X| >= 2 s) are exp(s e). If a count that moves by s is to
/// be hidden, none of them may be larger, whatever the noise is; so each is an event of an audit, bounded as
/// docs/audit.md has it, with s about 1 / e. A bit of randomized response stays and flips with odds of
/// exp(e).
class NoiseTally {
 public:
  void add(const RecordedStep& step);
  void add(const RecordedResponse& response);
  /// One draw of discrete Laplace noise for which a step says `epsilon`.
  void add_draw(double epsilon, std::int64_t draw);
  /// Bits of randomized response for which a step says `epsilon`.
  void add_bits(double epsilon, std::uint64_t stayed, std::uint64_t flipped);
  void merge(const NoiseTally& other);

  /// One for every parameter; all of them hold together but for a probability of `alpha`.
  std::vector<NoiseBound> bounds(double alpha) const;

 private:
  static constexpr std::size_t kEvents = 3;
  struct Laplace {
    std::int64_t unit = 1;  // s
    std::uint64_t draws = 0;
    std::array<std::uint64_t, kEvents> likely{};
    std::array<std::uint64_t, kEvents> unlikely{};
  };
  struct Bits {
    std::uint64_t stayed = 0;
    std::uint64_t flipped = 0;
  };

  std::map<double, Laplace> laplace_;  // by what steps say
  std::map<double, Bits> bits_;
};

/// The bound that exceeds what was said by the largest factor; null without draws.
const NoiseBound* narrowest(std::span<const NoiseBound> bounds);

}  // namespace hopveil::audit
