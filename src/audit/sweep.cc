// SPDX-License-Identifier: Apache-2.0
#include "audit/sweep.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/seeded_rng.h"
#include "dp/exact_samplers.h"
#include "dp/preferences.h"
#include "dp/random_bits.h"

namespace hopveil::audit {
namespace {

/// A loss that the rounding of its own sum puts above the level is none.
constexpr double kRounding = 1e-9;

double excess(const ComparedStep& step) {
  return step.change == 0 ? 0 : step.change / std::max(step.declared, 1e-9);
}

Preferences counting_up(std::size_t rows) {
  std::vector<Epsilon> by_row;
  for (std::size_t row = 0; row < rows; ++row) {
    by_row.push_back(Epsilon::from_nanos((row + 1) * Epsilon::kNanosPerUnit));
  }
  return Preferences(std::move(by_row));
}

Epsilon level_of(const mechanism::Setting& setting, Edge edge) {
  NeighbouringPair pair;
  pair.edge = edge;
  pair.roles = setting.roles();
  pair.preferences = setting.preferences();
  return *pair.level();
}

std::vector<Edge> all_pairs_of_users(NodeId users) {
  std::vector<Edge> pairs;
  for (NodeId a = 0; a < users; ++a) {
    for (NodeId b = a + 1; b < users; ++b) pairs.push_back({a, b});
  }
  return pairs;
}

/// All networks of `users` users of whom the first `num_public` are public, by the bits of a number.
void sweep_networks_of(NodeId users, NodeId num_public, std::uint64_t seed, Sweep& sweep) {
  const std::vector<Edge> possible = all_pairs_of_users(users);
  std::vector<NodeId> public_users(num_public);
  for (NodeId i = 0; i < num_public; ++i) public_users[i] = i;
  const UserRoles roles(users, public_users);
  const Preferences preferences = counting_up(users - num_public);
  std::vector<mechanism::Setting> settings;
  settings.reserve(std::size_t{1} << possible.size());
  for (std::uint32_t bits = 0; bits < 1U << possible.size(); ++bits) {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < possible.size(); ++i) {
      if ((bits >> i & 1) != 0) edges.push_back(possible[i]);
    }
    settings.emplace_back(graph_from_edges(users, std::move(edges)), roles, preferences);
  }
  for (std::uint32_t bits = 0; bits < 1U << possible.size(); ++bits) {
    for (std::size_t i = 0; i < possible.size(); ++i) {
      const bool is_protected = possible[i].to >= num_public;  // the larger end is private
      if ((bits >> i & 1) != 0 || !is_protected) continue;
      sweep.add(settings[bits], settings[bits | 1U << i], possible[i], seed);
    }
  }
}

}  // namespace

void Sweep::add(const mechanism::Setting& from, const mechanism::Setting& to, Edge edge, std::uint64_t seed) {
  const PlayBack played = play_back(mechanism_, from, to, seed);
  ++result_.pairs;
  result_.leaking += played.leaks_past_noise ? 1U : 0U;
  result_.exceeding += std::ranges::all_of(played.steps, &ComparedStep::within_declared) ? 0U : 1U;
  const double loss = played.loss / level_of(from, edge).value();
  result_.overspending += loss > 1 + kRounding ? 1U : 0U;
  result_.worst_loss = std::max(result_.worst_loss, loss);
  if (const ComparedStep* worst = played.worst()) keep_worst(*worst, from, to, edge);
}

void Sweep::keep_worst(const ComparedStep& step, const mechanism::Setting& from, const mechanism::Setting& to,
                       Edge edge) {
  const double now = excess(step);
  const double before = excess(result_.worst_step);
  const bool smaller =
      result_.worst_pair && from.graph().num_edges() < result_.worst_pair->without.num_edges();
  if (result_.worst_pair && (now < before || (now == before && !smaller))) return;
  result_.worst_step = step;
  NeighbouringPair pair;
  pair.name = "worst";
  pair.summary = fmt::format("the worst of {}", result_.what);
  pair.without = from.graph();
  pair.with = to.graph();
  pair.edge = edge;
  pair.roles = from.roles();
  pair.preferences = from.preferences();
  result_.worst_pair = std::move(pair);
}

SweepResult sweep_small_networks(const mechanism::Mechanism& mechanism, NodeId largest, std::uint64_t seed) {
  Sweep sweep(mechanism, fmt::format("all networks of up to {} users", largest));
  for (NodeId users = 2; users <= largest; ++users) {
    // Without a public user, or a private one, nothing is counted.
    for (NodeId num_public = 1; num_public < users; ++num_public) {
      sweep_networks_of(users, num_public, seed, sweep);
    }
  }
  return sweep.take();
}

SweepResult sweep_random_networks(const mechanism::Mechanism& mechanism, NodeId largest, std::uint64_t count,
                                  std::uint64_t seed) {
  Sweep sweep(mechanism, fmt::format("{} edges of random networks of up to {} users", count, largest));
  const SeededRng seeds(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    SeededRng random = seeds.stream("random network", i);
    dp::RandomBits bits(random);
    const auto users = static_cast<NodeId>(3 + dp::uniform_below(bits, largest - 2));
    const auto num_public = static_cast<NodeId>(1 + dp::uniform_below(bits, users - 1));
    const std::uint64_t density = 1 + dp::uniform_below(bits, 9);  // tenths
    std::vector<NodeId> public_users(num_public);
    for (NodeId user = 0; user < num_public; ++user) public_users[user] = user;
    const UserRoles roles(users, public_users);
    const Preferences preferences = counting_up(users - num_public);
    const auto differing_end = static_cast<NodeId>(num_public + dp::uniform_below(bits, users - num_public));
    const auto other_end =
        static_cast<NodeId>((differing_end + 1 + dp::uniform_below(bits, users - 1)) % users);
    const auto [small, large] = std::minmax(differing_end, other_end);
    std::vector<Edge> edges;
    for (const Edge& edge : all_pairs_of_users(users)) {
      if (edge != Edge{small, large} && dp::bernoulli(bits, density, 10)) edges.push_back(edge);
    }
    const mechanism::Setting from(graph_from_edges(users, edges), roles, preferences);
    edges.push_back({small, large});
    const mechanism::Setting to(graph_from_edges(users, edges), roles, preferences);
    sweep.add(from, to, {small, large}, seed + i);
  }
  return sweep.take();
}

std::vector<Edge> draw_protected_edges(const Graph& graph, const UserRoles& roles, std::uint64_t count,
                                       std::uint64_t seed) {
  std::vector<Edge> edges = edges_of(graph);
  std::erase_if(edges,
                [&](const Edge& edge) { return roles.is_public(edge.from) && roles.is_public(edge.to); });
  SeededRng random = SeededRng(seed).stream("edges of a network");
  dp::RandomBits bits(random);
  const std::size_t wanted = std::min<std::size_t>(edges.size(), count);
  for (std::size_t i = 0; i < wanted; ++i)
    std::swap(edges[i], edges[i + dp::uniform_below(bits, edges.size() - i)]);
  edges.resize(wanted);
  return edges;
}

SweepResult sweep_edges(const mechanism::Mechanism& mechanism, const Graph& graph, const UserRoles& roles,
                        const Preferences& preferences, std::uint64_t count, std::uint64_t seed) {
  const std::vector<Edge> edges = draw_protected_edges(graph, roles, count, seed);
  Sweep sweep(mechanism, fmt::format("{} edges of the given network", edges.size()));
  const mechanism::Setting with(graph, roles, preferences);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const NeighbouringPair pair = pair_of(graph, edges[i], roles, preferences);
    sweep.add(mechanism::Setting(pair.without, roles, preferences), with, edges[i], seed + i);
  }
  return sweep.take();
}

std::vector<NeighbouringPair> pairs_of_network(const Graph& graph, const UserRoles& roles,
                                               const Preferences& preferences, std::uint64_t count,
                                               std::uint64_t seed) {
  std::vector<NeighbouringPair> pairs;
  for (const Edge& edge : draw_protected_edges(graph, roles, count, seed)) {
    NeighbouringPair pair = pair_of(graph, edge, roles, preferences);
    pair.name = fmt::format("{}-{}", graph.ids().text(edge.from), graph.ids().text(edge.to));
    pair.summary = "an edge of the given network, drawn at random";
    pair.hops = 2;
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

dp::Threshold certain_threshold(const Preferences& preferences) {
  return dp::Threshold::number(dp::smallest_preference(preferences));
}

dp::Threshold certain_threshold_of_sweeps() {
  return dp::Threshold::number(Epsilon::from_nanos(Epsilon::kNanosPerUnit));
}

}  // namespace hopveil::audit
