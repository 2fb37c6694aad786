// SPDX-License-Identifier: Apache-2.0
#include "release_scaling.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include <fmt/format.h>
#include <sys/resource.h>

#include "graph/generate_powerlaw.h"
#include "release/publish.h"

namespace hopveil::bench {
namespace {

constexpr std::uint64_t kEdgesPerUser = 16;

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

release::ReleaseRequest request_for(std::uint64_t edges, unsigned hops) {
  release::ReleaseRequest request;
  request.graph = generate_powerlaw({.nodes = edges / kEdgesPerUser, .edges = edges, .seed = 1});
  request.roles =
      UserRoles(request.graph.num_nodes(), highest_degree_users(request.graph, TopShare::from_text("5%")));
  const std::vector<Epsilon> levels = {Epsilon::from_text("1"), Epsilon::from_text("4"),
                                       Epsilon::from_text("16")};
  SeededRng groups(1);
  request.preferences = dp::assign_equal_groups(request.roles.private_users().size(), levels, groups);
  request.mechanism = "eli";
  request.options.hops = hops;
  request.options.intervals = 90;
  return request;
}

}  // namespace

void print_release_scaling(unsigned hops) {
  fmt::print(
      "\nA release with eli (intervals included) against edges: power-law with clustering, {} edges per "
      "user, 5% public, P = 1, 4, 16, {} hops, all processors\n\n",
      kEdgesPerUser, hops);
  fmt::print(
      "| edges | users | public | seconds | of processor time | microseconds of it per edge | peak memory, "
      "MB |\n|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const std::uint64_t edges : {100'000U, 1'000'000U, 10'000'000U}) {
    release::ReleaseRequest request = request_for(edges, hops);
    const std::size_t users = request.graph.num_nodes();
    const std::size_t public_users = request.roles.public_users().size();
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t processor_start = std::clock();
    release::ReleasePlan plan(std::move(request));
    release::publish(plan, {.accept_refuted = true});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double processor = static_cast<double>(std::clock() - processor_start) / CLOCKS_PER_SEC;
    fmt::print("| {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.0f} |\n", edges, users, public_users, seconds,
               processor, processor * 1e6 / static_cast<double>(edges), peak_megabytes());
    std::fflush(stdout);  // the next one takes longer
  }
}

}  // namespace hopveil::bench
