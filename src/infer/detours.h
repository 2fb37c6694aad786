#pragma once

#include <span>

#include <hopveil/graph.h>

#include "infer/hop_rows.h"

namespace hopveil {

/// Long ways in the released network are often detours: a way of five hops stands only if everybody on it
/// released it, and a shorter one may have been held by others. Completed networks show part of that, and
/// next to nothing where circles hang together by single users. The share of the public users five and more
/// hops away in `completed` who are to be taken as one hop nearer, so that as many of those five hops away
/// in `released` are as the share of private users who are `missing` there makes likely; 0 if completion
/// shortened as many. Totals over `users`.
double detour_share(const HopRows& released, const HopRows& completed, std::span<const NodeId> users,
                    double missing);

/// Takes this share of the counts five and more hops away one hop nearer.
void shorten_detours(std::span<float> row, double share);

}  // namespace hopveil
