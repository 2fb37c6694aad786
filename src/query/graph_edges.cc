// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "base/check.h"
#include "query/edge_source.h"

namespace hopveil::query {
namespace {

class CountsOfGraph final : public TrueCounts {
 public:
  CountsOfGraph(const Graph& graph, const PublicKnowledge& knowledge, const CountQuestion& question,
                const Pools& pools)
      : graph_(graph), knowledge_(knowledge), question_(question), pools_(pools) {}

  void of_pool(std::size_t pool, std::span<std::uint32_t> cells) const override {
    std::ranges::fill(cells, 0);
    for (std::size_t i = pools_.begin[pool]; i < pools_.begin[pool + 1]; ++i) {
      count_owned(pools_.owners[i], cells);
    }
  }

 private:
  /// Adds the pairs that `user` owns, each to the one cell of its partner.
  void count_owned(NodeId user, std::span<std::uint32_t> counts) const {
    for (const NodeId partner : graph_.neighbours(user)) {
      const std::uint32_t cell = question_.cell_of_partner[partner];
      if (cell == kNobody || knowledge_.owner(user, partner) != user) continue;
      if (counts[cell] != std::numeric_limits<std::uint32_t>::max()) ++counts[cell];
    }
  }

  const Graph& graph_;
  const PublicKnowledge& knowledge_;
  const CountQuestion& question_;
  const Pools& pools_;
};

class PairsOfGraph final : public TruePairs {
 public:
  PairsOfGraph(const Graph& graph, const MemberOrder& members) : graph_(graph), members_(members) {}

  void of_row(std::uint32_t row, std::vector<std::uint32_t>& columns) const override {
    columns.clear();
    for (const NodeId partner : graph_.neighbours(members_.user(row))) {
      const std::uint32_t place = members_.place(partner);
      if (place != MemberOrder::kNotMember && place > row) columns.push_back(place);
    }
    std::sort(columns.begin(), columns.end());
  }

 private:
  const Graph& graph_;
  const MemberOrder& members_;
};

}  // namespace

GraphEdges::GraphEdges(const Graph& graph, const PublicKnowledge& knowledge)
    : graph_(graph), knowledge_(knowledge) {
  check(graph.num_nodes() == knowledge.num_users(), "public knowledge is not about this network");
}

std::unique_ptr<TrueCounts> GraphEdges::counts(const CountQuestion& question, const Pools& pools, unsigned) {
  return std::make_unique<CountsOfGraph>(graph_, knowledge_, question, pools);
}

std::unique_ptr<TruePairs> GraphEdges::pairs(const MemberOrder& members, unsigned) {
  return std::make_unique<PairsOfGraph>(graph_, members);
}

}  // namespace hopveil::query
