// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil {

/// The connected components, numbered 0, 1, .. by the first appearance of one of their users.
struct Components {
  std::vector<NodeId> of_node;  ///< the component of each node
  std::vector<NodeId> sizes;    ///< the number of nodes of each component
  std::vector<NodeId> first;    ///< the first node of each component

  std::size_t count() const { return sizes.size(); }
  /// The component with the most nodes, among equals the one that appears first. There must be one.
  NodeId largest() const;
};

Components find_components(const Graph& graph);

/// The users of the largest component (among equals the one that appears first) and the edges between them;
/// users keep their names and their order. The empty graph's is the empty graph.
Graph largest_component(const Graph& graph);

}  // namespace hopveil
