// SPDX-License-Identifier: Apache-2.0
#pragma once

// Generated networks that take the place of one whose edges must not be looked at.
//
// All are of one family with properties that are unknown of a network without its edges: mean degree, spread
// of the degrees, how much of the connections stay inside communities, how large these are and whether they
// overlap, how much users of similar popularity keep to each other, how many users have no connection, and
// how many connections between public users are missing. Many are drawn; where the connections between public
// users are given, those are kept whose public users are as near to each other as the real ones, hop by hop
// (rejection sampling, as in approximate Bayesian computation: Beaumont, Annu. Rev. Ecol. Evol. Syst. 2010).

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "plan/public_profile.h"

namespace hopveil::plan {

/// A degree-corrected block model (Karrer and Newman, Phys. Rev. E 2011) with assortative mixing.
struct StandIn {
  double degree = 0;          ///< mean number of connections of a user
  double spread = 0;          ///< standard deviation of the logarithm of a user's popularity
  double inside = 0;          ///< share of the connections whose ends are in one community
  double community_size = 0;  ///< the median, in mean degrees
  double assortativity = 0;   ///< share of the connections between users of similar popularity
  bool chained = false;       ///< communities overlap: every user is in the middle of its own
  double isolated = 0;        ///< share of the users without a connection
  double reserved = 0;        ///< share of the connections between public users that are left out
  std::uint64_t seed = 0;

  std::string name() const;
};

struct StandInNetwork {
  StandIn stand_in;
  Graph graph;
  UserRoles roles;
};

/// A network of the family with this many users, the first `public_users` by degree public.
StandInNetwork make_stand_in(const StandIn& stand_in, std::size_t users, std::size_t public_users);

/// How many are drawn, how many of them are kept, and how many users each has: those of the real network, at
/// most `users`, but enough for kFewestPublicUsers public ones at the share that the facts say.
struct StandInChoice {
  std::size_t drawn = 0;
  std::size_t kept = 0;
  std::size_t users = 0;
};

/// The nearest first. The same arguments give the same networks.
std::vector<StandInNetwork> choose_stand_ins(const PublicFacts& facts, const StandInChoice& choice,
                                             unsigned threads);

}  // namespace hopveil::plan
