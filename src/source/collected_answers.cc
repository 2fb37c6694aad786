// SPDX-License-Identifier: Apache-2.0
#include "source/collected_answers.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace hopveil::source {
namespace {

/// Where each group's entries begin in a list that is sorted by group.
template <class Entry, class GroupOf>
std::vector<std::size_t> begins(const std::vector<Entry>& entries, std::size_t num_groups, GroupOf group_of) {
  std::vector<std::size_t> begin(num_groups + 1, 0);
  for (const Entry& entry : entries) ++begin[group_of(entry) + std::size_t{1}];
  for (std::size_t group = 0; group < num_groups; ++group) begin[group + 1] += begin[group];
  return begin;
}

class ListedCounts final : public query::TrueCounts {
 public:
  ListedCounts(std::vector<CellCount> cells, std::size_t num_pools)
      : cells_(std::move(cells)),
        begin_(begins(cells_, num_pools, [](const CellCount& cell) { return cell.pool; })) {}
  void of_pool(std::size_t pool, std::span<std::uint32_t> out) const override {
    std::ranges::fill(out, 0);
    for (std::size_t i = begin_[pool]; i < begin_[pool + 1]; ++i) {
      out[cells_[i].cell] = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(cells_[i].count, std::numeric_limits<std::uint32_t>::max()));
    }
  }

 private:
  std::vector<CellCount> cells_;
  std::vector<std::size_t> begin_;
};

class ListedPairs final : public query::TruePairs {
 public:
  ListedPairs(std::vector<PlacedPair> pairs, std::size_t num_rows)
      : pairs_(std::move(pairs)),
        begin_(begins(pairs_, num_rows, [](const PlacedPair& pair) { return pair.row; })) {}
  void of_row(std::uint32_t row, std::vector<std::uint32_t>& columns) const override {
    columns.clear();
    for (std::size_t i = begin_[row]; i < begin_[row + std::size_t{1}]; ++i)
      columns.push_back(pairs_[i].column);
  }

 private:
  std::vector<PlacedPair> pairs_;
  std::vector<std::size_t> begin_;
};

}  // namespace

std::unique_ptr<query::TrueCounts> counts_from(std::vector<CellCount> cells, std::size_t num_pools) {
  return std::make_unique<ListedCounts>(std::move(cells), num_pools);
}

std::unique_ptr<query::TruePairs> pairs_from(std::vector<PlacedPair> pairs, std::size_t num_rows) {
  return std::make_unique<ListedPairs>(std::move(pairs), num_rows);
}

std::vector<NodeId> numbers_of(std::span<const NodeId> users, std::size_t num_users) {
  check(users.size() == num_users, "a source's users are not those of the question");
  std::vector<NodeId> number_of(num_users, kNoNode);
  for (NodeId number = 0; number < num_users; ++number) {
    check(users[number] < num_users && number_of[users[number]] == kNoNode,
          "a source has a user twice or not at all");
    number_of[users[number]] = number;
  }
  return number_of;
}

}  // namespace hopveil::source
