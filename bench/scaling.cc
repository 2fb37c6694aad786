// SPDX-License-Identifier: Apache-2.0
#include "scaling.h"

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include <hopveil/count.h>

#include "graph/generate_powerlaw.h"
#include "stopwatch.h"

namespace hopveil::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kEdgesPerNode = 16;
constexpr std::uint64_t kMillion = 1'000'000;

Graph powerlaw_graph(std::uint64_t edges) {
  return generate_powerlaw({.nodes = edges / kEdgesPerNode, .edges = edges, .seed = kSeed});
}

UserRoles top_roles(const Graph& graph, std::uint64_t num_public) {
  return {graph.num_nodes(), highest_degree_users(graph, TopShare{false, num_public})};
}

double kernel_seconds(const Graph& graph, const UserRoles& roles, unsigned threads, unsigned hops) {
  FingerprintCounter counter(graph, roles, {.threads = threads}, CounterUse::kWholeGraph);
  ExactCounts counts;
  counter.count(hops, counts);
  return best_seconds_of(3, 10, [&] { counter.count(hops, counts); });
}

}  // namespace

void print_scaling(unsigned threads, unsigned hops) {
  constexpr std::uint64_t kPublic = 1024;
  fmt::print(
      "\nTime against edges (power-law with clustering, {} edges per user, {} public users, {} hops)\n\n",
      kEdgesPerNode, kPublic, hops);
  fmt::print("| million edges | kernel, ms | ns per edge |\n|---:|---:|---:|\n");
  for (const std::uint64_t millions : {1u, 4u, 16u, 64u}) {
    const Graph graph = powerlaw_graph(millions * kMillion);
    const double seconds = kernel_seconds(graph, top_roles(graph, kPublic), threads, hops);
    fmt::print("| {} | {:.0f} | {:.1f} |\n", millions, seconds * 1e3,
               seconds * 1e9 / static_cast<double>(graph.num_edges()));
  }

  const Graph graph = powerlaw_graph(4 * kMillion);
  fmt::print("\nTime against public users (the graph of 4 million edges)\n\n");
  fmt::print(
      "| public users | batches | words per row | kernel, ms | us per public user "
      "|\n|---:|---:|---:|---:|---:|\n");
  for (const std::uint64_t num_public : {512u, 1024u, 2048u, 4096u, 8192u, 16384u}) {
    const UserRoles roles = top_roles(graph, num_public);
    const CountPlan plan = plan_count(graph, roles);
    const double seconds = kernel_seconds(graph, roles, threads, hops);
    fmt::print("| {} | {} | {} | {:.0f} | {:.0f} |\n", num_public, plan.batches, plan.row_words,
               seconds * 1e3, seconds * 1e6 / static_cast<double>(num_public));
  }
}

}  // namespace hopveil::bench
