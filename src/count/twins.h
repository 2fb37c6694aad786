// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil::count {

/// Of users who read the same rows, one is the leader of the others, its twins.
struct Twins {
  std::vector<NodeId> leaders;
  std::vector<NodeId> twins;
  std::vector<NodeId> leader_of_twin;
};

/// Parts `users` by the neighbours whose rows they read: those who are not dominated (dominated.h).
Twins find_twins(const Graph& graph, std::span<const std::uint8_t> dominated, std::span<const NodeId> users);

}  // namespace hopveil::count
