// SPDX-License-Identifier: Apache-2.0
#include "cli/experiment_options.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/harmless_text.h"
#include "cli/load_network.h"
#include "cli/mechanism_choice.h"
#include "cli/table_options.h"
#include "cli/value_lists.h"
#include "infer/registry.h"
#include "mechanism/option_names.h"
#include "mechanism/registry.h"

namespace hopveil::cli {
namespace {

std::vector<std::string> parse_mechanisms(const std::string& text) {
  std::vector<std::string> names;
  for (const std::string& name : split_values(text)) {
    if (name == "all") {
      for (const mechanism::MechanismInfo& mechanism : mechanism::mechanisms())
        names.push_back(mechanism.name);
    } else {
      names.push_back(mechanism::find_mechanism(name).name);
    }
  }
  return names;
}

/// A file's name without folder and endings: "facebook_combined".
std::string short_name(const std::string& path) {
  if (path == "-") return "stdin";
  const std::string name = std::filesystem::path(path).filename().string();
  const std::string stem = name.substr(0, name.find('.', 1));
  return stem.empty() ? name : stem;
}

/// As tables and the journal call them: texts, also where a path is none.
std::vector<std::string> graph_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  names.reserve(paths.size());
  for (const std::string& path : paths) names.push_back(harmless(short_name(path)));
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) == sorted.end()) return names;
  std::ranges::transform(paths, names.begin(), [](const std::string& path) { return harmless(path); });
  return names;
}

/// Every run would be done and shown twice, under one name.
void check_given_once(const std::vector<std::string>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code ignored;
      if (paths[i] == paths[j] || std::filesystem::equivalent(paths[i], paths[j], ignored)) {
        throw InputError(fmt::format("the network {} is given twice", paths[i]), "name each network once");
      }
    }
  }
}

evaluation::ExperimentGraph load_experiment_graph(const ExperimentOptions& options,
                                                  const GraphOptions& graph_options,
                                                  const std::string& name) {
  evaluation::ExperimentGraph graph;
  graph.name = name;
  const bool with_preferences = options.groups.empty() && (!options.preferences.file.empty() ||
                                                           !options.preferences.default_epsilon.empty());
  LoadedNetwork network =
      with_preferences ? load_network(graph_options, options.preferences) : load_network(graph_options);
  graph.graph = std::move(network.graph);
  graph.roles = std::move(network.roles);
  if (with_preferences) {
    graph.preferences = std::move(network.preferences);
    graph.preferences_name = options.preferences.file.empty() ? options.preferences.default_epsilon
                                                              : short_name(options.preferences.file);
  }
  return graph;
}

}  // namespace

void add_experiment_options(CLI::App& command, ExperimentOptions& options) {
  command.add_option("GRAPH", options.paths, "the networks: files (also .gz, .zst), or - for standard input")
      ->required();
  add_shared_graph_options(command, options.graph);
  add_public_options(command, options.graph);
  add_preference_options(command, options.preferences);
  command
      .add_option("--prefs-groups", options.groups,
                  "equal random groups of users with these epsilons, such as 1,4,16; may be given again")
      ->expected(1)
      ->take_all()
      ->excludes("--prefs")
      ->excludes("--default-epsilon");
  command.add_option("--hops", options.hops, "numbers of hops, such as 4,7")->capture_default_str();
  command
      .add_option("--mechanism", options.mechanisms,
                  "names separated by commas, or all: " + mechanism::mechanism_names())
      ->capture_default_str();
  add_option_rows(command, options.values, "; several, by commas, are compared");
  command.add_flag("--reach", options.reach,
                   "also measures reach: how many private users are at each hop from each public user");
  command
      .add_option("--inference", options.inference,
                  "eli: which of its inferences: " + infer::inference_names())
      ->capture_default_str();
  command
      .add_option("--set", options.parameters,
                  "eli: a number of its inference, such as imputation.replaced_share=0.3; may be given again")
      ->expected(1)
      ->take_all();
  command.add_option("--runs", options.runs, "runs of every combination")->capture_default_str();
  command.add_option("--seed", options.seed, "the same seed gives the same results")->capture_default_str();
}

evaluation::PreferenceGroups parse_groups(const std::string& text) {
  return parse_values("--prefs-groups", text,
                      [](const std::string& value) { return Epsilon::from_text(value); });
}

evaluation::ExperimentSpec make_experiment(ExperimentOptions& options) {
  evaluation::ExperimentSpec spec;
  spec.hops = parse_values("--hops", options.hops, parse_hops);
  spec.mechanisms = parse_mechanisms(options.mechanisms);
  for (const auto& [name, text] : options.values) {
    spec.options[name] = parse_values("--" + name, text, [&, option = name](const std::string& value) {
      mechanism::MechanismOptions read;
      mechanism::set_option(read, option, value);
      return mechanism::option_text(read, option);
    });
  }
  spec.reach = options.reach;
  infer::InferenceChoice choice;
  choice.inference = &infer::find_inference(options.inference);
  for (const std::string& assignment : options.parameters)
    infer::set_parameter(choice.parameters, assignment);
  spec.inference = std::make_shared<const infer::InferenceChoice>(std::move(choice));
  for (const std::string& groups : options.groups) spec.prefs.push_back(parse_groups(groups));
  spec.runs = options.runs;
  spec.seed = options.seed;
  check_given_once(options.paths);
  const std::vector<std::string> names = graph_names(options.paths);
  for (std::size_t i = 0; i < options.paths.size(); ++i) {
    options.graph.path = options.paths[i];
    spec.graphs.push_back(load_experiment_graph(options, options.graph, names[i]));
  }
  evaluation::check_experiment(spec);
  return spec;
}

}  // namespace hopveil::cli
