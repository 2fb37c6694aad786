// SPDX-License-Identifier: Apache-2.0
#pragma once

// Means and spreads over the runs.

#include <optional>
#include <string>
#include <vector>

#include "evaluate/runner.h"

namespace hopveil::evaluation {

/// The mean over runs and their standard deviation (0 for a single run).
struct Spread {
  double mean = 0;
  double sd = 0;
};

struct ErrorPair {
  Spread mae;
  Spread mre;
};

/// One line of errors.csv, with its parts.
struct ErrorSummary {
  std::string graph;
  std::string prefs;
  Configuration configuration;
  std::uint64_t runs = 0;
  ErrorPair all;
  std::vector<ErrorPair> by_hop;
  std::vector<std::string> levels;
  std::vector<ErrorPair> by_level;
  std::vector<double> published;                           ///< by hop: the share of runs that published it
  std::vector<Spread> expected_by_hop, expected_by_level;  ///< the error that the tables expect; may be empty
  std::vector<Spread> covered;  ///< by hop: the share of intervals that hold the true count; may be empty
  std::vector<Spread> covered_by_level;  ///< the same by hop and level: all levels of the first hop, ..
};

/// A number that the tables expect, and the true one.
struct ExpectedCell {
  std::string name;  ///< "hop 2", "epsilon 4"
  Spread expected, error;

  /// 1 where the error is as expected.
  double ratio() const;
};

/// The cells of a line: a hop, or a level of preferences over all hops. Empty when no error is expected.
std::vector<ExpectedCell> expected_cells(const ErrorSummary& line);

/// What expected errors are held to: most of them within this factor of the true error.
inline constexpr double kExpectedWithin = 1.5;

/// By graph, preferences and configuration, in the experiment's order. `results` as run_experiment gives
/// them.
std::vector<ErrorSummary> summarise(const ExperimentSpec& spec, const std::vector<UnitResult>& results);

/// One line of reach.csv: an estimate of the private users at exactly, or within, this many hops.
struct ReachSummary {
  std::string graph;
  std::string prefs;
  std::string estimate;  ///< a mechanism, zeros or the scaled share
  unsigned hop = 0;
  bool within = false;
  std::uint64_t runs = 0;
  ErrorPair errors;
  Spread rank_correlation;
  std::optional<Spread> covered;  ///< the share of intervals that hold the true reach; of exact hops only
};

/// By graph, preferences, estimate and hop: exactly, then within. Empty unless the experiment measures reach.
std::vector<ReachSummary> summarise_reach(const ExperimentSpec& spec, const std::vector<UnitResult>& results);

/// Of the lines for the same graph, preferences and hops: the place of the one with the smallest error, among
/// those that publish something (zeros and hop-median are for orientation). The line itself when it is alone.
bool is_best(const std::vector<ErrorSummary>& lines, const ErrorSummary& line, Spread ErrorPair::*error);

bool is_floor(const Configuration& configuration);

}  // namespace hopveil::evaluation
