#include "plan/stand_in.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "graph/builder.h"
#include "graph/components.h"
#include "graph/generators.h"
#include "plan/network_kinds.h"

namespace hopveil {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kFewestUsers = 20;  // what the generators need
/// Of networks that a mean degree is fitted on, and fewer public users than this say too little.
constexpr std::size_t kFittedUsers = 4000;
constexpr std::size_t kFewestPublicUsers = 10;
/// Mean degrees of the social networks that people publish lie between about 4 and 50.
constexpr std::array kUnknownDegrees = {6.0, 15.0, 36.0};
constexpr std::array kAroundFitted = {0.7, 1.0, 1.5};
constexpr std::array kAroundWeights = {1.0, 2.0, 1.0};
/// Of shapes: differences that are nothing special between networks of one kind.
constexpr double kTransitivityTolerance = 0.1;
constexpr double kVariationTolerance = 0.25;
constexpr double kLargestPartTolerance = 0.15;
constexpr double kEdgesOfAShape = 50;  // with so many edges, sampling blurs a shape by about its tolerance
/// Some kinds count in any case, at least this much beside the best; others that count less are left out.
constexpr std::size_t kFewestKinds = 3;
constexpr double kLeastWeight = 0.1;
constexpr std::array kTriedDegrees = {3.0, 6.0, 12.0, 24.0, 48.0, 96.0};
constexpr double kFewestPublicConnections = 0.02;

std::size_t num_common(std::span<const NodeId> a, std::span<const NodeId> b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) ++common;
    const bool first = *i <= *j, second = *j <= *i;
    i += first ? 1 : 0;
    j += second ? 1 : 0;
  }
  return common;
}

/// Connections to other public users of a public user, in the mean.
double public_degree(const PublicFacts& facts) {
  const double ends = 2 * static_cast<double>(facts.public_edges.value_or(0));
  return std::max(ends / static_cast<double>(facts.public_users), kFewestPublicConnections);
}

PublicShape shape_of(const Graph& network) {
  PublicShape shape;
  const auto users = static_cast<double>(network.num_nodes());
  double degrees = 0, squares = 0, paths = 0, closed = 0;
  for (NodeId user = 0; user < network.num_nodes(); ++user) {
    const auto neighbours = network.neighbours(user);
    const auto degree = static_cast<double>(neighbours.size());
    degrees += degree;
    squares += degree * degree;
    paths += degree * (degree - 1) / 2;
    for (const NodeId other : neighbours) {
      if (user < other) closed += static_cast<double>(num_common(neighbours, network.neighbours(other)));
    }
  }
  const double mean = degrees / users;
  // Each triangle is found from its three edges, and closes three paths.
  shape.transitivity = paths > 0 ? closed / paths : 0;
  shape.variation = mean > 0 ? std::sqrt(std::max(0.0, squares / users - mean * mean)) / mean : 0;
  const Components parts = find_components(network);
  shape.largest_part = static_cast<double>(parts.sizes[parts.largest()]) / users;
  return shape;
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

/// As many users as a kind is fitted on, at the same share of public ones.
PublicFacts fewer(const PublicFacts& facts) {
  PublicFacts result = facts;
  if (facts.users() <= kFittedUsers) return result;
  result.private_users = facts.private_users * kFittedUsers / facts.users();
  result.public_users = std::max<std::size_t>(1, kFittedUsers - result.private_users);
  return result;
}

/// How much a kind counts whose public users' network has this shape. Few edges say little about a shape.
double weight_of(const PublicShape& found, const PublicFacts& facts) {
  if (!facts.shape) return 1;
  const double edges = std::max(1.0, static_cast<double>(*facts.public_edges));
  const double doubt = std::sqrt(1 + kEdgesOfAShape / edges);
  const auto apart = [&](double PublicShape::*member, double tolerance) {
    return std::pow((found.*member - (*facts.shape).*member) / (tolerance * doubt), 2);
  };
  return std::exp(-0.5 * (apart(&PublicShape::transitivity, kTransitivityTolerance) +
                          apart(&PublicShape::variation, kVariationTolerance) +
                          apart(&PublicShape::largest_part, kLargestPartTolerance)));
}

/// Every kind around its fitted degree, by shape.
std::vector<StandIn> fitted_stand_ins(const PublicFacts& facts) {
  const PublicFacts smaller = fewer(facts);
  std::vector<StandIn> fitted;
  for (const std::string& kind : network_kinds()) {
    StandIn one{kind, fitted_degree(kind, smaller, public_degree(facts)), 1};
    const StandInNetwork network = make_stand_in(one, smaller, smaller.users(), 1);
    one.weight = weight_of(*public_facts(network.graph, network.roles).shape, facts);
    fitted.push_back(one);
  }
  std::ranges::stable_sort(fitted, std::greater{}, &StandIn::weight);
  const double largest = fitted.front().weight;
  std::vector<StandIn> chosen;
  for (std::size_t kind = 0; kind < fitted.size(); ++kind) {
    const StandIn& one = fitted[kind];
    const double weight = largest > 0 ? one.weight / largest : 1;
    if (kind >= kFewestKinds && weight < kLeastWeight) break;
    for (std::size_t i = 0; i < kAroundFitted.size(); ++i) {
      chosen.push_back(
          {one.generator, one.degree * kAroundFitted[i], std::max(weight, kLeastWeight) * kAroundWeights[i]});
    }
  }
  return chosen;
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
  const auto users = roles.public_users();
  std::vector<NodeId> number(graph.num_nodes(), 0);
  for (NodeId i = 0; i < users.size(); ++i) number[users[i]] = i;
  std::vector<Edge> edges;
  for (const NodeId user : users) {
    for (const NodeId other : graph.neighbours(user)) {
      if (user < other && roles.is_public(other)) edges.push_back({number[user], number[other]});
    }
  }
  const Graph between = graph_from_edges(static_cast<NodeId>(users.size()), std::move(edges));
  return public_facts(roles.private_users().size(), between);
}

PublicFacts public_facts(std::size_t private_users, const Graph& between) {
  return {private_users, between.num_nodes(), between.num_edges(), shape_of(between)};
}

std::vector<StandIn> choose_stand_ins(const PublicFacts& facts) {
  if (facts.public_edges && facts.public_users >= kFewestPublicUsers) return fitted_stand_ins(facts);
  std::vector<StandIn> chosen;
  for (const std::string& kind : network_kinds()) {
    for (const double degree : kUnknownDegrees) chosen.push_back({kind, degree, 1});
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
  network.graph = make_network(stand_in.generator, spec);
  const std::size_t public_users =
      std::clamp<std::size_t>((facts.public_users * spec.nodes + all / 2) / all, 1, spec.nodes - 1);
  network.roles =
      UserRoles(network.graph.num_nodes(), highest_degree_users(network.graph, {false, public_users}));
  return network;
}

}  // namespace hopveil
