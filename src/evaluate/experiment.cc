#include "evaluate/experiment.h"

#include <algorithm>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "mechanism/option_names.h"
#include "mechanism/registry.h"

namespace hopveil {
namespace {

/// The values that `mechanism` is run with: all, or the first where it has no such option.
template <class Value>
std::vector<Value> values_for(const MechanismInfo& mechanism, std::string_view name,
                              const std::vector<Value>& values) {
  if (has_parameter(mechanism, name)) return values;
  return {values.front()};
}

std::string stream_name(const MechanismInfo& mechanism, const MechanismOptions& options) {
  std::string name = fmt::format("{}/{} hops", mechanism.name, options.hops);
  for (const ParameterInfo& parameter : mechanism.parameters) {
    if (parameter.name != "postprocess" && parameter.name != "optimise")
      name.append("/").append(option_text(options, parameter.name));
  }
  return name;
}

void plan_mechanism(const ExperimentSpec& spec, const MechanismInfo& mechanism,
                    const std::vector<unsigned>& hops, std::vector<PlannedRun>& runs) {
  MechanismOptions options;
  options.hops = *std::ranges::max_element(hops);
  if (has_parameter(mechanism, "intervals")) options.intervals = spec.intervals;
  options.reach = spec.reach && mechanism.infers_reach;
  options.inference = spec.inference.get();
  const std::vector<Objective> objectives = values_for(mechanism, "optimise", spec.objectives);
  options.objective = objectives.front();
  for (const Reading reading : values_for(mechanism, "reading", spec.readings)) {
    for (const Noise noise : values_for(mechanism, "noise", spec.noise)) {
      for (const Threshold& threshold : values_for(mechanism, "threshold", spec.thresholds)) {
        options.threshold = threshold;
        options.reading = reading;
        options.noise = noise;
        runs.push_back({&mechanism, options, objectives, hops, stream_name(mechanism, options),
                        values_for(mechanism, "postprocess", spec.postprocess)});
      }
    }
  }
}

/// A paper's mechanism shows a reading even where E3 and E4 do not touch it, so that one filter on that
/// column keeps all of them.
Configuration configuration_of(const PlannedRun& run, Objective objective, unsigned hops,
                               Postprocess postprocess) {
  MechanismOptions options = run.options;
  options.objective = objective;
  options.postprocess = postprocess;
  Configuration line;
  line.mechanism = run.line_name(objective);
  line.hops = hops;
  if (!has_parameter(*run.mechanism, "threshold")) return line;
  line.reading = option_text(options, "reading");
  line.postprocess = option_text(options, "postprocess");
  line.noise = option_text(options, "noise");
  line.threshold = option_text(options, "threshold");
  return line;
}

}  // namespace

std::string PlannedRun::line_name(Objective objective) const {
  if (objective == Objective::kAbsolute || !has_parameter(*mechanism, "optimise")) return mechanism->name;
  MechanismOptions named = options;
  named.objective = objective;
  return mechanism->name + "-" + option_text(named, "optimise");
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
    const MechanismInfo& mechanism = find_mechanism(name);
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
    for (const Objective objective : run.objectives) {
      for (const unsigned hops : run.hops) {
        for (const Postprocess postprocess : run.postprocess)
          lines.push_back(configuration_of(run, objective, hops, postprocess));
      }
    }
  }
  for (const unsigned hops : spec.hops) {
    for (const char* name : {kZerosName, kHopMedianName}) {
      Configuration line;
      line.mechanism = name;
      line.hops = hops;
      lines.push_back(line);
    }
  }
  return lines;
}

namespace {

void check_thresholds(const ExperimentSpec& spec, const Preferences& preferences) {
  for (const Threshold& threshold : spec.thresholds) static_cast<void>(threshold.resolve(preferences));
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
          "no preferences are given for the users of " + graph.name + " want",
          "give --prefs-groups 1,4,16 (equal random groups), --prefs FILE or --default-epsilon E");
    }
    if (graph.preferences) check_thresholds(spec, *graph.preferences);
  }
  for (const PreferenceGroups& groups : spec.prefs) check_thresholds(spec, Preferences(groups));
  std::vector<Configuration> lines = configurations(spec);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (std::find(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.end(), lines[i]) != lines.end()) {
      throw InputError(fmt::format("{} would be run twice with the same options", lines[i].mechanism),
                       "every value of a list is given once");
    }
  }
}

}  // namespace hopveil
