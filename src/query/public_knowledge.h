#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

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
  /// Of the two private users, the one that owns the pair: the smaller preference; ties by a hash of both
  /// names, fair and the same on every graph with these users. A pair with a public user is owned by the
  /// private one.
  NodeId owner(NodeId a, NodeId b) const;

 private:
  NodeId num_users_;
  UserRoles roles_;
  std::vector<std::uint64_t> preference_nanos_;  // by user; 0 for public users
  std::vector<std::uint64_t> name_hash_;         // by user
  std::vector<std::pair<NodeId, NodeId>> public_edges_;
};

}  // namespace hopveil
