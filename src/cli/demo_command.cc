#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/count.h>

#include "base/output_file.h"
#include "cli/clock.h"
#include "cli/command.h"
#include "cli/error_bars.h"
#include "cli/error_table.h"
#include "cli/exact_table.h"
#include "cli/experiment_document.h"
#include "cli/folders.h"
#include "cli/hop_chart.h"
#include "cli/network_facts.h"
#include "cli/output_paths.h"
#include "cli/progress_bar.h"
#include "cli/release_document.h"
#include "cli/release_table.h"
#include "evaluate/runner.h"
#include "evaluate/summary.h"
#include "graph/generators.h"
#include "io/write_graph.h"
#include "mechanism/registry.h"
#include "release/metadata.h"
#include "release/release_plan.h"
#include "report/html.h"

namespace hopveil {
namespace {

constexpr unsigned kDemoHops = 4;
constexpr std::uint64_t kDemoRuns = 4;

struct DemoOptions {
  std::string folder = "hopveil-demo";
  std::uint64_t seed = kDemoNetwork.seed;
};

PreferenceGroups demo_groups() {
  return {Epsilon::from_text("1"), Epsilon::from_text("4"), Epsilon::from_text("16")};
}

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
  std::string path = options.folder + "/network.txt";
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
  std::string path = options.folder + "/exact_counts_NOT_PRIVATE.csv";
  OutputFile file(path);
  write_exact_table(network.graph, network.roles, counts, false, TableFormat::kCsv, file);
  file.commit();
  return path;
}

/// A release as a data steward makes it: other numbers every time, since no seed can be given.
std::string show_release(const DemoOptions& options, const ExperimentGraph& network) {
  fmt::print(
      "\n3. A release with the default mechanism; a third of the users each wants epsilon 1, 4 and 16\n\n");
  SeededRng assignment(options.seed);
  ReleaseRequest request;
  request.graph = network.graph;
  request.roles = network.roles;
  request.preferences = assign_equal_groups(network.roles.private_users().size(), demo_groups(), assignment);
  request.mechanism = kDefaultMechanism;
  request.options.hops = kDemoHops;
  ReleasePlan plan(std::move(request));
  const ReleasedCounts counts = plan.draw(plan.without_ledger());
  std::string path = options.folder + "/released.csv";
  OutputFile table(path);
  write_released_table(network.graph.ids(), network.roles.private_users(), counts, {.order = RowOrder::kId},
                       table);
  table.flush();
  const ReleaseContext context{utc_now(),
                               "id",
                               table.sha256(),
                               {"the 5% of highest degree are public: chosen by degree, which depends on "
                                "protected edges"}};
  write_text_file(metadata_path(path), release_metadata(plan, counts, context));
  write_text_file(options.folder + "/released.html", render_html(release_document(plan, counts, context)));
  table.commit();
  const Guarantee guarantee = plan.guarantee();
  fmt::print("  {}: {}\n  {} tells what it guarantees\n", status_text(guarantee.status), guarantee.statement,
             metadata_path(path));
  return path;
}

/// Every mechanism beside publishing zeros; the paper's with values moved into the range of counts, which
/// suits them best.
std::string show_errors(const DemoOptions& options, ExperimentGraph network) {
  fmt::print("\n4. What publishing costs: mean errors over {} seeded runs\n\n", kDemoRuns);
  ExperimentSpec spec;
  spec.graphs.push_back(std::move(network));
  spec.hops = {kDemoHops};
  for (const MechanismInfo& mechanism : mechanisms()) spec.mechanisms.push_back(mechanism.name);
  spec.postprocess = {Postprocess::kClamp};
  spec.prefs = {demo_groups()};
  spec.runs = kDemoRuns;
  spec.seed = options.seed;
  ProgressBar bar("releasing", false);
  RunnerOptions runner;
  runner.progress = bar.callback();
  const std::vector<ErrorSummary> lines = summarise(spec, run_experiment(spec, std::move(runner)));
  fmt::print("{}\n{}\n", error_tables(lines, ::isatty(STDOUT_FILENO) == 1), error_bars(lines));
  for (const MechanismInfo& mechanism : mechanisms()) {
    const Guarantee guarantee = mechanism.guarantee({.hops = kDemoHops});
    fmt::print("  {:<12} its promise of privacy is {}\n", mechanism.name, status_text(guarantee.status));
  }
  std::string path = options.folder + "/report.html";
  write_report(experiment_document(lines, provenance(spec.seed, spec.runs, "")), path, "");
  return path;
}

void run_demo(const DemoOptions& options) {
  make_folder(options.folder);
  ExperimentGraph network = make_network(options.seed);
  const std::string graph_file = show_network(options, network);
  const std::string exact_file = show_truth(options, network);
  const std::string released_file = show_release(options, network);
  const std::string report_file = show_errors(options, std::move(network));
  fmt::print(
      "\nWhere to look\n  {}    the network\n  {}    the exact counts\n"
      "  {}    the release; released.html beside it shows it\n"
      "  {}    the errors as charts: open it in a browser\n",
      graph_file, exact_file, released_file, report_file);
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
