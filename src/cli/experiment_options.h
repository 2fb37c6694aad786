// SPDX-License-Identifier: Apache-2.0
#pragma once

// The options that describe an experiment, and what they give.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/graph_options.h"
#include "cli/preference_options.h"
#include "evaluate/experiment.h"

namespace hopveil::cli {

struct ExperimentOptions {
  GraphOptions graph;  ///< its path is one of `paths` in turn
  std::vector<std::string> paths;
  PreferenceOptions preferences;
  std::vector<std::string> groups;
  std::string hops = "4";
  std::string mechanisms = "all";
  std::map<std::string, std::string> values = {};  ///< lists of values of the mechanisms' options, by name
  bool reach = false;
  std::string inference = "eli";
  std::vector<std::string> parameters;  ///< stage.name=value
  std::uint64_t runs = 10;
  std::uint64_t seed = 1;
};

void add_experiment_options(CLI::App& command, ExperimentOptions& options);

/// Reads the lists, then the graphs. Throws InputError.
evaluation::ExperimentSpec make_experiment(ExperimentOptions& options);

/// "1,4,16" as preferences of equal groups.
evaluation::PreferenceGroups parse_groups(const std::string& text);

}  // namespace hopveil::cli
