// SPDX-License-Identifier: Apache-2.0
// R-MAT: D. Chakrabarti, Y. Zhan, C. Faloutsos, "R-MAT: a recursive model for graph mining" (SDM 2004), with
// the parameters of the Graph500 benchmark.
//
// An edge is a cell of the adjacency matrix, found by descending: at each level one of the four quadrants is
// chosen with probabilities a, b, c, d, which gives one bit of each end. For a number of nodes that is not a
// power of two the matrix is the next larger one, and cells outside are drawn again: at least a of all draws
// lie inside. Chunks of edges have streams of their own, so threads do not matter.

#include "graph/generate_rmat.h"

#include <algorithm>
#include <bit>

#include "base/parallel.h"
#include "graph/builder.h"
#include "graph/distinct_edges.h"

namespace hopveil {
namespace {

// a = 0.57, b = 0.19, c = 0.19, d = 0.05, as 16-bit fixed point: four levels from one 64-bit draw.
constexpr std::uint64_t kUpToA = 37356;
constexpr std::uint64_t kUpToB = 49807;
constexpr std::uint64_t kUpToC = 62259;

constexpr std::size_t kChunk = std::size_t{1} << 16;
/// A round draws what is still missing; when rounds bring less than this share, the popular pairs are used
/// up.
constexpr std::uint64_t kMinYieldPercent = 10;

Edge draw_cell(SeededRng& rng, int levels) {
  Edge cell{0, 0};
  std::uint64_t bits = 0;
  for (int level = 0; level < levels; ++level, bits >>= 16) {
    if (level % 4 == 0) bits = rng.next_u64();
    const std::uint64_t choice = bits & 0xFFFF;
    const bool lower = choice >= kUpToB;
    const bool right = (choice >= kUpToA && !lower) || choice >= kUpToC;
    cell.from = cell.from << 1 | NodeId{lower};
    cell.to = cell.to << 1 | NodeId{right};
  }
  return cell;
}

Edge draw_edge(SeededRng& rng, int levels, NodeId nodes) {
  while (true) {
    const Edge cell = draw_cell(rng, levels);
    if (cell.from < nodes && cell.to < nodes && cell.from != cell.to) return cell;
  }
}

std::vector<Edge> draw_edges(std::uint64_t count, const std::vector<NodeId>& number, const SeededRng& rng,
                             unsigned threads) {
  const auto nodes = static_cast<NodeId>(number.size());
  const auto levels = static_cast<int>(std::bit_width(nodes - 1));
  std::vector<Edge> edges(count);
  parallel_chunks(edges.size(), kChunk, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    SeededRng chunk = rng.stream("chunk", begin / kChunk);
    for (std::size_t i = begin; i < end; ++i) {
      const Edge cell = draw_edge(chunk, levels, nodes);
      edges[i] = {number[cell.from], number[cell.to]};
    }
  });
  return edges;
}

}  // namespace

Graph generate_rmat(const NetworkSpec& spec) {
  check_spec(spec);
  const auto nodes = static_cast<NodeId>(spec.nodes);
  const SeededRng rng = SeededRng(spec.seed).stream("rmat");
  const std::vector<NodeId> number = shuffled_nodes(nodes, rng.stream("numbers"));

  DistinctEdges edges(nodes, spec.threads);
  for (std::uint64_t round = 0; edges.size() < spec.edges; ++round) {
    const std::uint64_t before = edges.size();
    const std::uint64_t missing = spec.edges - before;
    edges.add(draw_edges(missing, number, rng.stream("round", round), spec.threads));
    if ((edges.size() - before) * 100 < missing * kMinYieldPercent) {
      edges.add_uniform(spec.edges - edges.size(), rng);
    }
  }
  return build_graph(edges.take(), numbered_users(nodes), spec.threads).graph;
}

}  // namespace hopveil
