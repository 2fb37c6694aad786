// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil::count {

/// For every user 1 if another one dominates it, knowing it and everybody it knows, else 0; of users who
/// dominate each other one is not dominated. Shortest paths do not need dominated users but as their ends:
/// whoever knows one knows, or is, a dominating user that is not dominated, and that one reaches everybody in
/// as few hops.
std::vector<std::uint8_t> find_dominated(const Graph& graph, unsigned threads);

/// Whether enough users look dominated that counting gets faster by more than it takes to find them.
/// Judged by a few hundred edges.
bool domination_pays(const Graph& graph);

}  // namespace hopveil::count
