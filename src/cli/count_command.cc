// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "base/output_file.h"
#include "base/plural.h"
#include "cli/command.h"
#include "cli/exact_table.h"
#include "cli/load_network.h"
#include "cli/memory_size.h"
#include "cli/not_private.h"
#include "cli/output_paths.h"
#include "cli/progress_bar.h"
#include "cli/table_options.h"

namespace hopveil::cli {
namespace {

struct CountCommandOptions {
  GraphOptions graph;
  TableOptions table;
  std::string memory;
  std::string reach;
  bool verbose = false;
  bool overwrite = false;
};

std::string plan_text(const CountPlan& plan) {
  return fmt::format(
      "counting {} public users at a time, {}{}; memory: {} for the graph, {} for rows and counts",
      plan.row_words * 64, plural(plan.batches, "pass", "passes"),
      plan.streams_edges ? " over the edges as they are stored" : "", memory_size_text(plan.bytes_for_graph),
      memory_size_text(plan.bytes_for_rows));
}

void run_count(CountCommandOptions& options) {
  const unsigned hops = parse_hops(options.table.hops_text);
  CountOptions count_options;
  count_options.threads = options.graph.threads;
  if (!options.memory.empty()) count_options.memory_limit = parse_memory_size(options.memory);

  check_outputs({options.table.output, options.reach},
                {options.graph.path, options.graph.users_file, options.graph.public_file}, options.overwrite);
  const LoadedNetwork network = load_network(options.graph);
  const Graph& graph = network.graph;
  const UserRoles& roles = network.roles;
  check_names(options.table, graph.ids(), roles.private_users());
  OutputFile output(options.table.output);  // before the work: an unwritable place is known at once
  std::optional<OutputFile> reach_output;
  if (!options.reach.empty()) reach_output.emplace(options.reach);
  note_not_private("these are exact counts", options.graph.quiet);
  if (options.verbose) fmt::print(stderr, "{}\n", plan_text(plan_count(graph, roles, count_options)));

  ProgressBar bar("counting", options.graph.quiet);
  count_options.progress = bar.callback();
  FingerprintCounter counter(graph, roles, count_options, CounterUse::kWholeGraphOnce);
  ExactCounts counts;
  ExactCounts reach;
  reach_output ? counter.count_with_reach(hops, counts, reach) : counter.count(hops, counts);
  bar.finish();

  const io::TableFormat format = table_format(options.table);
  write_exact_table(graph, roles, counts, options.table.cumulative, format, output);
  if (reach_output) {
    write_exact_table(graph, roles.public_users(), reach, options.table.cumulative, format, *reach_output);
    reach_output->commit();
  }
  output.commit();
}

}  // namespace

void add_count_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<CountCommandOptions>();
  CLI::App* command = app.add_subcommand(
      "count", "Count public users 1 .. c hops from every private user. Exact: NOT private");
  add_graph_options(*command, options->graph);
  add_public_options(*command, options->graph);
  add_allow_empty_option(*command, options->graph);
  add_table_options(*command, options->table);
  command->add_option("--memory", options->memory, "memory the counting may use, such as 512M or 4G");
  add_overwrite_option(*command, options->overwrite);
  command->add_option("--reach", options->reach,
                      "also write how many private users are 1 .. c hops from each public user. NOT private");
  command->add_flag("--verbose", options->verbose, "say how the counting is done and what memory it takes");
  command->callback([options] { run_count(*options); });
}

}  // namespace hopveil::cli
