// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hopveil/graph.h>

namespace hopveil {

/// The graph with the edges of both, on the same users (those of `a`, whose names it shares). Rows are merged
/// as they are: no edge list is made, and nothing is sorted.
Graph union_graph(const Graph& a, const Graph& b);

}  // namespace hopveil
