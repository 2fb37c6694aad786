// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "base/plural.h"
#include "cli/command.h"
#include "cli/output_paths.h"
#include "graph/generators.h"
#include "io/write_graph.h"

namespace hopveil::cli {
namespace {

struct GenerateOptions {
  const GeneratorInfo* generator = nullptr;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t seed = 1;
  std::string output;
  unsigned threads = 0;
  bool quiet = false;
  bool overwrite = false;
};

void run_generate(const GenerateOptions& options) {
  check_outputs({options.output}, {}, options.overwrite);
  const std::uint64_t edges =
      options.edges != 0 ? options.edges : options.generator->default_edges(options.nodes);
  const Graph graph = options.generator->make({options.nodes, edges, options.seed, options.threads});
  io::write_graph(graph, options.output, true);
  if (!options.quiet) {
    fmt::print(stderr, "{}: {}, {}, seed {}\n", options.output, plural(graph.num_nodes(), "node"),
               plural(graph.num_edges(), "edge"), options.seed);
  }
}

void add_kind(CLI::App& generate, const GeneratorInfo& generator) {
  const auto options = std::make_shared<GenerateOptions>();
  options->generator = &generator;
  CLI::App* command = generate.add_subcommand(std::string(generator.name), std::string(generator.summary));
  command->add_option("--nodes", options->nodes, "number of users")->required();
  command->add_option("--edges", options->edges, "number of edges (default: as dense as such networks are)");
  command->add_option("--seed", options->seed, "the same seed gives the same network")->capture_default_str();
  command->add_option("-o,--output", options->output, "the file to write: .hvg (binary) or an edge list")
      ->required();
  command->add_option("--threads", options->threads, "number of threads (default: all processors)");
  command->add_flag("--quiet", options->quiet, "say nothing when it goes well");
  add_overwrite_option(*command, options->overwrite);
  command->callback([options] { run_generate(*options); });
}

}  // namespace

void add_generate_command(CLI::App& app, ExitCode&) {
  CLI::App* command = app.add_subcommand("generate", "Make a network, deterministic by seed");
  command->require_subcommand(1);
  for (const GeneratorInfo& generator : generators()) add_kind(*command, generator);
}

}  // namespace hopveil::cli
