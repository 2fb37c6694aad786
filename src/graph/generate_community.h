// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "graph/network_spec.h"

namespace hopveil {

/// A network of communities, like the friendships around a few well-known users of a social network: dense
/// communities of unequal sizes, hubs that know most of their region, few bridges between regions. High
/// clustering, heavy-tailed degrees, long paths from one end to the other.
///
/// Exactly spec.edges distinct edges; connected from about four connections per user on. Throws InputError
/// when no simple graph has that size.
Graph generate_community(const NetworkSpec& spec);

}  // namespace hopveil
