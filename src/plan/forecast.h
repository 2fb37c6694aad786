// SPDX-License-Identifier: Apache-2.0
#pragma once

// What errors a release will probably have, from public knowledge alone.
//
// The mechanism is run on stand-ins (plan/stand_in.h): generated networks whose public users are as near to
// each other as the real ones. Their errors, for every level of preferences and hop, are in proportion to the
// number of public users, and a little lower in a larger network; a range goes from a low to a high quantile
// over the stand-ins, and is wider at both ends.
//
// Example: a stand-in with 75 public users says 3, and the network has 750 and ten times as many users: so it
// says 30 times 10^-.15, about 21.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hopveil/users.h>

#include "base/progress.h"
#include "mechanism/mechanism.h"
#include "plan/stand_in.h"

namespace hopveil::plan {

/// What is to be foretold.
struct ForecastQuestion {
  PublicFacts facts;
  Preferences preferences;  ///< that the mechanism may spend: times the budget share
  std::string mechanism;
  mechanism::MechanismOptions options;
};

/// How many networks are drawn (where connections between public users are given; plan/stand_in.h), how many
/// of them the mechanism is run on, and of how many users. The answer depends on these, never on the time
/// that it took.
struct Detail {
  std::size_t drawn = 0;
  std::size_t simulated = 0;
  std::size_t users = 0;

  static Detail quick() { return {100, 8, 400}; }
  static Detail full() { return {300, 12, 1500}; }
};

/// Over the stand-ins.
struct Range {
  double low = 0;
  double middle = 0;  ///< the median
  double high = 0;
};

/// Of users of one level, or all, at one hop, or over all hops.
struct ExpectedErrors {
  Range mae;                   ///< mean of |published - true|
  Range mre;                   ///< mean of that divided by max(true, 1)
  Range of_zeros;              ///< mae as a share of that of zeros
  Range zeros;                 ///< mean of the true counts, which is the error of publishing zeros
  std::optional<Range> width;  ///< mean width of an interval, with intervals
};

struct LevelForecast {
  std::string name;  ///< the preferences that are spent: "4", "0.5..0.8"
  std::uint64_t users = 0;
  bool simulated = true;  ///< whether some stand-in had such a user; otherwise the numbers are 0
  ExpectedErrors all;
  std::vector<ExpectedErrors> by_hop;
};

/// A stand-in with its own numbers, over all users and hops.
struct StandInResult {
  std::string name;  ///< what it was generated from; of a given network: its name
  std::size_t users = 0, public_users = 0;
  double mae = 0, mre = 0, of_zeros = 0;
};

struct Forecast {
  std::vector<StandInResult> stand_ins;
  LevelForecast everybody;
  std::vector<LevelForecast> by_level;  ///< the smallest epsilon first
  /// 1 .. hops: whether the published numbers are foretold to be no better than zeros.
  std::vector<bool> no_better_than_zeros;
};

/// The share of the error of zeros from which on a hop is called no better than zeros.
inline constexpr double kNoBetterThanZeros = 0.95;

/// Needs a private and a public user. Throws what the mechanism's validate throws.
Forecast forecast(const ForecastQuestion& question, const Detail& detail, unsigned threads,
                  const Progress& progress = {});

/// The same on a network that is no secret (an old or a public one) instead of stand-ins. Its public users
/// are those of highest degree, at the share that the question says; errors are in proportion to the public
/// users. The range is that of `runs` runs, each with preferences dealt out anew.
Forecast forecast_like(const ForecastQuestion& question, const Graph& network, const std::string& name,
                       unsigned runs, unsigned threads, const Progress& progress = {});

/// For the paper's mechanisms: of the smallest, mean, median and largest preference, the threshold t with the
/// smallest median error on the stand-ins. Nothing for a mechanism without threshold.
std::optional<dp::Threshold> best_threshold(const ForecastQuestion& question, const Detail& detail,
                                            unsigned threads);

}  // namespace hopveil::plan
