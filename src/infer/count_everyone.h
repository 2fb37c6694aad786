#pragma once

#include <vector>

#include <hopveil/graph.h>

#include "infer/hop_rows.h"

namespace hopveil {

/// At most this many public users are counted; more are sampled, and the counts scaled up.
inline constexpr std::size_t kMaxCountedPublic = 2048;

/// The public users that are counted, evenly spread over the users ordered by known degree.
std::vector<NodeId> counted_public(const Graph& known, std::span<const NodeId> public_users);

/// How many of `counted` are 1 .. hops hops away, times `scale`, for every user, the public ones as well.
HopRows count_everyone(const Graph& graph, std::span<const NodeId> counted, double scale, unsigned hops,
                       unsigned threads);

}  // namespace hopveil
