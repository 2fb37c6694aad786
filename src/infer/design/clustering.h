#pragma once

#include "query/public_knowledge.h"

namespace hopveil {

/// How much more often two public neighbours of a public user are linked than in a random network of the same
/// degrees: (C - C0) / (1 - C0), C the share of closed wedges (transitivity) and C0 that of the configuration
/// model. 0: as in a random network, or too few public edges to say; 1: every wedge is closed.
double excess_clustering(const PublicKnowledge& knowledge);

}  // namespace hopveil
