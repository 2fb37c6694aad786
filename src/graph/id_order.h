// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil {

/// The nodes in ascending order of their names: as numbers when all names are numbers, else as text. Depends
/// on who exists and on nothing else of the input.
std::vector<NodeId> nodes_by_id(const UserIds& ids);

/// The names of these nodes, in this order.
UserIds select_ids(const UserIds& ids, std::span<const NodeId> nodes);

/// The same network with order[i] as its node i; `order` holds every node once.
Graph renumbered(const Graph& graph, std::span<const NodeId> order);

}  // namespace hopveil
