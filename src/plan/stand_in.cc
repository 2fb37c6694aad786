#include "plan/stand_in.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "graph/generators.h"

namespace hopveil::plan {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kFewestUsers = 20;  // what the generators need
/// Of networks that a mean degree is fitted on, and fewer public users than this say too little.
constexpr std::size_t kFittedUsers = 4000;
constexpr std::size_t kFewestPublicUsers = 10;
/// Mean degrees of the social networks that people publish lie between about 4 and 50.
constexpr std::array kUnknownDegrees = {6.0, 15.0, 36.0};
constexpr std::array kAroundFitted = {0.7, 1.0, 1.5};
constexpr std::array kTriedDegrees = {3.0, 6.0, 12.0, 24.0, 48.0, 96.0};
constexpr double kFewestPublicConnections = 0.02;

/// Communities of equal size whose users have about the same degree: without the hubs of the generators.
constexpr const char* kBlocks = "blocks";
constexpr double kBlockSize = 3;  // in mean degrees
constexpr std::uint64_t kSmallestBlock = 8;
constexpr std::uint64_t kOneInOutside = 5;  // edges that lead outside of the block

Graph make_blocks(const NetworkSpec& spec) {
  const double degree = 2 * static_cast<double>(spec.edges) / static_cast<double>(spec.nodes);
  const auto size = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(kBlockSize * degree), kSmallestBlock,
                                              std::max(kSmallestBlock, spec.nodes));
  SeededRng rng(spec.seed);
  std::vector<Edge> edges;
  for (std::uint64_t i = 0; i < spec.edges; ++i) {
    const std::uint64_t from = random_below(rng, spec.nodes);
    const std::uint64_t first = from / size * size;
    const bool outside = random_below(rng, kOneInOutside) == 0;
    const std::uint64_t to = outside ? random_below(rng, spec.nodes)
                                     : first + random_below(rng, std::min(size, spec.nodes - first));
    if (from != to) edges.push_back({static_cast<NodeId>(from), static_cast<NodeId>(to)});
  }
  return graph_from_edges(static_cast<NodeId>(spec.nodes), std::move(edges));
}

std::vector<std::string> kinds() {
  std::vector<std::string> names;
  for (const GeneratorInfo& generator : generators()) names.emplace_back(generator.name);
  names.emplace_back(kBlocks);
  return names;
}

/// Connections to other public users of a public user, in the mean.
double public_degree(const PublicFacts& facts) {
  const double ends = 2 * static_cast<double>(facts.public_edges.value_or(0));
  return std::max(ends / static_cast<double>(facts.public_users), kFewestPublicConnections);
}

double public_degree_of(const StandInNetwork& network) {
  return public_degree(public_facts(network.graph, network.roles));
}

/// The mean degree at which the generator's public users have `wanted` connections to each other: between
/// the two tried ones around it, on a straight line of logarithms.
double fitted_degree(const std::string& kind, const PublicFacts& facts, double wanted) {
  double degree_before = 0;
  double found_before = 0;
  for (const double degree : kTriedDegrees) {
    const double found = public_degree_of(make_stand_in({kind, degree}, facts, facts.users(), 1));
    if (found >= wanted) {
      if (degree_before == 0 || found <= found_before) return degree;
      const double part = std::log(wanted / found_before) / std::log(found / found_before);
      return degree_before * std::pow(degree / degree_before, std::max(part, 0.0));
    }
    degree_before = degree;
    found_before = found;
  }
  return kTriedDegrees.back();
}

/// The geometric mean over the kinds: each kind alone is far off where public users are chosen in another
/// way, or where hubs are larger or smaller than its own.
double fitted_degree(const PublicFacts& facts) {
  double logarithms = 0;
  PublicFacts fewer = facts;
  if (facts.users() > kFittedUsers) {
    fewer.private_users = facts.private_users * kFittedUsers / facts.users();
    fewer.public_users = std::max<std::size_t>(1, kFittedUsers - fewer.private_users);
  }
  const std::vector<std::string> names = kinds();
  for (const std::string& kind : names)
    logarithms += std::log(fitted_degree(kind, fewer, public_degree(facts)));
  return std::exp(logarithms / static_cast<double>(names.size()));
}

/// With fewer users the mean degree is smaller, too, so that the distance between users, about log(users) /
/// log(degree), stays: otherwise everybody would be two hops from everybody.
double degree_at(double degree, std::size_t all, std::size_t users) {
  if (users >= all || degree <= 1) return degree;
  return std::pow(degree, std::log(static_cast<double>(users)) / std::log(static_cast<double>(all)));
}

std::uint64_t edges_for(double degree, std::size_t users) {
  const auto wanted = static_cast<std::uint64_t>(degree * static_cast<double>(users) / 2);
  // The community generator needs two edges per user, and none fills more than half of all pairs.
  return std::clamp<std::uint64_t>(wanted, 2 * users,
                                   std::max<std::uint64_t>(2 * users, num_pairs(users) / 2));
}

}  // namespace

PublicFacts public_facts(const Graph& graph, const UserRoles& roles) {
  std::uint64_t ends = 0;
  for (const NodeId user : roles.public_users()) {
    for (const NodeId other : graph.neighbours(user)) ends += roles.is_public(other) ? 1U : 0U;
  }
  return {roles.private_users().size(), roles.public_users().size(), ends / 2};
}

std::vector<StandIn> choose_stand_ins(const PublicFacts& facts) {
  const bool fits = facts.public_edges.has_value() && facts.public_users >= kFewestPublicUsers;
  const double fitted = fits ? fitted_degree(facts) : 0;
  std::vector<StandIn> chosen;
  for (const std::string& kind : kinds()) {
    if (fits) {
      for (const double factor : kAroundFitted) chosen.push_back({kind, fitted * factor});
    } else {
      for (const double degree : kUnknownDegrees) chosen.push_back({kind, degree});
    }
  }
  return chosen;
}

StandInNetwork make_stand_in(const StandIn& stand_in, const PublicFacts& facts, std::size_t most_users,
                             unsigned threads) {
  const std::size_t all = facts.users();
  NetworkSpec spec;
  spec.nodes = std::max(std::min(all, most_users), kFewestUsers);
  spec.edges = edges_for(degree_at(stand_in.degree, all, spec.nodes), spec.nodes);
  spec.seed = kSeed;
  spec.threads = threads;
  StandInNetwork network;
  network.graph =
      stand_in.generator == kBlocks ? make_blocks(spec) : find_generator(stand_in.generator).make(spec);
  const std::size_t public_users =
      std::clamp<std::size_t>((facts.public_users * spec.nodes + all / 2) / all, 1, spec.nodes - 1);
  network.roles =
      UserRoles(network.graph.num_nodes(), highest_degree_users(network.graph, {false, public_users}));
  return network;
}

}  // namespace hopveil::plan
