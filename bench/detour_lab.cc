// How long ways of the released network (public and liberal users) are in truth: of the pairs of a liberal
// and a public user that are d hops apart there, the percentage that is nearer in truth; and of those that
// are seven or more apart, or not joined, the percentage that is at most five apart.
//
//   detour_lab GRAPH.. [--largest] [--seeds N]
//
// A third of the private users is liberal, drawn at random; the 5% users of highest degree are public, at
// most 200 of them are looked at. docs/mechanisms/eli-inference.md shows its table.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <hopveil/users.h>

#include "base/seeded_rng.h"
#include "dp/preferences.h"
#include "graph/builder.h"
#include "graph/network_spec.h"
#include "lab_network.h"

namespace hopveil::bench {
namespace {

constexpr std::size_t kLookedAt = 200;
/// Distances beyond, and of pairs that are not connected, count as one more.
constexpr unsigned kFarthest = 7;
constexpr unsigned kApart = kFarthest + 1;

std::vector<unsigned> distances_from(const Graph& graph, NodeId source) {
  std::vector<unsigned> distance(graph.num_nodes(), kApart);
  std::vector<NodeId> reached{source};
  distance[source] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const unsigned hops = distance[reached[next]] + 1;
    if (hops > kFarthest) break;
    for (const NodeId other : graph.neighbours(reached[next])) {
      if (distance[other] != kApart || other == source) continue;
      distance[other] = hops;
      reached.push_back(other);
    }
  }
  return distance;
}

Graph among(const Graph& graph, const std::vector<bool>& member) {
  std::vector<Edge> edges;
  for (NodeId user = 0; user < graph.num_nodes(); ++user) {
    for (const NodeId other : graph.neighbours(user)) {
      if (user < other && member[user] && member[other]) edges.push_back({user, other});
    }
  }
  return graph_from_edges(graph.num_nodes(), std::move(edges));
}

struct Pairs {
  std::array<double, kApart + 1> all{}, nearer{}, within_five{};  // by distance in the released network
};

void add_draw(const Graph& graph, const UserRoles& roles, std::uint64_t seed, Pairs& pairs) {
  SeededRng rng(seed);
  std::vector<bool> member(graph.num_nodes(), false);
  std::vector<NodeId> liberal;
  for (const NodeId user : roles.public_users()) member[user] = true;
  for (const NodeId user : roles.private_users()) {
    if (random_below(rng, 3) != 0) continue;
    member[user] = true;
    liberal.push_back(user);
  }
  const Graph released = among(graph, member);
  const auto public_users = roles.public_users();
  const std::size_t looked_at = std::min(kLookedAt, public_users.size());
  for (std::size_t i = 0; i < looked_at; ++i) {
    const NodeId source = public_users[i * public_users.size() / looked_at];
    const auto truth = distances_from(graph, source);
    const auto seen = distances_from(released, source);
    for (const NodeId user : liberal) {
      pairs.all[seen[user]] += 1;
      if (truth[user] < seen[user]) pairs.nearer[seen[user]] += 1;
      if (truth[user] <= 5) pairs.within_five[seen[user]] += 1;
    }
  }
}

void print_line(const std::string& name, const Pairs& pairs) {
  fmt::print("| {} |", name.substr(name.find_last_of('/') + 1));
  const auto print_share = [](double part, double whole) {
    whole < 100 ? fmt::print(" |") : fmt::print(" {:.0f}% |", 100 * part / whole);
  };
  for (unsigned hops = 2; hops <= kApart; ++hops) print_share(pairs.nearer[hops], pairs.all[hops]);
  print_share(pairs.within_five[kFarthest] + pairs.within_five[kApart],
              pairs.all[kFarthest] + pairs.all[kApart]);
  fmt::print("\n");
}

}  // namespace
}  // namespace hopveil::bench

int main(int argc, char** argv) {
  using namespace hopveil;
  std::vector<std::string> names;
  bool largest = false;
  std::uint64_t seeds = 3;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--largest") {
      largest = true;
    } else if (argument == "--seeds" && i + 1 < argc) {
      seeds = std::stoull(argv[++i]);
    } else {
      names.push_back(argument);
    }
  }
  fmt::print(
      "| nearer in truth, of pairs that released edges put | 2 | 3 | 4 | 5 | 6 | 7 | more hops apart | "
      "within 5, "
      "of 7 or more |\n");
  fmt::print("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const std::string& name : names) {
    const Graph graph = bench::lab_network(name, largest);
    const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
    bench::Pairs pairs;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) bench::add_draw(graph, roles, seed, pairs);
    bench::print_line(name, pairs);
  }
}
