#pragma once

// Generated networks that take the place of one whose edges must not be looked at.
//
// A stand-in has the numbers of users and public users of the real network, or fewer at the same share; its
// public users are those of highest degree. What is not known, the mean degree and how users are linked, is
// varied: every kind of plan/network_kinds.h at several mean degrees. Where the edges between public users
// are given, which are public knowledge, each kind has the mean degrees around the one at which its public
// users have as many edges to each other as the real ones, and a weight: the more the network of its public
// users is like the real one (clustering, differences between degrees, connectedness), the more it counts.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

/// The network of public users and the edges between them.
struct PublicShape {
  double transitivity = 0;  ///< the share of paths of two edges whose ends are linked
  double variation = 0;     ///< of the degrees: standard deviation divided by the mean
  double largest_part = 0;  ///< the share of the public users in the largest component
};

/// What is known about a network without a protected edge.
struct PublicFacts {
  std::size_t private_users = 0;
  std::size_t public_users = 0;
  std::optional<std::uint64_t> public_edges = {};  ///< between two public users; nothing: not given
  std::optional<PublicShape> shape = {};           ///< of those edges

  std::size_t users() const { return private_users + public_users; }
};

/// Of a network that is at hand, or of its public edges alone: looks at no other edge.
PublicFacts public_facts(const Graph& graph, const UserRoles& roles);
/// `between`: all public users, and the edges between them.
PublicFacts public_facts(std::size_t private_users, const Graph& between);

struct StandIn {
  std::string generator;
  double degree = 0;  ///< mean number of connections of a user
  double weight = 1;  ///< how much it counts
};

struct StandInNetwork {
  Graph graph;
  UserRoles roles;
};

/// The stand-ins to try: kinds at three mean degrees each, without those that hardly count. Depends on
/// `facts` alone.
std::vector<StandIn> choose_stand_ins(const PublicFacts& facts);

/// With at most `most_users` users, and public users at the share that `facts` says; needs at least one
/// private and one public user. The same arguments give the same network.
StandInNetwork make_stand_in(const StandIn& stand_in, const PublicFacts& facts, std::size_t most_users,
                             unsigned threads);

}  // namespace hopveil
