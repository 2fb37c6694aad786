// SPDX-License-Identifier: Apache-2.0
// Counting on edges that do not fit the memory limit, beside counting in memory without one.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/read_graph.h>

#include "base/check.h"
#include "base/parallel.h"
#include "graph/generate_powerlaw.h"
#include "io/hvg_format.h"
#include "stopwatch.h"

namespace hopveil::bench {
namespace {

constexpr std::uint64_t kMillion = 1'000'000;
constexpr std::uint64_t kEdgesPerNode = 16;
constexpr std::uint64_t kPublic = 1024;
constexpr double kMiB = 1024.0 * 1024.0;

/// A file that is removed with it.
struct TemporaryFile {
  explicit TemporaryFile(const std::string& name) : path(std::filesystem::temp_directory_path() / name) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::filesystem::path path;
};

bool is_refused_in_memory(const Graph& graph, const UserRoles& roles, std::uint64_t limit) {
  try {
    plan_count(graph, roles, {.memory_limit = limit, .edges = EdgeAccess::kInMemory});
    return false;
  } catch (const InputError&) {
    return true;
  }
}

void print_row(std::uint64_t millions, unsigned threads, unsigned hops) {
  const TemporaryFile file(fmt::format("hopveil_bench_{}.hvg", millions));
  io::write_hvg(generate_powerlaw(
                    {.nodes = millions * kMillion / kEdgesPerNode, .edges = millions * kMillion, .seed = 1}),
                file.path);
  const std::uint64_t limit = std::filesystem::file_size(file.path) / 3;
  const Graph graph = read_graph(file.path).graph;
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare{false, kPublic}));
  const CountOptions limited = {.threads = threads, .memory_limit = limit};
  const CountPlan plan = plan_count(graph, roles, limited);
  ExactCounts streamed;
  ExactCounts in_memory;
  const double streamed_seconds =
      seconds_of([&] { streamed = count_fingerprints(graph, roles, hops, limited); });
  const double in_memory_seconds =
      seconds_of([&] { in_memory = count_fingerprints(graph, roles, hops, {.threads = threads}); });
  check(streamed == in_memory, "streamed counts differ");
  const auto edges = static_cast<double>(graph.num_edges());
  fmt::print("| {} | {:.0f} | {} | {} x {} bits | {:.0f} | {:.0f} | {:.2f} |\n", millions,
             static_cast<double>(limit) / kMiB, is_refused_in_memory(graph, roles, limit) ? "yes" : "no",
             plan.batches, plan.row_words * 64, in_memory_seconds * 1e9 / edges,
             streamed_seconds * 1e9 / edges, streamed_seconds / in_memory_seconds);
  std::fflush(stdout);
}

void print_table(bool quick) {
  constexpr unsigned kHops = 7;
  const unsigned threads = resolve_threads(0);
  fmt::print(
      "\nEdges streamed from an .hvg file three times larger than the memory limit, beside counting in "
      "memory "
      "without a limit; one-shot, {} public users, {} hops\n\n",
      kPublic, kHops);
  fmt::print(
      "| million edges | limit, MiB | refused in memory | streamed passes | in memory, ns per edge | "
      "streamed, "
      "ns per edge | ratio |\n|---:|---:|---|---|---:|---:|---:|\n");
  for (const std::uint64_t millions : {4u, 16u, 64u}) {
    if (!quick || millions < 64) print_row(millions, threads, kHops);
  }
}

}  // namespace
}  // namespace hopveil::bench

int main(int argc, char** argv) {
  hopveil::bench::print_table(argc > 1 && std::string_view(argv[1]) == "--quick");
}
