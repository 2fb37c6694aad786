#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/count.h>

#include "base/output_file.h"
#include "cli/command.h"
#include "cli/error_table.h"
#include "cli/exact_table.h"
#include "cli/experiment_document.h"
#include "cli/folders.h"
#include "cli/hop_chart.h"
#include "cli/network_facts.h"
#include "cli/progress_bar.h"
#include "evaluate/runner.h"
#include "evaluate/summary.h"
#include "graph/generators.h"
#include "io/write_graph.h"
#include "mechanism/registry.h"

namespace hopveil {
namespace {

constexpr unsigned kDemoHops = 4;
constexpr std::uint64_t kDemoRuns = 4;

struct DemoOptions {
  std::string folder = "hopveil-demo";
  std::uint64_t seed = kDemoNetwork.seed;
};

/// The network, with the 5% of highest degree public.
ExperimentGraph make_network(std::uint64_t seed) {
  NetworkSpec spec = kDemoNetwork;
  spec.seed = seed;
  ExperimentGraph network;
  network.name = "demo";
  network.graph = find_generator("community").make(spec);
  network.roles =
      UserRoles(network.graph.num_nodes(), highest_degree_users(network.graph, TopShare::from_text("5%")));
  return network;
}

std::string show_network(const DemoOptions& options, const ExperimentGraph& network) {
  fmt::print("1. A network: communities with hubs and bridges, made with seed {}\n\n", options.seed);
  const std::string path = options.folder + "/network.txt";
  write_graph(network.graph, path);
  NetworkFacts facts = gather_facts(network.graph, 0);
  facts.source = path;
  facts.public_users = network.roles.public_users().size();
  facts.public_choice = "the 5% of highest degree";
  print_facts(facts);
  return path;
}

std::string show_truth(const DemoOptions& options, const ExperimentGraph& network) {
  fmt::print(
      "\n2. The truth: public users exactly 1 .. {} hops from each of {} private users (NOT private)\n\n",
      kDemoHops, network.roles.private_users().size());
  const ExactCounts counts = count_fingerprints(network.graph, network.roles, kDemoHops);
  std::vector<std::span<const std::uint32_t>> columns;
  for (unsigned hop = 1; hop <= kDemoHops; ++hop) columns.push_back(counts.hop(hop));
  fmt::print("{}", hop_chart(columns, static_cast<std::uint32_t>(network.roles.public_users().size())));
  fmt::print("{:24}number of public users at that distance; higher block: more private users\n", "");
  const std::string path = options.folder + "/exact_counts_NOT_PRIVATE.csv";
  OutputFile file(path);
  write_exact_table(network.graph, network.roles, counts, false, TableFormat::kCsv, file);
  file.commit();
  return path;
}

/// Every mechanism beside publishing zeros; the paper's with values moved into the range of counts, which
/// suits them best.
std::string show_errors(const DemoOptions& options, ExperimentGraph network) {
  fmt::print(
      "\n3. What publishing costs: a third of the users each wants epsilon 1, 4 and 16; mean errors over {} "
      "releases\n\n",
      kDemoRuns);
  ExperimentSpec spec;
  spec.graphs.push_back(std::move(network));
  spec.hops = {kDemoHops};
  for (const MechanismInfo& mechanism : mechanisms()) spec.mechanisms.push_back(mechanism.name);
  spec.postprocess = {Postprocess::kClamp};
  spec.prefs = {{Epsilon::from_text("1"), Epsilon::from_text("4"), Epsilon::from_text("16")}};
  spec.runs = kDemoRuns;
  spec.seed = options.seed;
  ProgressBar bar("releasing", false);
  RunnerOptions runner;
  runner.progress = bar.callback();
  const std::vector<ErrorSummary> lines = summarise(spec, run_experiment(spec, std::move(runner)));
  fmt::print("{}", error_tables(lines, ::isatty(STDOUT_FILENO) == 1));
  for (const MechanismInfo& mechanism : mechanisms()) {
    const Guarantee guarantee = mechanism.guarantee({.hops = kDemoHops});
    fmt::print("  {:<12} its promise of privacy is {}\n", mechanism.name, status_text(guarantee.status));
  }
  const std::string path = options.folder + "/report.html";
  write_report(experiment_document(lines, provenance(spec.seed, spec.runs, "")), path, "");
  return path;
}

void run_demo(const DemoOptions& options) {
  make_folder(options.folder);
  ExperimentGraph network = make_network(options.seed);
  const std::string graph_file = show_network(options, network);
  const std::string exact_file = show_truth(options, network);
  const std::string report_file = show_errors(options, std::move(network));
  fmt::print(
      "\nWhere to look\n  {}    the network\n  {}    the exact counts\n  {}    the errors as charts: open it "
      "in a browser\n",
      graph_file, exact_file, report_file);
}

}  // namespace

void add_demo_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<DemoOptions>();
  CLI::App* command = app.add_subcommand("demo", "The whole story on an embedded network, in under a minute");
  command->add_option("-o,--output", options->folder, "the folder to write to")->capture_default_str();
  command->add_option("--seed", options->seed, "makes another network")->capture_default_str();
  command->callback([options] { run_demo(*options); });
}

}  // namespace hopveil
