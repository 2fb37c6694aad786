// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every network generator is asked for, and the few tools that all of them use.

#include <cstdint>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/graph.h>

#include "base/seeded_rng.h"

namespace hopveil {

/// The network to generate. The same nodes, edges and seed give the same network on any number of threads.
struct NetworkSpec {
  std::uint64_t nodes = 0;  ///< named 0 .. nodes-1
  std::uint64_t edges = 0;  ///< distinct edges; every generator gives exactly that many
  std::uint64_t seed = 0;
  unsigned threads = 0;  ///< 0: all processors
};

/// The number of edges of the complete graph.
std::uint64_t num_pairs(std::uint64_t nodes);

/// Throws InputError unless there is a simple graph of that size.
void check_spec(const NetworkSpec& spec);

/// Uniform on [0, bound), bound > 0, by multiplication and rejection (Lemire 2019).
std::uint64_t random_below(SeededRng& rng, std::uint64_t bound);

/// Uniform on (0, 1]: never 0, so that its logarithm exists.
double random_unit(SeededRng& rng);

/// 0 .. nodes-1 in random order. Generators number users by it, so that a user's number says nothing about
/// its degree: real networks come like that, and a count that profits from a lucky order would mislead.
std::vector<NodeId> shuffled_nodes(NodeId nodes, SeededRng rng);

/// The names "0" .. of generated users.
HOPVEIL_API UserIds numbered_users(NodeId nodes);  // part of build_graph.h

}  // namespace hopveil
