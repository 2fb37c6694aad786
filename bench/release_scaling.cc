// SPDX-License-Identifier: Apache-2.0
#include "release_scaling.h"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <malloc.h>

#include "graph/generate_powerlaw.h"
#include "graph/network_spec.h"
#include "release/publish.h"

namespace hopveil::bench {
namespace {

constexpr std::uint64_t kEdgesPerUser = 16;

/// From here on, the most memory is looked for anew: making the network took some, too.
void forget_peak() {
  ::malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

double peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024;
  }
  return 0;
}

/// A third of the users each with 1, 4 and 16; or each their own, log-uniform from .1 to 16.
enum class Preferred { kThreeGroups, kContinuous };

Preferences preferences_of(std::size_t users, Preferred preferred) {
  SeededRng random(1);
  if (preferred == Preferred::kThreeGroups) {
    const std::vector<Epsilon> levels = {Epsilon::from_text("1"), Epsilon::from_text("4"),
                                         Epsilon::from_text("16")};
    return dp::assign_equal_groups(users, levels, random);
  }
  std::vector<Epsilon> all;
  for (std::size_t user = 0; user < users; ++user) {
    all.push_back(Epsilon::from_text(fmt::format("{:.6f}", 0.1 * std::pow(160, random_unit(random)))));
  }
  return Preferences(std::move(all));
}

release::ReleaseRequest request_for(std::uint64_t edges, Preferred preferred, unsigned hops) {
  release::ReleaseRequest request;
  request.graph = generate_powerlaw({.nodes = edges / kEdgesPerUser, .edges = edges, .seed = 1});
  request.roles =
      UserRoles(request.graph.num_nodes(), highest_degree_users(request.graph, TopShare::from_text("5%")));
  request.preferences = preferences_of(request.roles.private_users().size(), preferred);
  request.mechanism = "eli";
  request.options.hops = hops;
  request.options.intervals = 90;
  return request;
}

/// Processor seconds.
double print_row(std::uint64_t edges, Preferred preferred, unsigned hops, double of_groups) {
  release::ReleaseRequest request = request_for(edges, preferred, hops);
  const std::size_t users = request.graph.num_nodes();
  const std::size_t public_users = request.roles.public_users().size();
  forget_peak();
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t processor_start = std::clock();
  release::ReleasePlan plan(std::move(request));
  release::publish(plan, {.accept_refuted = true});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double processor = static_cast<double>(std::clock() - processor_start) / CLOCKS_PER_SEC;
  const double memory = peak_bytes();
  const auto each = static_cast<double>(users + edges);
  fmt::print("| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.2f} | {:.0f} | {:.0f} | {} |\n", edges, users,
             public_users, preferred == Preferred::kThreeGroups ? "1, 4, 16" : "continuous", seconds,
             processor, processor * 1e6 / each, memory / 1e6, memory / each,
             of_groups > 0 ? fmt::format("{:.2f}", processor / of_groups) : "");
  std::fflush(stdout);  // the next one takes longer
  return processor;
}

}  // namespace

void print_release_scaling(unsigned hops, bool quick) {
  fmt::print(
      "\nA release with eli (intervals included) as the network grows: power-law with clustering, {} edges "
      "per "
      "user, 5% public, {} hops, all processors. Each: users and edges together, the network and the program "
      "included.\n\n",
      kEdgesPerUser, hops);
  fmt::print(
      "| edges | users | public | preferences | seconds | of processor time | microseconds of it for each | "
      "peak memory, MB | bytes for each | time of three groups |\n"
      "|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|\n");
  for (const std::uint64_t edges : {100'000U, 1'000'000U, 10'000'000U}) {
    if (quick && edges > 1'000'000) continue;
    const double of_groups = print_row(edges, Preferred::kThreeGroups, hops, 0);
    if (edges <= 1'000'000) print_row(edges, Preferred::kContinuous, hops, of_groups);
  }
}

}  // namespace hopveil::bench
