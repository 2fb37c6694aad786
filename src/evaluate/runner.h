// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "evaluate/errors_of_run.h"
#include "evaluate/experiment.h"
#include "evaluate/reach_errors.h"

namespace hopveil::evaluation {

/// The errors of every configuration in one run on one graph with one assignment of preferences.
struct UnitResult {
  std::string graph;
  std::string prefs;
  std::uint64_t run = 0;
  std::uint64_t counts_made = 0;    ///< how often a graph was counted
  std::vector<std::string> levels;  ///< the names of the preference levels
  std::vector<ErrorsOfRun> errors;  ///< by configuration, see configurations()
  /// Of the largest number of hops: mechanisms that give reach, zeros and the scaled share; empty unless
  /// asked.
  std::vector<ReachOfRun> reach = {};
};

struct RunnerOptions {
  /// Runs are spread over threads; where there are fewer runs than threads, each counts with several.
  unsigned threads = 0;
  /// Who counts in the networks that a mechanism makes from noisy answers. Empty: this process.
  NetworkCounter network_counter = {};
  Progress progress = {};
  /// Asked to stop, the runner throws Cancelled within a second; what on_result was given is done.
  std::stop_token stop = {};
  /// Results of an earlier, interrupted call: not run again.
  std::vector<UnitResult> done = {};
  /// Called with every new result, from one thread at a time, in any order.
  std::function<void(const UnitResult&)> on_result = {};
};

/// Runs everything; the results are ordered by graph, preferences and run, and depend on the experiment
/// alone: not on threads, not on what else is in the lists, not on what was done before.
std::vector<UnitResult> run_experiment(const ExperimentSpec& spec, RunnerOptions options);

}  // namespace hopveil::evaluation
