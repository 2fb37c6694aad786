// SPDX-License-Identifier: Apache-2.0
#pragma once

// What Python code answers for C++, on a cluster: who holds the edges, and who counts in networks.

#include <memory>

#include <pybind11/pybind11.h>

#include <hopveil/count.h>
#include <hopveil/outside_edges.h>
#include <hopveil/release.h>

namespace hopveil {

/// Edges that a Python object holds; null for None.
std::shared_ptr<OutsideEdges> edges_outside(const pybind11::object& edges);

/// Counts by a Python function of (network, sources, rows, hops): an array with a row per hop, or None for
/// networks that are counted here. Empty for None.
NetworkCounter counter_of(const pybind11::object& counter);

}  // namespace hopveil
