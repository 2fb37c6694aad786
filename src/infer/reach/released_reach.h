// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reach where some users released their edges: the mixed design.

#include <array>
#include <cstdint>

#include "base/seeded_rng.h"
#include "infer/design/anchors.h"
#include "infer/reach/reach.h"

namespace hopveil::infer {

/// Of private users two hops away who have no public user between: how many have 1, 2, .. *released* users
/// between them and a public user. The last entry holds all above.
inline constexpr std::size_t kMostBetween = 40;
using BetweenHistogram = std::array<std::uint64_t, kMostBetween + 1>;

/// The share of such users who would not be seen: whose users between are all among those who released
/// nothing, if each was released with probability `released_share`. Every such user has some number m >= 1 of
/// users between; the distribution of m is the nonparametric maximum likelihood estimate from the numbers
/// that are seen, which are binomial given m (Norris and Pollock, "Nonparametric MLE for Poisson species
/// abundance models", Environ. Ecol. Stat. 1998, for species). 0 when nobody is seen.
///
/// Example: all who are seen have one user between, and half of the users are released: m = 1 fits best, and
/// half of them are not seen.
double unseen_share(const BetweenHistogram& seen, double released_share);

/// The reach of every public user, all private users counted, from the network that liberal users released.
///
/// Liberal users are s times fewer than private ones. At one hop a public user reaches s times the liberal
/// users it is linked to. Within two hops of it liberal users are seen over public users, which is certain,
/// or over liberal ones: `seen` of them, which is `seen / (1 - unseen_share)` in truth. The estimate is s
/// times the geometric mean of both numbers: the first is biased and steady, the second is neither. Farther
/// away it is s times what is seen, which add_reach scales to the table's total.
HopRows released_reach(const query::PublicKnowledge& knowledge, const Graph& known,
                       const std::vector<NodeId>& liberal, double private_per_liberal, unsigned hops,
                       const CountOptions& counting);

/// Adds the reach of the anchors' network to every table. Intervals are calibrated by a hold-out: as large a
/// share of the liberal users is removed as is missing in truth, and the estimate compared with what was
/// there (split conformal, on errors in units of the root of the estimate).
void add_released_reach(const query::PublicKnowledge& knowledge, const Anchors& anchors,
                        const InferenceOptions& options, const SeededRng& rng,
                        std::vector<InferredCounts>& tables);

}  // namespace hopveil::infer
