// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluate/experiment.h"
#include "evaluate/summary.h"

namespace hopveil::cli {

struct JournalledRunOptions {
  std::string journal;  ///< a path
  bool resume = false;
  unsigned threads = 0;
  bool quiet = false;
  std::string label = "evaluating";  ///< of the progress bar
};

struct FinishedExperiment {
  std::vector<evaluation::ErrorSummary> lines;
  std::vector<evaluation::ReachSummary> reach;  ///< empty unless it was measured
  std::uint64_t new_runs = 0;
  std::uint64_t counts_made = 0;  ///< in the new runs
  double seconds = 0;

  /// "300 runs in 2 min 05 s, with 12345 counts of a network"
  std::string effort() const;
};

/// Runs the experiment, writing a journal and showing progress.
FinishedExperiment run_with_journal(const evaluation::ExperimentSpec& spec,
                                    const JournalledRunOptions& options);

}  // namespace hopveil::cli
