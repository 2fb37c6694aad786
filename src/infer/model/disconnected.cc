#include "infer/model/disconnected.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "graph/components.h"
#include "infer/basics/random_draws.h"

namespace hopveil {
namespace {

constexpr std::size_t kHoldOuts = 4;

/// Components of a growing network (Tarjan's union-find, with path halving).
class UnionFind {
 public:
  explicit UnionFind(NodeId size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), NodeId{0}); }
  NodeId find(NodeId user) {
    while (parent_[user] != user) user = parent_[user] = parent_[parent_[user]];
    return user;
  }
  void join(NodeId a, NodeId b) { parent_[find(a)] = find(b); }

 private:
  std::vector<NodeId> parent_;
};

/// By user: whether a path leads to a public user in the network without the edges of those left out.
std::vector<bool> reaches_public(const Graph& known, const std::vector<bool>& is_public,
                                 const std::vector<bool>& left_out) {
  const NodeId num_users = known.num_nodes();
  UnionFind components(num_users);
  for (NodeId user = 0; user < num_users; ++user) {
    if (left_out[user]) continue;
    for (const NodeId other : known.neighbours(user)) {
      if (other < user && !left_out[other]) components.join(user, other);
    }
  }
  std::vector<bool> has_public(num_users, false);
  for (NodeId user = 0; user < num_users; ++user) {
    if (is_public[user]) has_public[components.find(user)] = true;
  }
  std::vector<bool> reaches(num_users);
  for (NodeId user = 0; user < num_users; ++user) reaches[user] = has_public[components.find(user)];
  return reaches;
}

}  // namespace

Disconnected find_disconnected(const Graph& known, const std::vector<bool>& is_public,
                               std::span<const NodeId> users) {
  const Components components = find_components(known);
  std::vector<bool> has_public(components.count(), false);
  for (NodeId user = 0; user < known.num_nodes(); ++user) {
    if (is_public[user]) has_public[components.of_node[user]] = true;
  }
  Disconnected disconnected{{}, std::vector<bool>(known.num_nodes(), false)};
  std::map<NodeId, std::vector<NodeId>> by_component;
  for (const NodeId user : users) {
    if (has_public[components.of_node[user]]) continue;
    disconnected.is_member[user] = true;
    by_component[components.of_node[user]].push_back(user);
  }
  for (auto& [component, part] : by_component) disconnected.parts.push_back(std::move(part));
  return disconnected;
}

double truly_disconnected_share(const Graph& known, const std::vector<bool>& is_public,
                                std::span<const NodeId> users, double unobserved_share,
                                const SeededRng& rng) {
  const std::vector<bool> reached_before =
      reaches_public(known, is_public, std::vector<bool>(known.num_nodes(), false));
  std::size_t before = 0, after = 0;
  for (std::size_t i = 0; i < kHoldOuts; ++i) {
    SeededRng random = rng.stream("hold-out", i);
    std::vector<bool> held_out(known.num_nodes(), false);
    for (const NodeId user : users) held_out[user] = happens(unobserved_share, random);
    const std::vector<bool> reached = reaches_public(known, is_public, held_out);
    for (const NodeId user : users) {
      if (held_out[user] || reached[user]) continue;
      ++after;
      if (!reached_before[user]) ++before;
    }
  }
  return after == 0 ? 1 : static_cast<double>(before) / static_cast<double>(after);
}

}  // namespace hopveil
