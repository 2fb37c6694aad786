#include "graph/builder.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/parallel.h"

namespace hopveil {

BuiltGraph build_graph(EdgePieces pieces, UserIds ids, unsigned threads) {
  const auto num_nodes = static_cast<NodeId>(ids.size());
  BuiltGraph built;

  std::vector<std::uint64_t> offsets(num_nodes + std::size_t{1}, 0);
  for (const auto& piece : pieces) {
    for (const Edge edge : piece) {
      if (edge.from == edge.to) {
        ++built.removed.self_loops;
        continue;
      }
      ++offsets[edge.from];
      ++offsets[edge.to];
    }
  }
  // Each offset becomes the end of its row; filling moves it down to the row's begin.
  std::inclusive_scan(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<NodeId> targets(offsets.back());
  for (auto& piece : pieces) {
    for (const Edge edge : piece) {
      if (edge.from == edge.to) continue;
      targets[--offsets[edge.from]] = edge.to;
      targets[--offsets[edge.to]] = edge.from;
    }
    std::vector<Edge>().swap(piece);
  }

  // Sort the rows and drop repeats in place: first each row by itself, then close the gaps.
  std::vector<NodeId> row_size(num_nodes);
  parallel_chunks(num_nodes, 4096, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t v = begin; v < end; ++v) {
      const auto first = targets.begin() + static_cast<std::ptrdiff_t>(offsets[v]);
      const auto last = targets.begin() + static_cast<std::ptrdiff_t>(offsets[v + 1]);
      std::sort(first, last);
      row_size[v] = static_cast<NodeId>(std::unique(first, last) - first);
    }
  });
  std::uint64_t next = 0;
  for (std::size_t v = 0; v < num_nodes; ++v) {
    const std::uint64_t begin = std::exchange(offsets[v], next);
    if (begin != next)
      std::copy_n(targets.begin() + static_cast<std::ptrdiff_t>(begin), row_size[v],
                  targets.begin() + static_cast<std::ptrdiff_t>(next));
    next += row_size[v];
  }
  built.removed.repeated_edges = (targets.size() - next) / 2;
  offsets[num_nodes] = next;
  targets.resize(next);
  if (targets.capacity() > next + next / 4) targets.shrink_to_fit();

  built.graph = Graph(std::move(offsets), std::move(targets), std::move(ids));
  return built;
}

Graph graph_from_edges(NodeId num_nodes, std::vector<Edge> edges) {
  std::vector<std::uint64_t> numbers(num_nodes);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  for (const Edge edge : edges)
    check(edge.from < num_nodes && edge.to < num_nodes, "an edge ends outside the graph");
  EdgePieces pieces;
  pieces.push_back(std::move(edges));
  return build_graph(std::move(pieces), UserIds::from_numbers(std::move(numbers)), 1).graph;
}

}  // namespace hopveil
