// SPDX-License-Identifier: Apache-2.0
#include "count/twins.h"

#include <algorithm>
#include <utility>

namespace hopveil::count {
namespace {

/// Which rows users read when those of dominated users are not.
class RowsRead {
 public:
  RowsRead(const Graph& graph, std::span<const std::uint8_t> dominated)
      : graph_(graph), dominated_(dominated) {}

  /// Equal for users who read the same rows, and hardly ever for others.
  std::uint64_t fingerprint(NodeId user) const {
    std::uint64_t sum = 0;
    for (const NodeId v : graph_.neighbours(user)) {
      if (dominated_[v] == 0) sum += mixed(v);
    }
    return sum;
  }
  bool are_the_same(NodeId a, NodeId b) const { return rows_of(a) == rows_of(b); }

 private:
  static std::uint64_t mixed(NodeId v) {
    std::uint64_t x = (v + std::uint64_t{1}) * 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93;
    return x ^ (x >> 32);
  }
  std::vector<NodeId> rows_of(NodeId user) const {
    std::vector<NodeId> rows;
    for (const NodeId v : graph_.neighbours(user)) {
      if (dominated_[v] == 0) rows.push_back(v);
    }
    return rows;
  }

  const Graph& graph_;
  std::span<const std::uint8_t> dominated_;
};

}  // namespace

Twins find_twins(const Graph& graph, std::span<const std::uint8_t> dominated, std::span<const NodeId> users) {
  const RowsRead rows_read(graph, dominated);
  std::vector<std::pair<std::uint64_t, NodeId>> sorted;
  for (const NodeId user : users) sorted.emplace_back(rows_read.fingerprint(user), user);
  std::sort(sorted.begin(), sorted.end());
  Twins found;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const NodeId user = sorted[i].second;
    const bool is_twin = i != 0 && sorted[i].first == sorted[i - 1].first &&
                         rows_read.are_the_same(found.leaders.back(), user);
    (is_twin ? found.twins : found.leaders).push_back(user);
    if (is_twin) found.leader_of_twin.push_back(found.leaders.back());
  }
  return found;
}

}  // namespace hopveil::count
