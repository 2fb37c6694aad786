// SPDX-License-Identifier: Apache-2.0
// Many eccentricities at once by bit-parallel search (M. Then et al., "The more the merrier: efficient
// multi-source graph traversal", VLDB 2015): each node has a row of bits, one per source, that shows which
// sources have reached it. A hop ORs the neighbours' rows into the node's own. A source's eccentricity is the
// number of hops until its bit is in every row. Rows that are full are not looked at again.

#include "graph/eccentricities.h"

#include <array>

#include "base/check.h"
#include "base/parallel.h"

namespace hopveil {
namespace {

constexpr std::size_t kWords = kEccentricityBatch / 64;
constexpr std::size_t kGrain = 2048;

struct alignas(64) Row {
  std::array<std::uint64_t, kWords> words{};
  friend bool operator==(const Row&, const Row&) = default;
};

void or_into(Row& row, const Row& other) {
  for (std::size_t i = 0; i < kWords; ++i) row.words[i] |= other.words[i];
}
void and_into(Row& row, const Row& other) {
  for (std::size_t i = 0; i < kWords; ++i) row.words[i] &= other.words[i];
}
bool has_bit(const Row& row, std::size_t bit) {
  return (row.words[bit / 64] >> (bit % 64) & 1) != 0;
}
void set_bit(Row& row, std::size_t bit) {
  row.words[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

/// The next row of a node; stops reading neighbours when it is full.
Row next_row(const Graph& graph, NodeId node, const std::vector<Row>& rows, const Row& full) {
  Row row = rows[node];
  if (row == full) return row;
  for (const NodeId neighbour : graph.neighbours(node)) {
    or_into(row, rows[neighbour]);
    if (row == full) break;
  }
  return row;
}

}  // namespace

std::vector<std::uint32_t> eccentricities(const Graph& graph, std::span<const NodeId> component,
                                          std::span<const NodeId> sources, unsigned threads) {
  check(sources.size() <= kEccentricityBatch, "too many sources for one batch of eccentricities");
  std::vector<Row> rows(graph.num_nodes());
  std::vector<Row> next(graph.num_nodes());
  Row full;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    set_bit(rows[sources[i]], i);
    set_bit(full, i);
  }
  std::vector<std::uint32_t> result(sources.size(), 0);
  Row everywhere = component.size() == 1 ? full : Row{};
  std::vector<Row> chunk_everywhere((component.size() + kGrain - 1) / kGrain);
  for (std::uint32_t hop = 1; everywhere != full; ++hop) {
    check(hop <= component.size(), "a source of a batch of eccentricities lies outside the component");
    parallel_chunks(component.size(), kGrain, threads, [&](std::size_t begin, std::size_t end, unsigned) {
      Row common = full;
      for (std::size_t i = begin; i < end; ++i) {
        next[component[i]] = next_row(graph, component[i], rows, full);
        and_into(common, next[component[i]]);
      }
      chunk_everywhere[begin / kGrain] = common;
    });
    rows.swap(next);
    Row now = full;
    for (const Row& common : chunk_everywhere) and_into(now, common);
    for (std::size_t i = 0; i < sources.size(); ++i)
      if (has_bit(now, i) && !has_bit(everywhere, i)) result[i] = hop;
    everywhere = now;
  }
  return result;
}

}  // namespace hopveil
