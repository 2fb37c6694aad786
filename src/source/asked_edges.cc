// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <hopveil/errors.h>

#include "base/check.h"
#include "source/collected_answers.h"
#include "source/collected_edges.h"

namespace hopveil {

OutsideEdges::~OutsideEdges() = default;

}  // namespace hopveil

namespace hopveil::source {
namespace {

/// No message says which cell or pair it is about: they are edges.
void believe(bool plausible, const char* what) {
  if (plausible) return;
  throw SystemError("use the answer of", "whoever holds the edges", what,
                    "An edge that counts twice voids the guarantee, so nothing is published.");
}

}  // namespace

AskedEdges::AskedEdges(OutsideEdges& outside, const query::PublicKnowledge& knowledge,
                       std::span<const NodeId> users)
    : outside_(outside),
      users_(users.begin(), users.end()),
      number_of_(numbers_of(users, knowledge.num_users())),
      preference_(users.size(), 0),
      parity_(users.size()),
      rank_(users.size()) {
  for (NodeId number = 0; number < users_.size(); ++number) {
    const NodeId user = users_[number];
    if (!knowledge.is_public(number)) preference_[user] = knowledge.preference(number).nanos();
    parity_[user] = knowledge.parity(number) ? 1 : 0;
  }
  const std::vector<NodeId> order = knowledge.canonical_order();
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) rank_[users_[order[rank]]] = rank;
}

std::unique_ptr<query::TrueCounts> AskedEdges::counts(const query::CountQuestion& question,
                                                      const query::Pools& pools, unsigned) {
  std::vector<std::uint32_t> pool_of(users_.size()), cell_of(users_.size());
  for (NodeId number = 0; number < users_.size(); ++number) {
    pool_of[users_[number]] = question.pool_of_owner[number];
    cell_of[users_[number]] = question.cell_of_partner[number];
  }
  const OutsideCounts answer = outside_.count(ownership(), pool_of, cell_of);
  believe(answer.pools.size() == answer.cells.size() && answer.pools.size() == answer.counts.size(),
          "its columns have different lengths");
  std::vector<CellCount> cells;
  cells.reserve(answer.pools.size());
  for (std::size_t i = 0; i < answer.pools.size(); ++i) {
    believe(answer.pools[i] < question.num_pools && !pools.empty(answer.pools[i]),
            "it has a pool that was not asked");
    believe(answer.cells[i] < question.num_cells, "it has a cell that was not asked for");
    cells.push_back({answer.pools[i], answer.cells[i], answer.counts[i]});
  }
  const auto before = [](const CellCount& a, const CellCount& b) {
    return a.pool != b.pool ? a.pool < b.pool : a.cell < b.cell;
  };
  std::ranges::sort(cells, before);
  const auto twice = std::ranges::adjacent_find(
      cells, [&](const CellCount& a, const CellCount& b) { return !before(a, b); });
  believe(twice == cells.end(), "it has a cell twice");
  return counts_from(std::move(cells), question.num_pools);
}

std::unique_ptr<query::TruePairs> AskedEdges::pairs(const query::MemberOrder& members, unsigned) {
  std::vector<std::uint8_t> is_member(users_.size());
  for (NodeId number = 0; number < users_.size(); ++number) {
    is_member[users_[number]] = members.place(number) != query::MemberOrder::kNotMember ? 1 : 0;
  }
  const OutsidePairs answer = outside_.pairs(ownership(), is_member);
  believe(answer.first.size() == answer.second.size(), "its columns have different lengths");
  std::vector<PlacedPair> pairs;
  pairs.reserve(answer.first.size());
  for (std::size_t i = 0; i < answer.first.size(); ++i) {
    believe(std::max(answer.first[i], answer.second[i]) < users_.size(), "it has a user who does not exist");
    const std::uint32_t one = members.place(number_of_[answer.first[i]]);
    const std::uint32_t other = members.place(number_of_[answer.second[i]]);
    believe(one != query::MemberOrder::kNotMember && other != query::MemberOrder::kNotMember &&
                one != other && std::min(one, other) < members.num_rows(),
            "it has a pair that was not asked for");
    pairs.push_back({std::min(one, other), std::max(one, other)});
  }
  std::ranges::sort(pairs);
  believe(std::ranges::adjacent_find(pairs) == pairs.end(), "it has a pair twice");
  return pairs_from(std::move(pairs), members.num_rows());
}

}  // namespace hopveil::source
