// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil::query {

/// All that may be known without asking: who exists, who is public, the preferences, edges between public
/// users. Inference gets this and noisy answers, never the graph.
class PublicKnowledge {
 public:
  PublicKnowledge(const Graph& graph, const UserRoles& roles, const Preferences& preferences);

  NodeId num_users() const { return num_users_; }
  const UserRoles& roles() const { return roles_; }
  bool is_public(NodeId user) const { return roles_.is_public(user); }
  /// Of a private user.
  Epsilon preference(NodeId user) const;
  /// Every edge between two public users once.
  std::span<const std::pair<NodeId, NodeId>> public_edges() const { return public_edges_; }
  /// Of the two private users, the one that owns the pair: the smaller preference. Where preferences are
  /// equal: the first in canonical order when the users' parities are equal, the second when they differ;
  /// fair, the same on every graph with these users, and simple enough for SQL (hopveil/outside_edges.h). A
  /// pair with a public user is owned by the private one.
  NodeId owner(NodeId a, NodeId b) const;

  /// Every user once, in an order that the set of names decides and nothing else does: neither the numbers
  /// of users nor the order of their names.
  std::vector<NodeId> canonical_order() const;
  /// Whether `a` is before `b` in that order.
  bool canonically_before(NodeId a, NodeId b) const { return name_hash_[a] < name_hash_[b]; }
  /// A bit of a hash of the user's name.
  bool parity(NodeId user) const { return (name_hash_[user] & 1) != 0; }
  /// The same knowledge with order[i] as user i.
  PublicKnowledge renumbered(std::span<const NodeId> order) const;
  /// About users[i] as user i, some of the users, with other preferences and without public edges: for
  /// networks that are made up.
  PublicKnowledge made_up(std::span<const NodeId> users, const UserRoles& roles,
                          const Preferences& preferences) const;

 private:
  PublicKnowledge() = default;
  void set_preferences(const Preferences& preferences);

  NodeId num_users_ = 0;
  UserRoles roles_;
  std::vector<std::uint64_t> preference_nanos_;  // by user; 0 for public users
  std::vector<std::uint64_t> name_hash_;         // by user
  std::vector<std::pair<NodeId, NodeId>> public_edges_;
};

}  // namespace hopveil::query
