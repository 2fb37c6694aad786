// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "source/collected_edges.h"

namespace hopveil::source {

/// True counts from a list of them, sorted by pool and cell, each once.
std::unique_ptr<query::TrueCounts> counts_from(std::vector<CellCount> cells, std::size_t num_pools);
/// The same for pairs.
std::unique_ptr<query::TruePairs> pairs_from(std::vector<PlacedPair> pairs, std::size_t num_rows);

/// users[i] -> i. Throws BugError unless every user stands there once.
std::vector<NodeId> numbers_of(std::span<const NodeId> users, std::size_t num_users);

}  // namespace hopveil::source
