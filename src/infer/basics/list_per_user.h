// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "graph/builder.h"

namespace hopveil::infer {

/// A list of users per user, all in one block of memory.
class ListPerUser {
 public:
  ListPerUser() = default;
  /// Pairs of a user and a member of its list, whose order is kept.
  ListPerUser(NodeId num_users, std::span<const Edge> pairs)
      : begin_(num_users + std::size_t{1}, 0), members_(pairs.size()) {
    for (const auto& [user, member] : pairs) ++begin_[user + std::size_t{1}];
    for (std::size_t user = 0; user < num_users; ++user) begin_[user + 1] += begin_[user];
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (const auto& [user, member] : pairs) members_[next[user]++] = member;
  }

  /// The neighbours of these users; others have none.
  ListPerUser(const Graph& graph, const std::vector<bool>& wanted) : begin_{0} {
    begin_.reserve(graph.num_nodes() + std::size_t{1});
    for (NodeId user = 0; user < graph.num_nodes(); ++user) {
      begin_.push_back(begin_.back() + (wanted[user] ? graph.degree(user) : 0));
    }
    members_.resize(begin_.back());
    for (NodeId user = 0; user < graph.num_nodes(); ++user) {
      if (wanted[user])
        std::ranges::copy(graph.neighbours(user),
                          members_.begin() + static_cast<std::ptrdiff_t>(begin_[user]));
    }
  }

  std::span<const NodeId> operator[](NodeId user) const {
    return {members_.data() + begin_[user], begin_[user + std::size_t{1}] - begin_[user]};
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<NodeId> members_;
};

}  // namespace hopveil::infer
