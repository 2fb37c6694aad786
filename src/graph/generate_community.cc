// SPDX-License-Identifier: Apache-2.0
// Degree-corrected blocks (B. Karrer, M. E. J. Newman, "Stochastic blockmodels and community structure in
// networks", Physical Review E 83, 016107, 2011) in two layers, with the numbers of edges fixed rather than
// expected, and with hubs.
//
// The users are cut into regions and these into a hub and communities (community_plan). Then
//   communities get their edges by a weighted draw without repeats over all pairs of members: a pair's weight
//   is
//     the product of its members' popularities. A random tree comes first, so that the community is
//     connected;
//   hubs know one user of every community of their region, and most of the others;
//   bridges join a region to its parent in the tree of regions;
//   what is left of the edges joins communities of the same region.
// Communities are drawn in parallel, each from its own stream. Work and memory are linear in the edges,
// because a community's density does not depend on the size of the network.

#include "graph/generate_community.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "graph/builder.h"
#include "graph/community_plan.h"
#include "graph/distinct_edges.h"

namespace hopveil {
namespace {

/// Popularities inside a community are Pareto with this exponent, at most kMostPopular.
constexpr double kPopularityTail = 2.5;
constexpr double kMostPopular = 6;
/// Sparser networks than this many edges per node are random parts of one that has this many.
constexpr std::uint64_t kMinEdgesPerNode = 2;

struct RankedPair {
  double rank;
  Edge edge;
};

/// Appends community.edges pairs. Ranks are exponential with the pair's weight as rate; the smallest ranks
/// are a weighted draw without repeats (Efraimidis and Spirakis, 2006).
void draw_community(const Community& community, SeededRng rng, std::vector<RankedPair>& scratch,
                    std::vector<Edge>& edges) {
  std::vector<double> popularity(community.size);
  for (double& p : popularity) p = std::min(kMostPopular, std::pow(random_unit(rng), -1 / kPopularityTail));
  scratch.clear();
  for (NodeId i = 1; i < community.size; ++i) {
    const auto tree_neighbour = static_cast<NodeId>(random_below(rng, i));
    for (NodeId j = 0; j < i; ++j) {
      const double rank =
          j == tree_neighbour ? 0 : -std::log(random_unit(rng)) / (popularity[i] * popularity[j]);
      scratch.push_back({rank, {community.first + i, community.first + j}});
    }
  }
  const auto end = scratch.begin() + static_cast<std::ptrdiff_t>(community.edges);
  const auto before = [](const RankedPair& a, const RankedPair& b) { return a.rank < b.rank; };
  if (end != scratch.end()) std::nth_element(scratch.begin(), end, scratch.end(), before);
  for (auto pair = scratch.begin(); pair != end; ++pair) edges.push_back(pair->edge);
}

std::vector<Edge> draw_communities(const std::vector<Community>& communities, const SeededRng& rng,
                                   unsigned threads) {
  constexpr std::size_t kGrain = 16;
  std::vector<std::vector<Edge>> drawn((communities.size() + kGrain - 1) / kGrain);
  std::vector<std::vector<RankedPair>> scratch(resolve_threads(threads));
  parallel_chunks(
      communities.size(), kGrain, threads, [&](std::size_t begin, std::size_t end, unsigned worker) {
        for (std::size_t i = begin; i < end; ++i)
          draw_community(communities[i], rng.stream("circle", i), scratch[worker], drawn[begin / kGrain]);
      });
  std::vector<Edge> edges;
  for (auto& part : drawn) {
    edges.insert(edges.end(), part.begin(), part.end());
    std::vector<Edge>().swap(part);
  }
  return edges;
}

std::vector<Edge> draw_hub_edges(const CommunityPlan& plan, SeededRng rng) {
  std::vector<Edge> edges;
  for (const Region& region : plan.regions) {
    for (std::size_t c = region.first_community; c < region.last_community; ++c) {
      const Community& community = plan.communities[c];
      edges.push_back({region.first, community.first});
      for (NodeId i = 1; i < community.size; ++i)
        if (random_unit(rng) <= kHubShare) edges.push_back({region.first, community.first + i});
    }
  }
  return edges;
}

NodeId random_member(const Region& region, SeededRng& rng) {
  return static_cast<NodeId>(region.first + random_below(rng, region.size));
}

std::vector<Edge> draw_bridges(const CommunityPlan& plan, SeededRng rng) {
  std::vector<Edge> edges;
  const auto add_bridge = [&](const Region& region) {
    edges.push_back({random_member(region, rng), random_member(plan.regions[region.parent], rng)});
  };
  for (std::size_t r = 1; r < plan.regions.size(); ++r) add_bridge(plan.regions[r]);
  while (plan.regions.size() > 1 && edges.size() < plan.bridges)
    add_bridge(plan.regions[1 + random_below(rng, plan.regions.size() - 1)]);
  return edges;
}

std::vector<Edge> draw_cross_edges(const CommunityPlan& plan, std::uint64_t count, SeededRng rng) {
  std::vector<Edge> edges(count);
  for (Edge& edge : edges) {
    const auto node = static_cast<NodeId>(random_below(rng, plan.region_of.size()));
    edge = {node, random_member(plan.regions[plan.region_of[node]], rng)};
  }
  return edges;
}

/// Cross edges until there are `goal` edges; when the regions are full, any pair will do.
void fill_up(DistinctEdges& edges, const CommunityPlan& plan, std::uint64_t goal, const SeededRng& rng) {
  for (std::uint64_t round = 0; edges.size() < goal; ++round) {
    const std::uint64_t before = edges.size();
    const std::uint64_t missing = goal - before;
    edges.add(draw_cross_edges(plan, missing, rng.stream("cross", round)));
    if ((edges.size() - before) * 10 < missing) edges.add_uniform(goal - edges.size(), rng);
  }
}

/// Keeps `count` random edges.
EdgePieces thin_out(const EdgePieces& pieces, std::uint64_t total, std::uint64_t count, SeededRng rng) {
  EdgePieces kept(1);
  for (const auto& piece : pieces)
    for (const Edge edge : piece)
      if (random_below(rng, total--) < count - kept[0].size()) kept[0].push_back(edge);
  return kept;
}

/// The network before its users get their numbers.
EdgePieces draw_network(const NetworkSpec& spec, const SeededRng& rng) {
  DistinctEdges edges(static_cast<NodeId>(spec.nodes), spec.threads);
  if (spec.nodes < kMinCommunityNodes) {
    edges.add_uniform(spec.edges, rng);
    return edges.take();
  }
  NetworkSpec planned = spec;
  planned.edges = std::max(spec.edges, kMinEdgesPerNode * spec.nodes);
  const CommunityPlan plan = plan_community(planned, rng);
  edges.add(draw_communities(plan.communities, rng, spec.threads));
  edges.add(draw_hub_edges(plan, rng.stream("hubs")));
  edges.add(draw_bridges(plan, rng.stream("bridges")));
  fill_up(edges, plan, planned.edges, rng);
  const std::uint64_t total = edges.size();
  EdgePieces pieces = edges.take();
  return total == spec.edges ? std::move(pieces)
                             : thin_out(pieces, total, spec.edges, rng.stream("thin out"));
}

}  // namespace

Graph generate_community(const NetworkSpec& spec) {
  check_spec(spec);
  const auto nodes = static_cast<NodeId>(spec.nodes);
  const SeededRng rng = SeededRng(spec.seed).stream("community");
  EdgePieces pieces = draw_network(spec, rng);
  const std::vector<NodeId> number = shuffled_nodes(nodes, rng.stream("numbers"));
  parallel_chunks(pieces.size(), 1, spec.threads, [&](std::size_t piece, std::size_t, unsigned) {
    for (Edge& edge : pieces[piece]) edge = {number[edge.from], number[edge.to]};
  });
  return build_graph(std::move(pieces), numbered_users(nodes), spec.threads).graph;
}

}  // namespace hopveil
