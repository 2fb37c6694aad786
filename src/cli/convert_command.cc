#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/graph_options.h"
#include "io/write_graph.h"

namespace hopveil {
namespace {

struct ConvertOptions {
  GraphOptions graph;
  std::string output;
};

void run_convert(const ConvertOptions& options) {
  const ReadGraph read = load_graph(options.graph);
  write_graph(read.graph, options.output);
  if (!options.graph.quiet) {
    fmt::print(stderr, "{}: {} nodes, {} edges ({} repeats and {} self-loops removed)\n", options.output,
               read.graph.num_nodes(), read.graph.num_edges(), read.summary.repeated_edges,
               read.summary.self_loops);
  }
}

}  // namespace

void add_convert_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Rewrite a network, best as .hvg: our binary format, memory-mapped");
  add_graph_options(*command, options->graph);
  command->add_option("--format", options->graph.format, "the same as --graph-format");
  command->add_option("-o,--output", options->output, "the file to write: .hvg (binary) or an edge list")
      ->required();
  command->callback([options] { run_convert(*options); });
}

}  // namespace hopveil
