#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <hopveil/count.h>

#include "base/output_file.h"
#include "cli/command.h"
#include "cli/exact_table.h"
#include "cli/folders.h"
#include "cli/hop_chart.h"
#include "cli/network_facts.h"
#include "graph/generators.h"
#include "io/write_graph.h"

namespace hopveil {
namespace {

constexpr unsigned kDemoHops = 4;

struct DemoOptions {
  std::string folder = "hopveil-demo";
  std::uint64_t seed = kDemoNetwork.seed;
};

void run_demo(const DemoOptions& options) {
  make_folder(options.folder);
  fmt::print("1. A network: communities with hubs and bridges, made with seed {}\n\n", options.seed);
  NetworkSpec spec = kDemoNetwork;
  spec.seed = options.seed;
  const Graph graph = find_generator("community").make(spec);
  const std::string network = options.folder + "/network.txt";
  write_graph(graph, network);
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
  NetworkFacts facts = gather_facts(graph, 0);
  facts.source = network;
  facts.public_users = roles.public_users().size();
  facts.public_choice = "the 5% of highest degree";
  print_facts(facts);

  fmt::print(
      "\n2. The truth: public users exactly 1 .. {} hops from each of {} private users (NOT private)\n\n",
      kDemoHops, roles.private_users().size());
  const ExactCounts counts = count_fingerprints(graph, roles, kDemoHops);
  std::vector<std::span<const std::uint32_t>> columns;
  for (unsigned hop = 1; hop <= kDemoHops; ++hop) columns.push_back(counts.hop(hop));
  fmt::print("{}", hop_chart(columns, static_cast<std::uint32_t>(roles.public_users().size())));
  fmt::print("{:24}number of public users at that distance; higher block: more private users\n", "");
  const std::string table = options.folder + "/exact_counts_NOT_PRIVATE.csv";
  OutputFile file(table);
  write_exact_table(graph, roles, counts, false, TableFormat::kCsv, file);
  file.commit();

  fmt::print("\nWhere to look\n  {}    the network\n  {}    the exact counts\n", network, table);
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
