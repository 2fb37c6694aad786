// SPDX-License-Identifier: Apache-2.0
#include "infer/mixed/mixed_inference.h"

#include <gtest/gtest.h>

#include "infer/infer_counts_testing.h"
#include "support/small_graphs.h"

namespace hopveil::infer {
namespace {

// No liberal user has a known neighbour, so there is no training set; the others are asked all the same.
TEST(MixedInference, WorksWhenEveryLiberalUserIsDisconnected) {
  Case network = with_all_at(testing::path(23), {0}, "4");
  std::vector<Epsilon> levels(22, Epsilon::from_text("4"));
  for (const std::size_t row : {4U, 11U, 20U}) levels[row] = Epsilon::from_text("20");
  levels[7] = Epsilon::from_text("0.5");
  network.preferences = Preferences(levels);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    InferredCounts counts = network.infer(seed, {.hops = 4, .intervals = 90});
    expect_in_range(counts, 1);
  }
}

// Pairs of users, one of whom is linked to the public user. Half of the users are liberal: every combination
// occurs. Those whose only neighbour has preference 4 are disconnected, and have no known neighbour.
TEST(MixedInference, AsksAboutDisconnectedLiberalUsers) {
  constexpr NodeId kPairs = 400;
  std::vector<Edge> edges;
  std::vector<Epsilon> levels(2 * kPairs, Epsilon::from_text("4"));
  std::vector<std::size_t> disconnected;
  for (NodeId i = 0; i < kPairs; ++i) {
    const NodeId near = 1 + i, far = 1 + kPairs + i;
    edges.push_back({0, near});
    edges.push_back({near, far});
    if (i % 4 < 2) levels[near - 1] = Epsilon::from_text("16");
    if (i % 2 == 0) levels[far - 1] = Epsilon::from_text("16");
    if (i % 4 == 2) disconnected.push_back(far - 1);
  }
  Case network = with_all_at(graph_from_edges(1 + 2 * kPairs, std::move(edges)), {0}, "16");
  network.preferences = Preferences(levels);
  InferredCounts counts = network.infer(1, {.hops = 3});
  EXPECT_LT(mean_absolute_error(network, counts, false), 0.1 * mean_absolute_error(network, counts, true));
  std::size_t found = 0;
  for (const std::size_t row : disconnected) found += counts.hop(2)[row];
  EXPECT_GT(found, disconnected.size() * 9 / 10);
}

// Two thirds of the users have no neighbour. They get no paths, at any level.
TEST(MixedInference, LeavesIsolatedUsersIsolated) {
  const Graph part = small_community(5);
  std::vector<Edge> edges;
  for (NodeId user = 0; user < part.num_nodes(); ++user) {
    for (const NodeId other : part.neighbours(user)) {
      if (user < other) edges.push_back({user, other});
    }
  }
  const NodeId num_users = 3 * part.num_nodes();
  Case network = with_all_at(graph_from_edges(num_users, std::move(edges)), {0, 1, 2, 3, 4}, "4");
  std::vector<Epsilon> levels;
  for (NodeId row = 0; row < num_users - 5; ++row) {
    levels.push_back(Epsilon::from_text(std::vector{"1", "4", "16"}[row % 3]));
  }
  network.preferences = Preferences(levels);
  InferredCounts counts = network.infer(1, {.hops = 7});
  const NodeId first_isolated = part.num_nodes() - 5;
  std::vector<double> given(3, 0);  // by level: public users per isolated user
  for (unsigned hop = 1; hop <= 7; ++hop) {
    for (NodeId row = first_isolated; row < counts.rows(); ++row) given[row % 3] += counts.hop(hop)[row];
  }
  for (double& sum : given) sum /= static_cast<double>(counts.rows() - first_isolated) / 3;
  EXPECT_LT(given[0], 1.5) << "of 5, by noise";
  EXPECT_LT(given[1], 0.5);
  EXPECT_LT(given[2], 0.1);
}

}  // namespace
}  // namespace hopveil::infer
