// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is known about a network without a protected edge.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil::plan {

/// How near public users are to each other over the connections between them, which are public knowledge.
///
/// Example: of four public users A-B-C are a path and D has no other. Seen from A, B, C and D, 2, 3, 2 and 1
/// of them are within one hop (each counts itself), so `within[0]` is 8 / 16, and `within[1]` is 10 / 16.
struct PublicProfile {
  static constexpr unsigned kHops = 4;

  std::uint64_t edges = 0;
  /// For 1 .. kHops hops: the share of all ordered pairs of public users that are within that many.
  std::array<double, kHops> within{};
  /// Of two neighbours of a public user, how often they are neighbours themselves (transitivity).
  double clustering = 0;
};

struct PublicFacts {
  std::size_t private_users = 0;
  std::size_t public_users = 0;
  std::optional<PublicProfile> profile = {};  ///< nothing: the connections between public users are not given

  std::size_t users() const { return private_users + public_users; }
};

/// Of the network of the public users alone, at least one; looks from at most 256 of them, and at no more
/// than some million pairs of neighbours.
PublicProfile public_profile(const Graph& among_public_users);

/// Of a network that is at hand: looks at the edges between public users and at no other.
PublicFacts public_facts(const Graph& graph, const UserRoles& roles);

/// How unlike two profiles are: Euclidean distance of the logits of their shares within 2 .. kHops hops and
/// of their clustering, of which .3 counts as much as 1 of a logit. The share within one hop depends on the
/// size of the network more than on its kind.
double distance(const PublicProfile& a, const PublicProfile& b);

}  // namespace hopveil::plan
