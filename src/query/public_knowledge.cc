// SPDX-License-Identifier: Apache-2.0
#include "query/public_knowledge.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/check.h"

namespace hopveil::query {
namespace {

/// The finalizer of splitmix64: a bijection that lets every bit reach every other.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t hash_text(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return mix(hash);
}

/// A number for every name. Names whose hashes collide are told apart by their texts' order, so that the
/// numbers are distinct and depend on the set of names alone, not on the order of users.
std::vector<std::uint64_t> distinct_hashes(const UserIds& ids) {
  std::vector<std::pair<std::uint64_t, NodeId>> hashed(ids.size());
  std::string text;
  for (NodeId user = 0; user < hashed.size(); ++user) {
    text.clear();
    ids.append_text(user, text);
    hashed[user] = {hash_text(text), user};
  }
  std::sort(hashed.begin(), hashed.end(), [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : ids.text(a.second) < ids.text(b.second);
  });
  std::vector<std::uint64_t> hashes(hashed.size());
  for (std::size_t i = 0; i < hashed.size(); ++i) {
    auto& [hash, user] = hashed[i];
    if (i > 0 && hash <= hashed[i - 1].first) hash = hashed[i - 1].first + 1;
    hashes[user] = hash;
  }
  return hashes;
}

}  // namespace

PublicKnowledge::PublicKnowledge(const Graph& graph, const UserRoles& roles, const Preferences& preferences)
    : num_users_(graph.num_nodes()),
      roles_(roles),
      preference_nanos_(num_users_, 0),
      name_hash_(distinct_hashes(graph.ids())) {
  set_preferences(preferences);
  for (const NodeId user : roles.public_users()) {
    for (const NodeId neighbour : graph.neighbours(user)) {
      if (neighbour > user && roles.is_public(neighbour)) public_edges_.emplace_back(user, neighbour);
    }
  }
}

void PublicKnowledge::set_preferences(const Preferences& preferences) {
  check(roles_.public_users().size() + roles_.private_users().size() == num_users_,
        "not every user is public or private");
  check(preferences.size() == roles_.private_users().size(), "not every private user has a preference");
  for (const NodeId user : roles_.private_users()) {
    preference_nanos_[user] = preferences.of_row(roles_.row(user)).nanos();
  }
}

PublicKnowledge PublicKnowledge::made_up(std::span<const NodeId> users, const UserRoles& roles,
                                         const Preferences& preferences) const {
  PublicKnowledge result;
  result.num_users_ = static_cast<NodeId>(users.size());
  result.roles_ = roles;
  result.preference_nanos_.resize(users.size());
  for (const NodeId user : users) result.name_hash_.push_back(name_hash_[user]);
  result.set_preferences(preferences);
  return result;
}

Epsilon PublicKnowledge::preference(NodeId user) const {
  return Epsilon::from_nanos(preference_nanos_[user]);
}

NodeId PublicKnowledge::owner(NodeId a, NodeId b) const {
  // Public users have preference 0 here; asking only one array about both ends spares cache misses.
  const std::uint64_t preference_a = preference_nanos_[a];
  const std::uint64_t preference_b = preference_nanos_[b];
  check(preference_a != 0 || preference_b != 0, "a pair of public users has no owner");
  if (preference_a == 0 || preference_b == 0) return preference_a == 0 ? b : a;
  if (preference_a != preference_b) return preference_a < preference_b ? a : b;
  const bool a_is_first = name_hash_[a] < name_hash_[b];
  return (parity(a) == parity(b)) == a_is_first ? a : b;
}

std::vector<NodeId> PublicKnowledge::canonical_order() const {
  std::vector<NodeId> order(num_users_);
  std::iota(order.begin(), order.end(), NodeId{0});
  std::ranges::sort(order, {}, [&](NodeId user) { return name_hash_[user]; });
  return order;
}

PublicKnowledge PublicKnowledge::renumbered(std::span<const NodeId> order) const {
  check(order.size() == num_users_, "a new order of users does not hold every user");
  PublicKnowledge result;
  result.num_users_ = num_users_;
  std::vector<NodeId> number(num_users_), public_users;
  for (NodeId i = 0; i < num_users_; ++i) {
    const NodeId user = order[i];
    number[user] = i;
    if (is_public(user)) public_users.push_back(i);
    result.preference_nanos_.push_back(preference_nanos_[user]);
    result.name_hash_.push_back(name_hash_[user]);
  }
  result.roles_ = UserRoles(num_users_, std::move(public_users));
  for (const auto& [a, b] : public_edges_) {
    result.public_edges_.push_back(std::minmax(number[a], number[b]));
  }
  std::ranges::sort(result.public_edges_);
  return result;
}

}  // namespace hopveil::query
