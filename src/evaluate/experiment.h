// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an experiment compares: every combination of the lists below, on every graph, over many seeded runs.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "mechanism/mechanism.h"

namespace hopveil::evaluation {

struct ExperimentGraph {
  std::string name;  ///< as results show it
  Graph graph;
  UserRoles roles;
  /// Fixed ones; without them every run assigns those of the experiment's groups anew.
  std::optional<Preferences> preferences = {};
  std::string preferences_name = {};  ///< as results show them
};

/// Whose epsilons: equal random groups, drawn again for each run. "1/4/16" in results.
using PreferenceGroups = std::vector<Epsilon>;
std::string groups_text(const PreferenceGroups& groups);

struct ExperimentSpec {
  std::vector<ExperimentGraph> graphs;
  std::vector<unsigned> hops = {4};
  std::vector<std::string> mechanisms;
  /// Values of the mechanisms' options by name, as texts: {"threshold", {"1", "max"}}. An option that is left
  /// out has its default. With intervals, their coverage is measured.
  std::map<std::string, std::vector<std::string>> options;
  /// Also measures the reach of public users, for the mechanisms that can give it.
  bool reach = false;
  /// eli's inference; null: what a release does.
  std::shared_ptr<const infer::InferenceChoice> inference = {};
  /// Empty: every graph has its own preferences.
  std::vector<PreferenceGroups> prefs;
  std::uint64_t runs = 10;
  std::uint64_t seed = 1;
};

/// One line of the results but for graph and preferences. Options that the mechanism does not have are
/// empty, "-" in files.
struct Configuration {
  std::string mechanism;  ///< its name, with what its options' labels add: eli-relative
  std::string reading;
  std::string postprocess;
  std::string noise;
  unsigned hops = 0;
  std::string threshold;
  std::string base_name = {};                       ///< without what labels add
  std::map<std::string, std::string> options = {};  ///< all of the mechanism's, as texts

  friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// The names of the two rows that every table has: 0 for everybody, and the median of the truth at each hop
/// (not private: for orientation).
inline constexpr const char* kZerosName = "zeros";
inline constexpr const char* kHopMedianName = "hop-median";

/// One run of a mechanism, which gives a line for each objective, number of hops and post-processing: what is
/// drawn does not depend on the objective, clamping is applied to the same table, and where
/// MechanismInfo::serves_fewer_hops says so, one run serves them all.
struct PlannedRun {
  const mechanism::MechanismInfo* mechanism;
  mechanism::MechanismOptions options;  ///< objective: the first, postprocess: none
  std::vector<infer::Objective> objectives;
  std::vector<unsigned> hops;
  /// Names the random bits of the run: the same whatever else is evaluated.
  std::string stream;
  std::vector<mechanism::Postprocess> postprocess;

  /// The mechanism as results name it: eli, or eli-relative for another objective than the default.
  std::string line_name(infer::Objective objective) const;
};

/// What is run for every graph, preferences and run number. An option that a mechanism does not have does not
/// multiply its runs.
std::vector<PlannedRun> plan_runs(const ExperimentSpec& spec);

/// The lines of the results in order: those of plan_runs, then zeros and hop-median for each number of hops.
std::vector<Configuration> configurations(const ExperimentSpec& spec);

/// Throws InputError, before anything is run, when the lists do not make an experiment.
void check_experiment(const ExperimentSpec& spec);

}  // namespace hopveil::evaluation
