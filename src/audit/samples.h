// SPDX-License-Identifier: Apache-2.0
#pragma once

// Many seeded runs of a mechanism on the two networks of a pair.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "audit/neighbouring_pair.h"
#include "audit/noise_tally.h"
#include "base/progress.h"
#include "mechanism/mechanism.h"

namespace hopveil::audit {

/// The networks of a pair, as indices.
enum Side : std::size_t { kWithout = 0, kWith = 1 };

/// A number that every run shows, on both networks.
struct Column {
  std::string name;  ///< "hop 2 of user 5"
  unsigned hop = 0;  ///< 0: not a count
  std::size_t row = 0;
  std::array<std::vector<std::int64_t>, 2> values;  ///< by side and run
};

/// Of a larger table only the counts that the edge moves are kept, and of those the first this many.
inline constexpr std::size_t kMostColumns = 512;

struct SampleOptions {
  std::uint64_t runs = 1000;  ///< on each network
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::function<void(std::uint64_t runs)> done = {};  ///< called from time to time with runs just finished
};

/// What is published, run by run: every count, and which hops are null. The same for any number of threads.
std::vector<Column> sample_tables(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair,
                                  const SampleOptions& options);

/// What the noisy answers of many runs show.
struct AnswerSample {
  /// How much likelier each run's answers are on the network with the edge than on the one without, as a
  /// logarithm, by side and run: from the numbers and the noise that the steps report. An attacker who sees
  /// the answers cannot do better than by this number (Neyman and Pearson).
  std::array<std::vector<double>, 2> ratios;
  /// The answers themselves, the first kMostColumns of a run, which believe nothing that the steps report.
  /// Of fewer runs where these are many.
  std::vector<Column> answers;
  /// All noise that was drawn.
  NoiseTally noise;
};

/// For mechanisms that ask noisy questions and publish what they infer from the answers. A run ends after as
/// many answers as one whole run gets: what is inferred from them is not waited for.
AnswerSample sample_answers(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair,
                            const SampleOptions& options);

/// Whether the mechanism is such a one: it has noisy steps, and none of them is published itself.
bool publishes_inferences(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair);

}  // namespace hopveil::audit
