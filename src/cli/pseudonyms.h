// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "audit/neighbouring_pair.h"

namespace hopveil::cli {

/// Gives the users of a network's audited pairs other names in everything that is printed and drawn: public
/// users are P1, P2, .., private ones U1, U2, .. in the order in which the pairs show them. What is connected
/// with what stays visible, so the result is NOT private.
void use_pseudonyms(std::vector<audit::NeighbouringPair>& pairs);

/// Names the pairs and their users as the network does, made harmless for a terminal.
void use_harmless_names(std::vector<audit::NeighbouringPair>& pairs);

}  // namespace hopveil::cli
