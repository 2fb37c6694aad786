#include "plan/network_kinds.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "graph/generators.h"

namespace hopveil {
namespace {

double mean_degree(const NetworkSpec& spec) {
  return 2 * static_cast<double>(spec.edges) / static_cast<double>(spec.nodes);
}

NodeId random_user(const NetworkSpec& spec, SeededRng& rng) {
  return static_cast<NodeId>(random_below(rng, spec.nodes));
}

Graph make_blocks(const NetworkSpec& spec) {
  constexpr double kBlockSize = 3;  // in mean degrees
  constexpr std::uint64_t kSmallestBlock = 8;
  constexpr std::uint64_t kOneInOutside = 5;  // edges that lead outside of the block
  const auto size = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(kBlockSize * mean_degree(spec)),
                                              kSmallestBlock, std::max(kSmallestBlock, spec.nodes));
  SeededRng rng(spec.seed);
  std::vector<Edge> edges;
  for (std::uint64_t i = 0; i < spec.edges; ++i) {
    const NodeId from = random_user(spec, rng);
    const std::uint64_t first = from / size * size;
    const bool outside = random_below(rng, kOneInOutside) == 0;
    const auto to = outside
                        ? random_user(spec, rng)
                        : static_cast<NodeId>(first + random_below(rng, std::min(size, spec.nodes - first)));
    if (from != to) edges.push_back({from, to});
  }
  return graph_from_edges(static_cast<NodeId>(spec.nodes), std::move(edges));
}

Graph make_uniform(const NetworkSpec& spec) {
  SeededRng rng(spec.seed);
  std::vector<Edge> edges;
  for (std::uint64_t i = 0; i < spec.edges; ++i) {
    const NodeId from = random_user(spec, rng), to = random_user(spec, rng);
    if (from != to) edges.push_back({from, to});
  }
  return graph_from_edges(static_cast<NodeId>(spec.nodes), std::move(edges));
}

Graph make_lattice(const NetworkSpec& spec) {
  constexpr std::uint64_t kOneInAnywhere = 10;
  SeededRng rng(spec.seed);
  std::vector<Edge> edges;
  for (std::uint64_t i = 0; i < spec.edges; ++i) {
    const auto from = static_cast<NodeId>(i % spec.nodes);
    const std::uint64_t step = i / spec.nodes + 1;
    const auto to = random_below(rng, kOneInAnywhere) == 0 ? random_user(spec, rng)
                                                           : static_cast<NodeId>((from + step) % spec.nodes);
    if (from != to) edges.push_back({from, to});
  }
  return graph_from_edges(static_cast<NodeId>(spec.nodes), std::move(edges));
}

/// Points in cells as wide as the radius: those close by are in the same cell or one beside it.
Graph make_nearby(const NetworkSpec& spec) {
  const double nodes = static_cast<double>(spec.nodes);
  const double radius = std::sqrt(mean_degree(spec) / (std::numbers::pi * nodes));
  const auto across = std::max<std::size_t>(1, static_cast<std::size_t>(1 / radius));
  SeededRng rng(spec.seed);
  std::vector<std::pair<double, double>> points;
  std::vector<std::vector<NodeId>> cells(across * across);
  const auto place = [&](double at) {
    return std::min(across - 1, static_cast<std::size_t>(at * static_cast<double>(across)));
  };
  for (NodeId user = 0; user < spec.nodes; ++user) {
    points.emplace_back(random_unit(rng), random_unit(rng));
    cells[place(points.back().first) * across + place(points.back().second)].push_back(user);
  }
  std::vector<Edge> edges;
  for (NodeId user = 0; user < spec.nodes; ++user) {
    const auto [x, y] = points[user];
    const std::size_t row = place(x), column = place(y);
    for (std::size_t i = row > 0 ? row - 1 : 0; i <= std::min(row + 1, across - 1); ++i) {
      for (std::size_t j = column > 0 ? column - 1 : 0; j <= std::min(column + 1, across - 1); ++j) {
        for (const NodeId other : cells[i * across + j]) {
          if (user < other && std::hypot(points[other].first - x, points[other].second - y) < radius)
            edges.push_back({user, other});
        }
      }
    }
  }
  return graph_from_edges(static_cast<NodeId>(spec.nodes), std::move(edges));
}

struct Kind {
  const char* name;
  Graph (*make)(const NetworkSpec& spec);
};

constexpr Kind kOwnKinds[] = {
    {"blocks", make_blocks}, {"uniform", make_uniform}, {"lattice", make_lattice}, {"nearby", make_nearby}};

}  // namespace

std::vector<std::string> network_kinds() {
  std::vector<std::string> names;
  for (const GeneratorInfo& generator : generators()) names.emplace_back(generator.name);
  for (const Kind& kind : kOwnKinds) names.emplace_back(kind.name);
  return names;
}

Graph make_network(const std::string& kind, const NetworkSpec& spec) {
  for (const Kind& own : kOwnKinds) {
    if (kind == own.name) return own.make(spec);
  }
  return find_generator(kind).make(spec);
}

}  // namespace hopveil
