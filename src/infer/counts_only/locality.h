// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "infer/basics/random_draws.h"
#include "infer/counts_only/population.h"
#include "infer/counts_only/regions.h"
#include "query/public_knowledge.h"

namespace hopveil::infer {

/// Whether links are local, so that one that finds no partner nearby had better be dropped than be made a
/// shortcut between far ends. They are taken to be so unless public users show that they are not: their
/// network is known and not clustered; or private users are linked to many different pairs of public users,
/// of which hardly any is linked (as in a bipartite network).
bool links_are_local(const query::PublicKnowledge& knowledge, const PublicNetwork& network,
                     const Population& population, Dice& dice);

}  // namespace hopveil::infer
