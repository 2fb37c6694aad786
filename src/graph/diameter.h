// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <hopveil/graph.h>

#include "base/progress.h"

namespace hopveil {

/// The diameter, that is, the greatest distance between two users, of the largest component (among equals of
/// the one that appears first); exact. 0 for a graph without edges. Takes some dozens of breadth-first
/// searches on real networks, up to two at a time. Hard cases remain: where nearly all users are equally far
/// from the rest (of a `powerlaw` network of 100,000 users, nearly half are in doubt after hundreds of
/// searches), it nears the work of all searches, 512 at a time. Progress is told in users whose greatest
/// distance is settled.
std::uint32_t largest_component_diameter(const Graph& graph, unsigned threads = 0,
                                         const Progress& progress = {});

/// The diameter of the component that `member` belongs to.
std::uint32_t component_diameter(const Graph& graph, NodeId member, unsigned threads = 0,
                                 const Progress& progress = {});

}  // namespace hopveil
