// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/load_network.h"
#include "cli/network_facts.h"
#include "cli/progress_bar.h"

namespace hopveil::cli {
namespace {

struct InfoOptions {
  GraphOptions graph;
  bool json = false;
  bool no_diameter = false;
};

void run_info(const InfoOptions& options) {
  const bool with_roles = public_users_given(options.graph);
  LoadedNetwork network;
  if (with_roles) {
    network = load_network(options.graph);
  } else {
    ReadGraph read = load_graph(options.graph);
    network.graph = std::move(read.graph);
    network.read = std::move(read.summary);
  }
  NetworkFacts facts;
  {
    ProgressBar bar("diameter", options.graph.quiet);
    facts = gather_facts(network.graph, options.graph.threads, !options.no_diameter, bar.callback());
  }
  facts.source = options.graph.path;
  facts.read = network.read;
  if (with_roles) {
    facts.public_users = network.roles.public_users().size();
    facts.public_choice = describe_public_choice(options.graph);
  }
  if (options.json) {
    // The network's file may have a name that is not UTF-8.
    fmt::print("{}\n",
               facts_json(facts).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    print_facts(facts);
  }
}

}  // namespace

void add_info_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<InfoOptions>();
  options->graph.allow_empty = true;
  CLI::App* command = app.add_subcommand("info", "Describe a network: the columns of the paper's Table I");
  add_graph_options(*command, options->graph);
  add_public_options(*command, options->graph);
  command->add_flag("--no-diameter", options->no_diameter,
                    "leave out the diameter: exact, it can take long where most users are about equally far "
                    "from all others");
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options] { run_info(*options); });
}

}  // namespace hopveil::cli
