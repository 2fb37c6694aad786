#include "infer/model/disconnected.h"

#include <numeric>

#include <gtest/gtest.h>

#include "graph/builder.h"

namespace hopveil {
namespace {

using Parts = std::vector<std::vector<NodeId>>;

TEST(Disconnected, NoUserInAnEmptyNetwork) {
  EXPECT_TRUE(find_disconnected(Graph(), {}, {}).parts.empty());
}

// 0 (public) - 1 - 2     3 - 4     5     6 (not asked about) - 7
TEST(Disconnected, PartsAreComponentsWithoutAPublicUser) {
  const Graph known = graph_from_edges(8, {{0, 1}, {1, 2}, {3, 4}, {6, 7}});
  const std::vector<bool> is_public{true, false, false, false, false, false, false, false};
  const std::vector<NodeId> users{1, 2, 3, 4, 5, 7};
  const Disconnected disconnected = find_disconnected(known, is_public, users);
  EXPECT_EQ(disconnected.parts, (Parts{{3, 4}, {5}, {7}}));
  EXPECT_EQ(disconnected.is_member, (std::vector<bool>{false, false, false, true, true, true, false, true}));
}

/// Users 0 .. 99 in a ring with chords, 0 public; 100 .. 119 in pairs of their own.
Graph ring_and_pairs() {
  std::vector<Edge> edges;
  for (NodeId user = 0; user < 100; ++user) {
    for (const NodeId step : {1U, 7U, 23U}) edges.push_back({user, (user + step) % 100});
  }
  for (NodeId user = 100; user < 120; user += 2) edges.push_back({user, user + 1});
  return graph_from_edges(120, std::move(edges));
}

TEST(TrulyDisconnectedShare, IsAllWhereHoldOutsDisconnectNoOther) {
  std::vector<bool> is_public(120, false);
  is_public[0] = true;
  std::vector<NodeId> users(119);
  std::iota(users.begin(), users.end(), NodeId{1});
  EXPECT_EQ(truly_disconnected_share(ring_and_pairs(), is_public, users, 0, SeededRng(1)), 1);
  EXPECT_GT(truly_disconnected_share(ring_and_pairs(), is_public, users, 0.2, SeededRng(1)), 0.8);
}

TEST(TrulyDisconnectedShare, IsNoneWhereAllUsersWereConnected) {
  std::vector<bool> is_public(120, false);
  is_public[0] = true;
  std::vector<NodeId> users(99);
  std::iota(users.begin(), users.end(), NodeId{1});
  EXPECT_EQ(truly_disconnected_share(ring_and_pairs(), is_public, users, 0.9, SeededRng(1)), 0);
}

}  // namespace
}  // namespace hopveil
