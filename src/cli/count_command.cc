#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include <hopveil/count.h>

#include "base/output_file.h"
#include "cli/command.h"
#include "cli/exact_table.h"
#include "cli/memory_size.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"

namespace hopveil {
namespace {

struct CountCommandOptions {
  GraphOptions graph;
  TableOptions table;
  std::string memory;
  bool verbose = false;
};

constexpr const char* kNotPrivate =
    "note: these are exact counts, NOT private: they can re-identify people. Publish with `hopveil release`.";

std::string plan_text(const CountPlan& plan) {
  return fmt::format(
      "counting {} public users at a time, {} pass{}; memory: {} for the graph, {} for rows and counts",
      plan.row_words * 64, plan.batches, plan.batches == 1 ? "" : "es",
      memory_size_text(plan.bytes_for_graph), memory_size_text(plan.bytes_for_rows));
}

void run_count(CountCommandOptions& options) {
  const unsigned hops = parse_hops(options.table.hops_text);
  resolve_formats(options.table, options.graph);
  CountOptions count_options;
  count_options.threads = options.graph.threads;
  if (!options.memory.empty()) count_options.memory_limit = parse_memory_size(options.memory);

  const Graph graph = load_graph(options.graph).graph;
  const UserRoles roles = load_roles(options.graph, graph);
  OutputFile output(options.table.output);  // before the work: an unwritable place is known at once
  if (!options.graph.quiet) fmt::print(stderr, "{}\n", kNotPrivate);
  if (options.verbose) fmt::print(stderr, "{}\n", plan_text(plan_count(graph, roles, count_options)));

  ProgressBar bar("counting", options.graph.quiet);
  count_options.progress = bar.callback();
  const ExactCounts counts = count_fingerprints(graph, roles, hops, count_options);

  write_exact_table(graph, roles, counts, options.table.cumulative, table_format(options.table), output);
  output.commit();
}

}  // namespace

void add_count_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<CountCommandOptions>();
  CLI::App* command = app.add_subcommand(
      "count", "Count public users 1 .. c hops from every private user. Exact: NOT private");
  add_graph_options(*command, options->graph);
  add_public_options(*command, options->graph);
  add_table_options(*command, options->table);
  command->add_option("--memory", options->memory, "memory the counting may use, such as 512M or 4G");
  command->add_flag("--verbose", options->verbose, "say how the counting is done and what memory it takes");
  command->callback([options] { run_count(*options); });
}

}  // namespace hopveil
