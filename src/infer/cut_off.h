#pragma once

#include <span>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil {

/// Users from whom no known edge leads to a public user, however many hops away.
struct CutOff {
  std::vector<std::vector<NodeId>> parts;  ///< those who reach each other
  std::vector<bool> is_member;             ///< by user: whether in one of the parts
};

CutOff find_cut_off(const Graph& known, const std::vector<bool>& is_public, std::span<const NodeId> users);

}  // namespace hopveil
