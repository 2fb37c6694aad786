// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "audit/audit.h"
#include "audit/named_pairs.h"
#include "base/output_file.h"
#include "cli/audit_document.h"
#include "cli/audit_json.h"
#include "cli/audit_text.h"
#include "cli/command.h"
#include "cli/load_network.h"
#include "cli/not_private.h"
#include "cli/output_paths.h"
#include "cli/progress_bar.h"
#include "cli/pseudonyms.h"
#include "cli/table_options.h"
#include "cli/terminal.h"
#include "cli/value_lists.h"
#include "mechanism/registry.h"
#include "report/html.h"

namespace hopveil::cli {
namespace {

struct AuditCommandOptions {
  GraphOptions graph;
  PreferenceOptions preferences;
  std::string mechanism = "all";
  std::string epsilon = "1";
  std::string pairs = "all";
  std::string hops;
  double seconds = 60;
  std::uint64_t runs = 0;
  std::uint64_t edges = 5;
  std::uint64_t seed = 1;
  std::string confidence = "99%";
  std::string report;
  bool show_names = false;
  bool growth = false;
  bool list_pairs = false;
  bool json = false;
  bool overwrite = false;
};

Epsilon parse_level(const std::string& text) {
  try {
    return Epsilon::from_text(text);
  } catch (InputError& error) {
    error.in_file("--epsilon");
    throw;
  }
}

/// "99%", "99" and "0.99" are the same.
double parse_confidence(const std::string& text) {
  const bool in_percent = text.ends_with('%');
  const char* end = text.data() + text.size() - (in_percent ? 1 : 0);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (in_percent || value >= 1) value /= 100;
  if (error != std::errc() || stop != end || !(value >= 0.5 && value <= 0.999999)) {
    throw InputError(fmt::format("--confidence \"{}\" is not one", text),
                     "give 50% to 99.9999%, such as 99%");
  }
  return value;
}

std::vector<audit::NeighbouringPair> chosen_pairs(const AuditCommandOptions& options, Epsilon level) {
  std::vector<audit::NeighbouringPair> pairs;
  if (options.pairs == "all") {
    for (const audit::NamedPair& pair : audit::named_pairs())
      pairs.push_back(pair.make(pair, level, pair.size));
    return pairs;
  }
  for (const audit::NamedPair* pair : parse_values(
           "--pair", options.pairs, [](const std::string& name) { return &audit::find_named_pair(name); })) {
    pairs.push_back(pair->make(*pair, level, pair->size));
  }
  return pairs;
}

void use_given_network(const AuditCommandOptions& options, audit::AuditOptions& audit) {
  PreferenceOptions preferences = options.preferences;
  if (preferences.default_epsilon.empty()) preferences.default_epsilon = options.epsilon;
  LoadedNetwork loaded = load_network(options.graph, preferences);
  audit::GivenNetwork network;
  network.graph = std::move(loaded.graph);
  network.roles = std::move(loaded.roles);
  network.preferences = std::move(loaded.preferences);
  audit.pairs =
      audit::pairs_of_network(network.graph, network.roles, network.preferences, options.edges, options.seed);
  if (audit.pairs.empty()) {
    throw InputError("the network has no edge that anybody promises to protect",
                     "an audit needs an edge with a private end");
  }
  if (options.show_names) {
    use_harmless_names(audit.pairs);
  } else {
    use_pseudonyms(audit.pairs);
  }
  audit.network = std::move(network);
}

audit::AuditOptions audit_options(const AuditCommandOptions& options) {
  audit::AuditOptions audit;
  audit.subjects = audit::audit_subjects(options.mechanism);
  audit.growth_level = parse_level(options.epsilon);
  if (!options.hops.empty()) audit.hops = parse_hops(options.hops);
  if (options.runs != 0) audit.runs = options.runs;
  audit.seconds = options.seconds;
  audit.seed = options.seed;
  audit.confidence = parse_confidence(options.confidence);
  audit.threads = options.graph.threads;
  audit.with_growth = options.growth || !options.report.empty();
  audit.pairs = chosen_pairs(options, audit.growth_level);
  if (!options.graph.path.empty()) use_given_network(options, audit);
  return audit;
}

void run_audit_command(const AuditCommandOptions& options, ExitCode& exit_code) {
  if (options.list_pairs) {
    fmt::print("{}", pairs_text());
    return;
  }
  check_outputs({options.report}, {options.graph.path, options.graph.public_file, options.preferences.file},
                options.overwrite);
  audit::AuditOptions audit = audit_options(options);
  std::optional<OutputFile> report;
  if (!options.report.empty()) report.emplace(options.report);
  const AuditView view{wants_colours(STDOUT_FILENO), audit.network.has_value()};
  if (view.of_given_network)
    note_not_private("these are true connections of the network", options.graph.quiet);
  audit::AuditResult result;
  {
    ProgressBar bar("auditing", options.graph.quiet);
    audit.progress = bar.callback();
    result = audit::run_audit(audit);
  }
  if (options.json) {
    fmt::print("{}\n", audit_json(result, view).dump(2));
  } else {
    fmt::print("{}", audit_text(result, view));
  }
  if (report) {
    report->write(report::render_html(audit_document(result, audit.pairs, view)));
    report->commit();
  }
  if (result.any_violation()) exit_code = ExitCode::kViolationFound;
}

void add_effort_options(CLI::App& command, AuditCommandOptions& options) {
  command
      .add_option(
          "--time", options.seconds,
          "about how many seconds to take on one core; fixes the number of runs, whatever the machine")
      ->check(CLI::Range(0.01, 1e6))
      ->capture_default_str();
  command.add_option("--runs", options.runs, "runs on each network of a pair, instead of --time")
      ->check(CLI::Range(1, 1'000'000'000));
  command.add_option("--seed", options.seed, "the same seed gives the same answer")->capture_default_str();
  command.add_option("--confidence", options.confidence, "that all bounds hold together: 99%, 99 or 0.99")
      ->capture_default_str();
}

}  // namespace

void add_audit_command(CLI::App& app, ExitCode& exit_code) {
  const auto options = std::make_shared<AuditCommandOptions>();
  CLI::App* command =
      app.add_subcommand("audit", "Try to break the mechanisms' promises, with confidence bounds");
  add_graph_options(*command, options->graph);
  command->get_option("GRAPH")->required(false)->description(
      "audit on edges of this network instead of the built-in pairs");
  add_public_options(*command, options->graph);
  add_preference_options(*command, options->preferences);
  command->add_option("--mechanism", options->mechanism, "all, or one of " + mechanism::mechanism_names())
      ->capture_default_str();
  command->add_option("--epsilon", options->epsilon, "the level promised to the edge that differs")
      ->capture_default_str();
  command->add_option("--pair", options->pairs, "all, or some of " + audit::named_pair_names())
      ->capture_default_str();
  command->add_option("--hops", options->hops, "hops to publish, instead of what shows most on each pair");
  command->add_option("--edges", options->edges, "how many edges of GRAPH to audit by many runs")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  command->add_flag("--show-names", options->show_names,
                    "show the names of GRAPH's users (default: pseudonyms P1, U1, ..)");
  add_effort_options(*command, *options);
  command->add_flag("--growth", options->growth, "measure how epsilon grows with the size of a hub");
  command->add_option("--report", options->report,
                      "write a page with pictures of the pairs and what was found");
  add_overwrite_option(*command, options->overwrite);
  command->add_flag("--list-pairs", options->list_pairs, "only show the pairs of networks");
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options, &exit_code] { run_audit_command(*options, exit_code); });
}

}  // namespace hopveil::cli
