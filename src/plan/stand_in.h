#pragma once

// Generated networks that take the place of one whose edges must not be looked at.
//
// A stand-in has the numbers of users and public users of the real network, or fewer at the same share; its
// public users are those of highest degree. What is not known, the mean degree and how much friends of a user
// know each other, is varied: every generator of src/graph, and blocks without hubs, at several mean degrees.
// Where the connections
// between public users are given, which are public knowledge, the degrees are around the one at which public
// users know as many of each other as the real ones do (geometric mean over the kinds).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil::plan {

/// What is known about a network without a protected edge.
struct PublicFacts {
  std::size_t private_users = 0;
  std::size_t public_users = 0;
  std::optional<std::uint64_t> public_edges = {};  ///< between two public users; nothing: not given

  std::size_t users() const { return private_users + public_users; }
};

/// Of a network that is at hand: counts the edges between public users and looks at no other.
PublicFacts public_facts(const Graph& graph, const UserRoles& roles);

struct StandIn {
  std::string generator;
  double degree = 0;  ///< mean number of connections of a user
};

struct StandInNetwork {
  Graph graph;
  UserRoles roles;
};

/// The stand-ins to try: every kind at three mean degrees. Depends on `facts` alone.
std::vector<StandIn> choose_stand_ins(const PublicFacts& facts);

/// With at most `most_users` users, and public users at the share that `facts` says; needs at least one
/// private and one public user. The same arguments give the same network.
StandInNetwork make_stand_in(const StandIn& stand_in, const PublicFacts& facts, std::size_t most_users,
                             unsigned threads);

}  // namespace hopveil::plan
