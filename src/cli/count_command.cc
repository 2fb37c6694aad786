#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include <hopveil/count.h>

#include "base/output_file.h"
#include "cli/command.h"
#include "cli/memory_size.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"
#include "io/table.h"

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
  if (options.verbose) {
    fmt::print(stderr, "{}\n", describe_plan(plan_count(graph, roles, count_options)));
  }

  ProgressBar bar("counting", options.graph.quiet);
  count_options.progress = bar.callback();
  const ExactCounts counts = count_fingerprints(graph, roles, hops, count_options);

  write_table(output, graph.ids(), roles.private_users(), exact_columns(counts),
              {.cumulative = options.table.cumulative, .json = options.table.json});
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
