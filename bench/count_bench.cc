// SPDX-License-Identifier: Apache-2.0
// Counting beside its peers: one run, one table of ratios, every result checked equal.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/read_graph.h>

#include "base/check.h"
#include "base/parallel.h"
#include "graph/builder.h"
#include "graph/generate_powerlaw.h"
#include "graph/generate_rmat.h"
#include "peers.h"
#include "row_limit.h"
#include "scaling.h"
#include "stopwatch.h"
#include "support/data_files.h"

namespace hopveil::bench {
namespace {

constexpr unsigned kHops = 7;
constexpr NetworkSpec kMillionUsers = {.nodes = 1'000'000, .edges = 10'000'000, .seed = 1};

struct Case {
  std::string name;
  TopShare public_top;
  Graph graph;
};

/// How long a program takes, in seconds; scaled when only a sample of the public users was run.
struct Timing {
  double kernel;
  double one_shot;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Our side of a case, prepared once.
class Ours {
 public:
  Ours(const Case& the_case, const UserRoles& roles, unsigned threads)
      : the_case_(the_case),
        roles_(roles),
        options_{.threads = threads},
        counter_(the_case.graph, roles, options_, CounterUse::kWholeGraph) {
    counter_.count(kHops, counts_);
  }

  /// The least of several runs each, more on small graphs.
  Timing best_time() {
    constexpr unsigned kMostRuns = 200;
    constexpr double kBudget = 3;
    return {best_seconds_of(kMostRuns, kBudget, [&] { count_again(); }),
            best_seconds_of(kMostRuns, kBudget, [&] { count_once(); })};
  }
  /// The mean of as many runs as `budget` seconds hold.
  Timing mean_time(double budget) {
    return {mean_seconds_of(budget, [&] { count_again(); }), mean_seconds_of(budget, [&] { count_once(); })};
  }
  /// What a count with reach takes, as a multiple of the count alone: medians of turns.
  Timing reach_ratio() {
    constexpr unsigned kTurns = 9;
    constexpr double kTurn = 0.3;
    std::vector<double> kernel;
    std::vector<double> one_shot;
    ExactCounts reach;
    for (unsigned turn = 0; turn < kTurns; ++turn) {
      const Timing alone = mean_time(kTurn);
      kernel.push_back(mean_seconds_of(kTurn, [&] { counter_.count_with_reach(kHops, counts_, reach); }) /
                       alone.kernel);
      one_shot.push_back(mean_seconds_of(kTurn,
                                         [&] {
                                           FingerprintCounter once(the_case_.graph, roles_, options_,
                                                                   CounterUse::kWholeGraphOnce);
                                           once.count_with_reach(kHops, counts_, reach);
                                         }) /
                         alone.one_shot);
    }
    return {median(kernel), median(one_shot)};
  }
  const ExactCounts& counts() const { return counts_; }

 private:
  void count_again() { counter_.count(kHops, counts_); }
  void count_once() const { count_fingerprints(the_case_.graph, roles_, kHops, options_); }

  const Case& the_case_;
  const UserRoles& roles_;
  CountOptions options_;
  FingerprintCounter counter_;
  ExactCounts counts_;
};

/// Every n-th public user, so that the sample has hubs and others.
std::vector<NodeId> sample_of(std::span<const NodeId> users, std::size_t size) {
  std::vector<NodeId> sample;
  for (std::size_t i = 0; i < size; ++i) sample.push_back(users[i * users.size() / size]);
  return sample;
}

/// Both sides take turns of about the same length, and a turn's ratio counts: the machine has slow minutes,
/// which then slow both, and the best of many short runs would find moments that long runs never get.
struct Turns {
  std::string peer_name;
  std::vector<double> kernel_ratios, one_shot_ratios;
  std::vector<double> our_kernels, our_one_shots;

  void add(double peer_kernel, double peer_one_shot, const Timing& ours) {
    kernel_ratios.push_back(peer_kernel / ours.kernel);
    one_shot_ratios.push_back(peer_one_shot / ours.one_shot);
    our_kernels.push_back(ours.kernel);
    our_one_shots.push_back(ours.one_shot);
  }
};

Turns take_turns(const Case& the_case, const UserRoles& all_roles, Ours& ours,
                 const std::function<Peer()>& make) {
  Peer peer;
  const double preparing = seconds_of([&] { peer = make(); });
  const std::size_t num_public = all_roles.public_users().size();
  // Seconds for every peer; a sample of a small graph would take less than the machine's noise.
  constexpr std::uint64_t kWorkWithoutSample = 200'000'000;
  const bool sampled = peer.sample != 0 && peer.sample < num_public &&
                       the_case.graph.num_edges() * num_public > kWorkWithoutSample;
  const UserRoles roles =
      sampled ? UserRoles(the_case.graph.num_nodes(), sample_of(all_roles.public_users(), peer.sample))
              : all_roles;
  const double scale = sampled ? static_cast<double>(num_public) / static_cast<double>(peer.sample) : 1.0;
  Turns turns;
  turns.peer_name = peer.name + (sampled ? fmt::format(" (on {} public users, scaled)", peer.sample) : "");
  ExactCounts counts;
  constexpr unsigned kMostTurns = 51;
  constexpr unsigned kFewestTurns = 5;
  constexpr double kBudget = 6;
  constexpr double kLongestTurn = 0.5;
  double spent = 0;
  for (unsigned turn = 0; turn < kMostTurns && (turn < kFewestTurns || spent < kBudget); ++turn) {
    spent += seconds_of([&] {
      const double seconds = seconds_of([&] { counts = peer.count(roles, kHops); });
      turns.add(seconds * scale, preparing + seconds * scale,
                ours.mean_time(std::min(seconds, kLongestTurn)));
    });
  }
  check(counts == count_fingerprints(the_case.graph, roles, kHops),
        "a peer counts something else than we do");
  return turns;
}

/// Hops beyond the first (which looks at the edges only) that find anybody.
unsigned hops_that_read_rows(const ExactCounts& counts) {
  unsigned hops = 0;
  for (unsigned hop = 2; hop <= counts.hops(); ++hop) {
    const auto column = counts.hop(hop);
    hops +=
        std::any_of(column.begin(), column.end(), [](std::uint32_t count) { return count != 0; }) ? 1U : 0U;
  }
  return hops;
}

/// How near the kernel is to merely uniting every neighbour's row in every hop. Above 100 % it reads fewer.
void print_limit(const Case& the_case, const UserRoles& roles, const CountPlan& plan, unsigned threads,
                 unsigned hops, double kernel) {
  const double one_hop = seconds_to_unite_all_rows(the_case.graph, roles, plan.row_words, threads) *
                         static_cast<double>(plan.batches);
  fmt::print(
      "| | share of the limit: uniting every neighbour row in each of {} hops, {:.2f} ms a hop | {:.0f} % | "
      "|\n",
      hops, one_hop * 1e3, 100 * hops * one_hop / kernel);
}

void print_case(const Case& the_case, unsigned threads) {
  const Graph& graph = the_case.graph;
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, the_case.public_top));
  Ours ours(the_case, roles, threads);
  const Timing alone = ours.best_time();
  const CountPlan plan = plan_count(graph, roles);
  fmt::print("| **{}** | {} users, {} edges, {} public, {} x {} bits | {:.2f} ms | {:.2f} ms |\n",
             the_case.name, graph.num_nodes(), graph.num_edges(), roles.public_users().size(), plan.batches,
             plan.row_words * 64, alone.kernel * 1e3, alone.one_shot * 1e3);
  const Timing with_reach = ours.reach_ratio();
  fmt::print("| | hopveil with reach, of itself alone | {:.2f} x | {:.2f} x |\n", with_reach.kernel,
             with_reach.one_shot);
  std::fflush(stdout);
  const std::vector<std::function<Peer()>> peers = {
      [&] { return make_graphblas_peer(graph, threads, GraphBlasUse::kPlain); },
      [&] { return make_graphblas_peer(graph, threads); },
      [&] { return make_ms_bfs_peer(graph, threads); },
      [&] { return make_queue_bfs_peer(graph, threads); },
      [&] { return make_boost_peer(graph, threads); },
      [&] { return make_igraph_peer(graph); }};
  for (const auto& make : peers) {
    const Turns turns = take_turns(the_case, roles, ours, make);
    fmt::print("| | {} | {:.1f} x | {:.1f} x |\n", turns.peer_name, median(turns.kernel_ratios),
               median(turns.one_shot_ratios));
    std::fflush(stdout);
  }
  print_limit(the_case, roles, plan, threads, hops_that_read_rows(ours.counts()), alone.kernel);
  std::fflush(stdout);
}

/// The same network, its users numbered by falling degree. A crawl often comes like this; the generated
/// networks are numbered at random.
Graph numbered_by_degree(const Graph& graph) {
  std::vector<NodeId> order(graph.num_nodes());
  std::iota(order.begin(), order.end(), NodeId{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](NodeId a, NodeId b) { return graph.degree(a) > graph.degree(b); });
  std::vector<NodeId> number(graph.num_nodes());
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<NodeId>(i);
  std::vector<Edge> edges;
  edges.reserve(graph.num_edges());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u < v) edges.push_back({number[u], number[v]});
    }
  }
  return graph_from_edges(graph.num_nodes(), std::move(edges));
}

/// How much the numbering of the users matters: both programs on another one.
void print_renumbered(const Case& the_case, unsigned threads) {
  const Case renumbered = {the_case.name, the_case.public_top, numbered_by_degree(the_case.graph)};
  const Graph& graph = renumbered.graph;
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, renumbered.public_top));
  Ours ours(renumbered, roles, threads);
  const Turns turns =
      take_turns(renumbered, roles, ours, [&] { return make_graphblas_peer(graph, threads); });
  fmt::print(
      "| | {}, users numbered by falling degree for both (hopveil: {:.2f} and {:.2f} ms) | {:.1f} x | {:.1f} "
      "x |\n",
      turns.peer_name, median(turns.our_kernels) * 1e3, median(turns.our_one_shots) * 1e3,
      median(turns.kernel_ratios), median(turns.one_shot_ratios));
  std::fflush(stdout);
}

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

constexpr TopShare kTop1024 = {false, 1024};

/// Nothing where the data file is missing, which is said.
std::optional<Case> real_case(const std::string& name, const std::string& file) {
  const std::string path = testing::data_file(file);
  if (path.empty()) {
    fmt::print("| **{}** | left out: {} is not in HOPVEIL_DATA or ../shared/data | | |\n", name, file);
    return std::nullopt;
  }
  return Case{name, TopShare::from_text("5%"), read_graph(path).graph};
}

Case rmat_case() {
  return {"RMAT", kTop1024, generate_rmat(kMillionUsers)};
}

Case powerlaw_case() {
  return {"power-law, clustered", kTop1024, generate_powerlaw(kMillionUsers)};
}

void print_real_case(const std::string& name, const std::string& file, unsigned threads) {
  if (const auto found = real_case(name, file)) print_case(*found, threads);
}

void print_reach(const Case& the_case, unsigned threads) {
  const UserRoles roles(the_case.graph.num_nodes(),
                        highest_degree_users(the_case.graph, the_case.public_top));
  Ours ours(the_case, roles, threads);
  const Timing ratio = ours.reach_ratio();
  fmt::print("| {} | {:.2f} x | {:.2f} x |\n", the_case.name, ratio.kernel, ratio.one_shot);
  std::fflush(stdout);
}

/// Of counting with reach, on all graphs, without peers.
void print_reach_ratios(unsigned threads) {
  fmt::print(
      "Time of a count with reach / time of the count alone, medians of 9 turns\n\n"
      "| graph | kernel | one-shot |\n|---|---:|---:|\n");
  if (const auto condmat = real_case("CondMat", "ca-CondMat.txt.gz")) print_reach(*condmat, threads);
  if (const auto twitter = real_case("ego-Twitter", "ego-Twitter.txt.gz")) print_reach(*twitter, threads);
  print_reach(rmat_case(), threads);
  print_reach(powerlaw_case(), threads);
}

/// Runs the cases that `wanted` names, or all when it names none.
void run(const std::vector<std::string>& wanted) {
  const auto is_wanted = [&](const std::string& name) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  const unsigned threads = resolve_threads(0);
  const std::time_t now = std::time(nullptr);
  fmt::print("{:%Y-%m-%d}, {}, {} threads, {}, {} hops\n\n", fmt::gmtime(now), processor_name(), threads,
             simd_target_name(), kHops);
  if (wanted == std::vector<std::string>{"reach"}) return print_reach_ratios(threads);
  fmt::print(
      "Peer time / hopveil time (hopveil itself: milliseconds, best run), median of 5 to 51 turns. One-shot: "
      "preparing the graph included.\n\n");
  fmt::print("| graph | program | kernel | one-shot |\n|---|---|---:|---:|\n");
  if (is_wanted("condmat")) print_real_case("CondMat", "ca-CondMat.txt.gz", threads);
  if (is_wanted("twitter")) print_real_case("ego-Twitter", "ego-Twitter.txt.gz", threads);
  if (is_wanted("rmat")) print_case(rmat_case(), threads);
  if (is_wanted("powerlaw")) {
    const Case powerlaw = powerlaw_case();
    print_case(powerlaw, threads);
    print_renumbered(powerlaw, threads);
  }
  if (is_wanted("scaling")) print_scaling(threads, kHops);
}

}  // namespace
}  // namespace hopveil::bench

int main(int argc, char** argv) {
  try {
    hopveil::bench::run({argv + 1, argv + argc});
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    fmt::print(stderr, "count_bench: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
