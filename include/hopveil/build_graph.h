// SPDX-License-Identifier: Apache-2.0
#pragma once

// Networks from memory. Everything here checks what it is given and throws InputError; none of it keeps a
// reference to an argument unless it says so.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/graph.h>

namespace hopveil {

/// The users' names in this order. Throws InputError when one is empty, stands twice, or is not printable
/// UTF-8.
///
///     const UserIds users = named_users(std::vector<std::string>{"ann", "bob"});
///     users.text(1);  // "bob"
HOPVEIL_API UserIds named_users(std::span<const std::string> names);

/// The users 0, 1, .. count-1, named by their numbers.
HOPVEIL_API UserIds numbered_users(NodeId count);

/// What making a graph simple removed.
///
///     RemovedEdges removed;
///     const NodeId from[] = {0, 1, 1}, to[] = {1, 0, 1};
///     graph_from_edges(numbered_users(2), from, to, 0, &removed);  // 1 repeated, 1 self-loop
struct RemovedEdges {
  std::uint64_t repeated = 0;    ///< the same pair again, in either direction
  std::uint64_t self_loops = 0;  ///< from a user to itself
};

/// The network in which, for every i, from[i] and to[i] are connected: directions are dropped, repeats and
/// self-loops removed (and counted in *removed, unless it is null). Users without an edge stay users.
/// `threads` 0: all processors. Throws InputError for spans of different sizes and for users that do not
/// exist: "user 99 does not exist; there are 34 (0 .. 33)".
///
///     const NodeId from[] = {0, 1, 2}, to[] = {1, 2, 3};
///     const Graph path = graph_from_edges(numbered_users(4), from, to);
HOPVEIL_API Graph graph_from_edges(UserIds users, std::span<const NodeId> from, std::span<const NodeId> to,
                                   unsigned threads = 0, RemovedEdges* removed = nullptr);

/// Takes compressed sparse rows (see Graph) as they are, without copying: `storage` keeps them alive, and
/// they must not change while the graph or a copy of it lives. Throws InputError unless they are the rows of
/// a simple undirected graph: sorted, without repeats and self-loops, each edge in the rows of both its ends.
///
///     const auto targets = std::make_shared<std::vector<NodeId>>(std::vector<NodeId>{1, 0, 2, 1});
///     static constexpr std::uint64_t kOffsets[] = {0, 1, 3, 4};
///     const Graph path = graph_from_rows(kOffsets, *targets, numbered_users(3), targets);
HOPVEIL_API Graph graph_from_rows(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets,
                                  UserIds users, std::shared_ptr<const void> storage);

}  // namespace hopveil
