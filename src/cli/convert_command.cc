// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/harmless_text.h"
#include "base/plural.h"
#include "cli/command.h"
#include "cli/load_network.h"
#include "cli/memory_size.h"
#include "cli/output_paths.h"
#include "io/convert_edge_list.h"
#include "io/write_graph.h"

namespace hopveil::cli {
namespace {

struct ConvertOptions {
  GraphOptions graph;
  std::string output;
  bool overwrite = false;
  std::string memory;
};

void print_size(const std::string& path, std::uint64_t nodes, std::uint64_t edges, std::uint64_t repeats,
                std::uint64_t self_loops) {
  fmt::print(stderr, "{}: {}, {} ({} and {} removed)\n", harmless(path), plural(nodes, "node"),
             plural(edges, "edge"), plural(repeats, "repeat"), plural(self_loops, "self-loop"));
}

/// Edge lists that do not fit memory.
void run_external(const ConvertOptions& options) {
  if (!options.output.ends_with(".hvg"))
    throw InputError(fmt::format("--memory does not go with {}", options.output),
                     "only .hvg files are made under it");
  if (options.graph.largest_component)
    throw InputError("--memory does not go with --largest-component", "that looks at the whole network");
  if (!options.graph.users_file.empty())
    throw InputError("--memory does not go with --users", "give --users to the command that reads the .hvg");
  const auto made = io::convert_edge_list(options.graph.path, read_options(options.graph), options.output,
                                          parse_memory_size(options.memory));
  if (!options.graph.quiet) {
    print_size(options.output, made.num_nodes, made.num_edges, made.removed.repeated_edges,
               made.removed.self_loops);
  }
}

void run_convert(const ConvertOptions& options) {
  check_outputs({options.output}, {options.graph.path}, options.overwrite);
  if (!options.memory.empty()) return run_external(options);
  const ReadGraph read = load_graph(options.graph);
  io::write_graph(read.graph, options.output, read.summary.lists_everybody);
  if (!options.graph.quiet) {
    print_what_was_read(options.graph.path, read.summary);
    print_size(options.output, read.graph.num_nodes(), read.graph.num_edges(), read.summary.repeated_edges,
               read.summary.self_loops);
  }
}

}  // namespace

void add_convert_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Rewrite a network, best as .hvg: our binary format, memory-mapped");
  add_graph_options(*command, options->graph);
  command->add_option("-o,--output", options->output, "the file to write: .hvg (binary) or an edge list")
      ->required();
  add_overwrite_option(*command, options->overwrite);
  command->add_option(
      "--memory", options->memory,
      "memory for the edges, such as 512M: an edge list that is larger goes through the disk");
  command->callback([options] { run_convert(*options); });
}

}  // namespace hopveil::cli
