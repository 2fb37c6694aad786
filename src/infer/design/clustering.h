// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "query/public_knowledge.h"

namespace hopveil::infer {

/// How much more often two public neighbours of a public user are linked than in a random network of the same
/// degrees: (C - C0) / (1 - C0), C the share of closed wedges (transitivity) and C0 that of the configuration
/// model. 0: as in a random network; 1: every wedge is closed. None where too few public edges are known.
std::optional<double> excess_clustering(const query::PublicKnowledge& knowledge);

/// From this excess on neighbours are taken to be often linked: it is 0.00 to 0.14 on random, power-law,
/// R-MAT and core-periphery networks, 0.29 to 0.82 on geometric, community and real ones.
inline constexpr double kClustered = 0.2;

}  // namespace hopveil::infer
