// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "graph/network_spec.h"

namespace hopveil {

/// A growing network with power-law degrees (exponent about 3) and clustering: each new user links to
/// popular users and to their friends.
///
/// Exactly spec.edges distinct edges; connected when spec.edges >= spec.nodes - 1. Throws InputError when no
/// simple graph has that size.
Graph generate_powerlaw(const NetworkSpec& spec);

}  // namespace hopveil
