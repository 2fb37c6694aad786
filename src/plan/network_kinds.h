#pragma once

// The kinds of generated networks that stand in for a real one: with and without hubs, communities, and long
// distances.

#include <string>
#include <vector>

#include <hopveil/graph.h>

#include "graph/network_spec.h"

namespace hopveil {

/// The generators of src/graph (community, powerlaw, rmat), and
///   blocks    equal communities without hubs
///   uniform   every pair alike: neither hubs nor communities (Erdos and Renyi 1959)
///   lattice   a ring of neighbours, one edge in ten leads anywhere (Watts and Strogatz 1998)
///   nearby    points on a square that are linked to those close by: long distances (Gilbert 1961)
std::vector<std::string> network_kinds();

/// About as many edges as the spec says. The same spec gives the same network.
Graph make_network(const std::string& kind, const NetworkSpec& spec);

}  // namespace hopveil
