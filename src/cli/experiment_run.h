#pragma once

#include <string>
#include <vector>

#include "evaluate/experiment.h"
#include "evaluate/summary.h"

namespace hopveil {

struct FolderOptions {
  std::string folder;
  bool resume = false;
  unsigned threads = 0;
  bool quiet = false;
};

struct FinishedExperiment {
  std::vector<ErrorSummary> lines;
  std::string effort;  ///< how long it took and how many counts it made, a line of text
};

/// Runs the experiment with its journal in the folder (made when it is missing), showing progress, and writes
/// the result files there.
FinishedExperiment run_in_folder(const ExperimentSpec& spec, const FolderOptions& options);

}  // namespace hopveil
