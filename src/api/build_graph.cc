// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <hopveil/build_graph.h>
#include <hopveil/errors.h>

#include "base/parallel.h"
#include "graph/builder.h"
#include "graph/node_table.h"
#include "graph/plain_number.h"
#include "io/id_text.h"

namespace hopveil {
namespace {

constexpr std::size_t kEdgesPerPiece = std::size_t{1} << 20;

void check_name(const std::string& name, std::size_t user) {
  const std::string problem = io::unusable_name(name);
  if (!problem.empty())
    throw InputError(
        fmt::format("the name {} of user {} cannot be used: {}", io::shown(name), user, problem));
}

void check_distinct(std::span<const std::string> names) {
  NodeTable table;
  for (NodeId user = 0; user < names.size(); ++user) {
    const std::string& name = names[user];
    const NodeId first =
        table.find_or_insert(table.hash(name), user, [&](NodeId other) { return names[other] == name; });
    if (first != user) {
      throw InputError(fmt::format("{} is the name of two users, {} and {}", io::shown(name), first, user),
                       "names tell users apart");
    }
  }
}

UserIds from_texts(std::span<const std::string> names) {
  std::string blob;
  std::vector<std::uint64_t> ends;
  ends.reserve(names.size());
  for (const std::string& name : names) {
    blob += name;
    ends.push_back(blob.size());
  }
  return UserIds::from_text(std::move(blob), std::move(ends));
}

InputError no_such_user(NodeId user, std::size_t num_users) {
  if (num_users == 0) return InputError(fmt::format("user {} does not exist; there are none", user));
  return InputError(
      fmt::format("user {} does not exist; there are {} (0 .. {})", user, num_users, num_users - 1));
}

void check_offsets(std::span<const std::uint64_t> offsets, std::size_t num_targets, std::size_t num_users) {
  if (offsets.size() != num_users + 1) {
    throw InputError(fmt::format("there are {} offsets for {} users", offsets.size(), num_users),
                     "one per user and a last one are expected");
  }
  if (offsets.front() != 0 || offsets.back() != num_targets ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    throw InputError("the offsets of the rows are wrong",
                     fmt::format("they must ascend from 0 to the number of targets, {}", num_targets));
  }
}

/// Ascending rows of existing users without their own user.
void check_rows(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets, NodeId num_users) {
  constexpr std::size_t kGrain = 4096;
  parallel_chunks(num_users, kGrain, 0, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t user = begin; user < end; ++user) {
      const auto row = targets.subspan(offsets[user], offsets[user + 1] - offsets[user]);
      if (row.empty()) continue;
      if (std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) != row.end()) {
        throw InputError(fmt::format("the row of user {} is not in ascending order without repeats", user),
                         "sort it and remove repeats, or make the graph from its edges");
      }
      if (row.back() >= num_users) throw no_such_user(row.back(), num_users);
      if (std::binary_search(row.begin(), row.end(), static_cast<NodeId>(user))) {
        throw InputError(fmt::format("user {} is connected to itself", user), "the diagonal must be empty");
      }
    }
  });
}

/// Walks over all edges u-v in the order of u: the entries of row v come up in the order of v's row.
void check_symmetric(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets,
                     NodeId num_users) {
  std::vector<std::uint64_t> next(offsets.begin(), offsets.end());
  for (NodeId user = 0; user < num_users; ++user) {
    for (std::uint64_t i = offsets[user]; i < offsets[user + std::size_t{1}]; ++i) {
      const NodeId other = targets[i];
      if (next[other] == offsets[other + std::size_t{1}] || targets[next[other]] != user) {
        throw InputError(fmt::format("users {} and {} are connected in one direction only", user, other),
                         "each connection must stand in the rows of both its ends");
      }
      ++next[other];
    }
  }
}

}  // namespace

UserIds named_users(std::span<const std::string> names) {
  if (names.size() >= kNoNode) {
    throw InputError(fmt::format("{} users are too many", names.size()),
                     fmt::format("up to {} can be held", kNoNode));
  }
  std::vector<std::uint64_t> numbers;
  numbers.reserve(names.size());
  for (std::size_t user = 0; user < names.size(); ++user) {
    check_name(names[user], user);
    if (const auto number = plain_number(names[user])) numbers.push_back(*number);
  }
  check_distinct(names);
  return numbers.size() == names.size() ? UserIds::from_numbers(std::move(numbers)) : from_texts(names);
}

Graph graph_from_edges(UserIds users, std::span<const NodeId> from, std::span<const NodeId> to,
                       unsigned threads, RemovedEdges* removed) {
  if (from.size() != to.size()) {
    throw InputError(fmt::format("{} users are connected to {} users", from.size(), to.size()),
                     "both ends of every edge are expected");
  }
  const std::size_t num_users = users.size();
  EdgePieces pieces((from.size() + kEdgesPerPiece - 1) / kEdgesPerPiece);
  parallel_chunks(from.size(), kEdgesPerPiece, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    std::vector<Edge>& piece = pieces[begin / kEdgesPerPiece];
    piece.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      if (std::max(from[i], to[i]) >= num_users) throw no_such_user(std::max(from[i], to[i]), num_users);
      piece.push_back({from[i], to[i]});
    }
  });
  BuiltGraph built = build_graph(std::move(pieces), std::move(users), threads);
  if (removed != nullptr) *removed = {built.removed.repeated_edges, built.removed.self_loops};
  return std::move(built.graph);
}

Graph graph_from_rows(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets, UserIds users,
                      std::shared_ptr<const void> storage) {
  check_offsets(offsets, targets.size(), users.size());
  const auto num_users = static_cast<NodeId>(users.size());
  check_rows(offsets, targets, num_users);
  check_symmetric(offsets, targets, num_users);
  return {offsets, targets, std::move(users), std::move(storage)};
}

}  // namespace hopveil
