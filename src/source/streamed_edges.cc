// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/check.h"
#include "base/parallel.h"
#include "source/collected_answers.h"
#include "source/collected_edges.h"

namespace hopveil::source {
namespace {

constexpr std::size_t kRowsPerChunk = std::size_t{1} << 14;

/// What work(first row, last row, list) puts into a list of its chunk, over all rows of the graph; the lists
/// in the order of the rows.
template <class Entry, class Work>
std::vector<Entry> over_rows(const Graph& graph, unsigned threads, Work&& work) {
  std::vector<std::vector<Entry>> pieces((graph.num_nodes() + kRowsPerChunk - 1) / kRowsPerChunk);
  parallel_chunks(graph.num_nodes(), kRowsPerChunk, threads,
                  [&](std::size_t begin, std::size_t end, unsigned) {
                    work(static_cast<NodeId>(begin), static_cast<NodeId>(end), pieces[begin / kRowsPerChunk]);
                  });
  std::vector<Entry> all;
  for (auto& piece : pieces) {
    all.insert(all.end(), piece.begin(), piece.end());
    piece = {};
  }
  return all;
}

/// Adds up the entries of one cell, for a list in any order.
std::vector<CellCount> summed(std::vector<CellCount> cells) {
  std::ranges::sort(cells, [](const CellCount& a, const CellCount& b) {
    return a.pool != b.pool ? a.pool < b.pool : a.cell < b.cell;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (kept > 0 && cells[kept - 1].pool == cells[i].pool && cells[kept - 1].cell == cells[i].cell) {
      cells[kept - 1].count += cells[i].count;
    } else {
      cells[kept++] = cells[i];
    }
  }
  cells.resize(kept);
  return cells;
}

}  // namespace

StreamedEdges::StreamedEdges(const Graph& graph, const query::PublicKnowledge& knowledge,
                             std::span<const NodeId> users, OutsideEdges* watch)
    : graph_(graph), knowledge_(knowledge), number_of_(numbers_of(users, graph.num_nodes())), watch_(watch) {
  check(graph.num_nodes() == knowledge.num_users(), "public knowledge is not about this network");
}

/// Every edge stands in the rows of both its ends; it is counted in the row of its owner.
std::unique_ptr<query::TrueCounts> StreamedEdges::counts(const query::CountQuestion& question,
                                                         const query::Pools&, unsigned threads) {
  auto cells =
      over_rows<CellCount>(graph_, threads, [&](NodeId begin, NodeId end, std::vector<CellCount>& out) {
        for (NodeId user = begin; user < end; ++user) {
          const NodeId number = number_of_[user];
          const std::uint32_t pool = question.pool_of_owner[number];
          if (pool == query::kNobody) continue;
          for (const NodeId neighbour : graph_.neighbours(user)) {
            const NodeId partner = number_of_[neighbour];
            const std::uint32_t cell = question.cell_of_partner[partner];
            if (cell == query::kNobody || knowledge_.owner(number, partner) != number) continue;
            out.push_back({pool, cell, 1});
          }
        }
        out = summed(std::move(out));
      });
  return counts_from(summed(std::move(cells)), question.num_pools);
}

/// The earlier of two members has the row.
std::unique_ptr<query::TruePairs> StreamedEdges::pairs(const query::MemberOrder& members, unsigned threads) {
  auto pairs =
      over_rows<PlacedPair>(graph_, threads, [&](NodeId begin, NodeId end, std::vector<PlacedPair>& out) {
        for (NodeId user = begin; user < end; ++user) {
          const std::uint32_t row = members.place(number_of_[user]);
          if (row == query::MemberOrder::kNotMember || row >= members.num_rows()) continue;
          for (const NodeId neighbour : graph_.neighbours(user)) {
            const std::uint32_t column = members.place(number_of_[neighbour]);
            if (column != query::MemberOrder::kNotMember && column > row) out.push_back({row, column});
          }
        }
      });
  std::ranges::sort(pairs);
  return pairs_from(std::move(pairs), members.num_rows());
}

}  // namespace hopveil::source
