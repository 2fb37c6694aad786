// SPDX-License-Identifier: Apache-2.0
#pragma once

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

  std::span<const NodeId> operator[](NodeId user) const {
    return {members_.data() + begin_[user], begin_[user + std::size_t{1}] - begin_[user]};
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<NodeId> members_;
};

}  // namespace hopveil::infer
