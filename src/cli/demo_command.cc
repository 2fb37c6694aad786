// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/count.h>

#include "audit/audit.h"
#include "audit/named_pairs.h"
#include "base/clock.h"
#include "base/output_file.h"
#include "base/plural.h"
#include "cli/audit_text.h"
#include "cli/command.h"
#include "cli/error_bars.h"
#include "cli/error_table.h"
#include "cli/exact_table.h"
#include "cli/experiment_document.h"
#include "cli/folders.h"
#include "cli/hop_chart.h"
#include "cli/network_facts.h"
#include "cli/progress_bar.h"
#include "cli/release_document.h"
#include "cli/release_text.h"
#include "cli/terminal.h"
#include "evaluate/runner.h"
#include "evaluate/summary.h"
#include "graph/generators.h"
#include "io/write_graph.h"
#include "mechanism/registry.h"
#include "release/publish.h"
#include "report/html.h"

namespace hopveil::cli {
namespace {

constexpr unsigned kDemoHops = 4;
constexpr std::uint64_t kDemoRuns = 2;
constexpr double kAuditSeconds = 4;

struct DemoOptions {
  std::string folder = "hopveil-demo";
  std::uint64_t seed = kDemoNetwork.seed;
};

evaluation::PreferenceGroups demo_groups() {
  return {Epsilon::from_text("1"), Epsilon::from_text("4"), Epsilon::from_text("16")};
}

/// The network, with the 5% of highest degree public.
evaluation::ExperimentGraph make_network(std::uint64_t seed) {
  NetworkSpec spec = kDemoNetwork;
  spec.seed = seed;
  evaluation::ExperimentGraph network;
  network.name = "demo";
  network.graph = find_generator("community").make(spec);
  network.roles =
      UserRoles(network.graph.num_nodes(), highest_degree_users(network.graph, TopShare::from_text("5%")));
  return network;
}

std::string show_network(const DemoOptions& options, const evaluation::ExperimentGraph& network) {
  fmt::print("1. A network: communities with hubs and bridges, made with seed {}\n\n", options.seed);
  std::string path = options.folder + "/network.txt";
  io::write_graph(network.graph, path);
  NetworkFacts facts = gather_facts(network.graph, 0);
  facts.source = path;
  facts.public_users = network.roles.public_users().size();
  facts.public_choice = "the 5% of highest degree";
  print_facts(facts);
  return path;
}

std::string show_truth(const DemoOptions& options, const evaluation::ExperimentGraph& network) {
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
  write_exact_table(network.graph, network.roles, counts, false, io::TableFormat::kCsv, file);
  file.commit();
  return path;
}

/// What follows takes a while: the bar's callback, or, where there is no terminal to show a bar on, lines.
Progress announce(ProgressBar& bar, const char* what) {
  if (Progress progress = bar.callback()) return progress;
  fmt::print("  {} ..\n", what);
  return [next = std::uint64_t{1}](std::uint64_t done, std::uint64_t total) mutable {
    constexpr std::uint64_t kLines = 4;
    if (next >= kLines || total == 0 || done * kLines < next * total) return;
    next = done * kLines / total + 1;
    fmt::print("  .. {}%\n", done * 100 / total);
  };
}

/// A release as a data steward makes it: other numbers every time, since no seed can be given.
std::string show_release(const DemoOptions& options, const evaluation::ExperimentGraph& network) {
  fmt::print(
      "\n3. A release with the default mechanism; a third of the users each wants epsilon 1, 4 and 16\n\n");
  SeededRng assignment(options.seed);
  release::ReleaseRequest request;
  request.graph = network.graph;
  request.roles = network.roles;
  request.preferences =
      dp::assign_equal_groups(network.roles.private_users().size(), demo_groups(), assignment);
  request.mechanism = mechanism::kDefaultMechanism;
  request.options.hops = kDemoHops;
  request.exceptions = {
      "the 5% of highest degree are public: chosen by degree, which depends on protected edges"};
  release::ReleasePlan plan(std::move(request));
  std::string path = options.folder + "/released.csv";
  ProgressBar releasing("releasing", false);
  const auto published = std::get<release::Published>(release::publish(
      plan, {.output = path, .progress = announce(releasing, "asking, adding noise, inferring")}));
  releasing.finish();
  fmt::print("{}", release_text(plan, published, false, wants_colours(STDOUT_FILENO)));
  ProgressBar drawing("drawing its page", false);
  write_text_file(
      options.folder + "/released.html",
      report::render_html(release_document(plan, published.counts, published.facts, "released.csv",
                                           announce(drawing, "drawing its page"))));
  return path;
}

/// Runs the experiment, one run after the other with all threads, and reports each as it ends, through a pipe
/// as well: the results are those of one call.
std::vector<evaluation::UnitResult> run_telling(const evaluation::ExperimentSpec& spec) {
  std::vector<evaluation::UnitResult> results;
  evaluation::ExperimentSpec part = spec;
  for (part.runs = 1; part.runs <= spec.runs; ++part.runs) {
    ProgressBar bar("releasing", false);
    results = evaluation::run_experiment(part, {.progress = bar.callback(), .done = std::move(results)});
    bar.finish();
    fmt::print("  run {} of {}: every mechanism published, {} of the network\n", part.runs, spec.runs,
               plural(results.back().counts_made, "count"));
  }
  return results;
}

/// Every mechanism beside publishing zeros; the paper's with values moved into the range of counts, which
/// suits them best.
std::string show_errors(const DemoOptions& options, evaluation::ExperimentGraph network) {
  fmt::print("\n4. What publishing costs: mean errors over {} seeded runs\n\n", kDemoRuns);
  evaluation::ExperimentSpec spec;
  spec.graphs.push_back(std::move(network));
  spec.hops = {kDemoHops};
  for (const mechanism::MechanismInfo& mechanism : mechanism::mechanisms())
    spec.mechanisms.push_back(mechanism.name);
  spec.options["postprocess"] = {"clamp"};
  spec.prefs = {demo_groups()};
  spec.runs = kDemoRuns;
  spec.seed = options.seed;
  const std::vector<evaluation::ErrorSummary> lines = evaluation::summarise(spec, run_telling(spec));
  fmt::print("{}\n{}\n", error_tables(lines, wants_colours(STDOUT_FILENO)), error_bars(lines));
  std::string path = options.folder + "/report.html";
  write_report(experiment_document(lines, provenance(spec.seed, spec.runs, "")), path, "");
  return path;
}

/// The promise, tested where the paper's breaks: on two networks that differ in one edge of a hub.
void show_promise() {
  fmt::print(
      "\n5. What the promise is worth: two networks that differ in one connection of a user with many "
      "friends.\n"
      "   With epsilon 1, no output may be more than e^1 times as likely on one as on the other.\n\n");
  audit::AuditOptions audit;
  audit.subjects = audit::audit_subjects("all");
  audit.pairs = {audit::make_named_pair("hub", audit.growth_level)};
  audit.seconds = kAuditSeconds;
  audit.small_networks = 0;
  audit.with_layer = false;
  ProgressBar bar("auditing", false);
  audit.progress = announce(bar, "running every mechanism on both, many times");
  const audit::AuditResult result = audit::run_audit(audit);
  bar.finish();
  for (const audit::AuditRow& row : result.rows) {
    fmt::print("  {:<18} promised {:<4} its true epsilon is at least {:<8} {}\n", row.subject,
               row.promised ? row.promised->text() : "-",
               epsilon_text(std::max(row.statistical.bound, row.exact.value_or(0))),
               audit::audit_verdict_text(row.verdict));
  }
}

void run_demo(const DemoOptions& options) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // the story is told as it goes, through a pipe too
  make_empty_folder(options.folder);
  evaluation::ExperimentGraph network = make_network(options.seed);
  const std::string graph_file = show_network(options, network);
  const std::string exact_file = show_truth(options, network);
  const std::string released_file = show_release(options, network);
  const std::string report_file = show_errors(options, std::move(network));
  show_promise();
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

}  // namespace hopveil::cli
