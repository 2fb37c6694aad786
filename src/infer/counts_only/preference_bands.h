// SPDX-License-Identifier: Apache-2.0
#pragma once

// Users by preference, and what each spends it on.

#include <cstdint>
#include <vector>

#include "dp/rational.h"
#include "infer/parameters.h"
#include "query/public_knowledge.h"

namespace hopveil::infer {

/// Users of about the same preference.
struct Band {
  double epsilon = 0;           ///< mean preference
  double owned_share = 0;       ///< of the private users, how many a user of the band owns the pair with
  double popularity_share = 0;  ///< of the preference, spent on which public users are popular
  /// Too strict for a label: reports one number, per region, for its neighbours among the public users and
  /// among the private users with that label. That they are near public users, both say; under one noise
  /// instead of two.
  bool counts_together = false;

  bool tells_popularity() const { return popularity_share > 0; }
  /// What is spent on the number of public neighbours.
  double public_share() const { return 1 - popularity_share; }
};

struct Bands {
  std::vector<Band> bands;
  std::vector<std::uint32_t> of_row;
};
/// At most kMaxBands, by quantiles of the preferences, strictest first; equal preferences share a band.
Bands bands_of(const query::PublicKnowledge& knowledge, std::uint32_t num_regions,
               const DesignParameters& parameters = {});
inline constexpr std::size_t kMaxBands = 6;

/// Of the preference of those who tell popularity; and what they have left for the number of public
/// neighbours.
dp::Rational popularity_share();
dp::Rational rest_of_popularity_share();

}  // namespace hopveil::infer
