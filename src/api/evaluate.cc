// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/evaluate.h>

#include "api/fits.h"
#include "evaluate/experiment.h"
#include "evaluate/runner.h"
#include "evaluate/summary.h"
#include "mechanism/registry.h"

namespace hopveil {
namespace {

evaluation::ExperimentSpec make_spec(const Graph& graph, const UserRoles& roles,
                                     const EvaluationOptions& options) {
  if (options.hops < 1 || options.hops > kMaxHops) {
    throw InputError(fmt::format("counts at up to {} hops are asked for", options.hops),
                     fmt::format("give a number from 1 to {}", kMaxHops));
  }
  if (options.runs == 0)
    throw InputError("an evaluation of 0 runs is asked for", "at least one run is needed");
  if (options.groups.empty() && !options.preferences) {
    throw InputError("no user has a preference", "give epsilons of groups, or preferences");
  }
  check_fits(graph, roles);
  evaluation::ExperimentSpec spec;
  evaluation::ExperimentGraph& experiment = spec.graphs.emplace_back();
  experiment.name = "network";
  experiment.graph = graph;
  experiment.roles = roles;
  if (options.groups.empty()) {
    check_fits(roles, options.preferences->size());
    experiment.preferences = options.preferences;
    experiment.preferences_name = "given";
  } else {
    spec.prefs = {options.groups};
  }
  spec.hops = {options.hops};
  for (const std::string& name : options.mechanisms)
    spec.mechanisms.push_back(mechanism::find_mechanism(name).name);
  for (const auto& [name, values] : options.options) {
    if (values.empty()) throw InputError(fmt::format("option {} is given without a value", name));
  }
  spec.options = options.options;
  if (options.intervals) spec.options["intervals"] = {std::to_string(*options.intervals)};
  spec.runs = options.runs;
  spec.seed = options.seed;
  return spec;
}

EvaluationLine line(const evaluation::Configuration& measured, std::string part,
                    const evaluation::ErrorPair& errors) {
  return {measured.mechanism, std::move(part), errors.mae.mean, errors.mae.sd,
          errors.mre.mean,    errors.mre.sd,   measured.options};
}

}  // namespace

std::vector<EvaluationLine> evaluate(const Graph& graph, const UserRoles& roles,
                                     const EvaluationOptions& options) {
  const evaluation::ExperimentSpec spec = make_spec(graph, roles, options);
  evaluation::RunnerOptions runner;
  runner.threads = options.threads;
  runner.network_counter = options.network_counter;
  runner.progress = options.progress;
  runner.stop = options.stop;
  std::vector<EvaluationLine> lines;
  for (const evaluation::ErrorSummary& summary :
       evaluation::summarise(spec, evaluation::run_experiment(spec, std::move(runner)))) {
    const evaluation::Configuration& measured = summary.configuration;
    lines.push_back(line(measured, "all", summary.all));
    for (std::size_t hop = 0; hop < summary.by_hop.size(); ++hop) {
      lines.push_back(line(measured, fmt::format("hop {}", hop + 1), summary.by_hop[hop]));
    }
    for (std::size_t level = 0; level < summary.by_level.size(); ++level) {
      lines.push_back(line(measured, "epsilon " + summary.levels[level], summary.by_level[level]));
    }
  }
  return lines;
}

}  // namespace hopveil
