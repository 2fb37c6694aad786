// SPDX-License-Identifier: Apache-2.0
#include "evaluate/experiment.h"

#include <algorithm>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "mechanism/option_names.h"
#include "mechanism/registry.h"

namespace hopveil::evaluation {
namespace {

constexpr std::string_view kOptimise = "optimise";
constexpr std::string_view kPostprocess = "postprocess";

/// What is drawn does not depend on these: one run gives a table for each of their values.
bool has_same_draws(const mechanism::ParameterInfo& row) {
  return row.name == kOptimise || row.name == kPostprocess;
}

/// The values that the experiment compares.
std::vector<std::string> values_of(const ExperimentSpec& spec, const mechanism::ParameterInfo& row) {
  const auto found = spec.options.find(row.name);
  return found == spec.options.end() ? std::vector{row.default_value} : found->second;
}

/// Of one field of the options, when the mechanism has the option; else its default alone.
template <class Value>
std::vector<Value> fields_of(const ExperimentSpec& spec, const mechanism::MechanismInfo& mechanism,
                             std::string_view name, Value mechanism::MechanismOptions::*field) {
  const auto row = std::ranges::find(mechanism.parameters, name, &mechanism::ParameterInfo::name);
  if (row == mechanism.parameters.end()) return {mechanism::MechanismOptions().*field};
  std::vector<Value> values;
  for (const std::string& text : values_of(spec, *row)) {
    mechanism::MechanismOptions options;
    row->parse(options, text);
    values.push_back(options.*field);
  }
  return values;
}

/// Every combination of the values that change what is drawn; those of the first row vary fastest.
std::vector<mechanism::MechanismOptions> combinations(const ExperimentSpec& spec,
                                                      const mechanism::MechanismInfo& mechanism,
                                                      const mechanism::MechanismOptions& start) {
  std::vector<mechanism::MechanismOptions> all = {start};
  for (auto row = mechanism.parameters.rbegin(); row != mechanism.parameters.rend(); ++row) {
    if (has_same_draws(*row)) continue;
    std::vector<mechanism::MechanismOptions> longer;
    for (const mechanism::MechanismOptions& options : all) {
      for (const std::string& text : values_of(spec, *row)) row->parse(longer.emplace_back(options), text);
    }
    all = std::move(longer);
  }
  return all;
}

std::string stream_name(const mechanism::MechanismInfo& mechanism,
                        const mechanism::MechanismOptions& options) {
  std::string name = fmt::format("{}/{} hops", mechanism.name, options.hops);
  for (const mechanism::ParameterInfo& row : mechanism.parameters) {
    if (!has_same_draws(row)) name.append("/").append(row.print(options));
  }
  return name;
}

void plan_mechanism(const ExperimentSpec& spec, const mechanism::MechanismInfo& mechanism,
                    const std::vector<unsigned>& hops, std::vector<PlannedRun>& runs) {
  const auto objectives = fields_of(spec, mechanism, kOptimise, &mechanism::MechanismOptions::objective);
  const auto postprocess =
      fields_of(spec, mechanism, kPostprocess, &mechanism::MechanismOptions::postprocess);
  mechanism::MechanismOptions start;
  start.hops = *std::ranges::max_element(hops);
  start.reach = spec.reach && mechanism.infers_reach;
  start.inference = spec.inference.get();
  start.objective = objectives.front();
  for (const mechanism::MechanismOptions& options : combinations(spec, mechanism, start)) {
    runs.push_back({&mechanism, options, objectives, hops, stream_name(mechanism, options), postprocess});
  }
}

/// A paper's mechanism shows a reading even where E3 and E4 do not touch it, so that one filter on that
/// column keeps all of them.
Configuration configuration_of(const PlannedRun& run, infer::Objective objective, unsigned hops,
                               mechanism::Postprocess postprocess) {
  mechanism::MechanismOptions options = run.options;
  options.objective = objective;
  options.postprocess = postprocess;
  Configuration line;
  line.base_name = line.mechanism = run.mechanism->name;
  line.options = mechanism::option_texts(*run.mechanism, options);
  for (const mechanism::ParameterInfo& row : run.mechanism->parameters) {
    const std::string& value = line.options.at(row.name);
    if (!row.label.empty() && value != row.default_value) line.mechanism.append(row.label).append(value);
  }
  line.hops = hops;
  if (!mechanism::has_parameter(*run.mechanism, "threshold")) return line;
  line.reading = mechanism::option_text(options, "reading");
  line.postprocess = mechanism::option_text(options, "postprocess");
  line.noise = mechanism::option_text(options, "noise");
  line.threshold = mechanism::option_text(options, "threshold");
  return line;
}

}  // namespace

std::string PlannedRun::line_name(infer::Objective objective) const {
  return configuration_of(*this, objective, options.hops, options.postprocess).mechanism;
}

std::string groups_text(const PreferenceGroups& groups) {
  std::string text;
  for (const Epsilon epsilon : groups) {
    if (!text.empty()) text += "/";
    text += epsilon.text();
  }
  return text;
}

std::vector<PlannedRun> plan_runs(const ExperimentSpec& spec) {
  std::vector<PlannedRun> runs;
  for (const std::string& name : spec.mechanisms) {
    const mechanism::MechanismInfo& mechanism = mechanism::find_mechanism(name);
    if (mechanism.serves_fewer_hops) {
      plan_mechanism(spec, mechanism, spec.hops, runs);
    } else {
      for (const unsigned hops : spec.hops) plan_mechanism(spec, mechanism, {hops}, runs);
    }
  }
  return runs;
}

std::vector<Configuration> configurations(const ExperimentSpec& spec) {
  std::vector<Configuration> lines;
  for (const PlannedRun& run : plan_runs(spec)) {
    for (const infer::Objective objective : run.objectives) {
      for (const unsigned hops : run.hops) {
        for (const mechanism::Postprocess postprocess : run.postprocess)
          lines.push_back(configuration_of(run, objective, hops, postprocess));
      }
    }
  }
  for (const unsigned hops : spec.hops) {
    for (const char* name : {kZerosName, kHopMedianName}) {
      Configuration line;
      line.base_name = line.mechanism = name;
      line.hops = hops;
      lines.push_back(line);
    }
  }
  return lines;
}

namespace {

/// Every value is one of its option's, and fits the preferences.
void check_options(const ExperimentSpec& spec, const Preferences& preferences) {
  for (const auto& [name, texts] : spec.options) {
    for (const std::string& text : texts) {
      mechanism::MechanismOptions options;
      mechanism::set_option(options, name, text);
      const mechanism::ParameterInfo& row = *mechanism::find_option(name);
      if (row.resolve) static_cast<void>(row.resolve(options, preferences));
    }
  }
}

}  // namespace

void check_experiment(const ExperimentSpec& spec) {
  if (spec.graphs.empty()) throw InputError("there is no graph", "at least one is needed");
  if (spec.runs == 0) throw InputError("--runs 0 runs nothing", "the number of runs is at least 1");
  for (const ExperimentGraph& graph : spec.graphs) {
    if (graph.roles.private_users().empty()) {
      throw InputError(graph.name + " has no private user", "errors are measured over private users");
    }
    if (graph.roles.public_users().empty()) {
      throw InputError(graph.name + " has no public user", "every count would be 0");
    }
    if (spec.prefs.empty() && !graph.preferences) {
      throw InputError(
          "no preferences are given for the users of " + graph.name,
          "give --prefs-groups 1,4,16 (equal random groups), --prefs FILE or --default-epsilon E");
    }
    if (graph.preferences) check_options(spec, *graph.preferences);
  }
  for (const PreferenceGroups& groups : spec.prefs) check_options(spec, Preferences(groups));
  std::vector<Configuration> lines = configurations(spec);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (std::find(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.end(), lines[i]) != lines.end()) {
      throw InputError(fmt::format("{} would be run twice with the same options", lines[i].mechanism),
                       "every value of a list is given once");
    }
  }
}

}  // namespace hopveil::evaluation
