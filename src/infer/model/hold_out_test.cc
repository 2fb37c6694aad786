// SPDX-License-Identifier: Apache-2.0
#include "infer/model/hold_out.h"

#include <gtest/gtest.h>

#include "graph/generators.h"

namespace hopveil::infer {
namespace {

/// All but the first ten of 600 users are liberal.
Anchors many_liberal() {
  Anchors anchors;
  anchors.known = find_generator("community").make({600, 4000, 5, 1});
  anchors.is_liberal.assign(600, false);
  for (NodeId user = 10; user < 600; ++user) {
    anchors.is_liberal[user] = true;
    anchors.liberal.push_back(user);
  }
  return anchors;
}

TEST(HoldOut, TakesTheUnobservedShareAndAtMostTwoThirds) {
  const Anchors anchors = many_liberal();
  for (const auto& [unobserved, expected] : {std::pair{0.3, 0.3}, {0.9, 2.0 / 3}}) {
    const HoldOut parts = hold_out(anchors, unobserved, SeededRng(1));
    EXPECT_EQ(parts.kept.size() + parts.held_out.size(), 590U);
    EXPECT_NEAR(static_cast<double>(parts.held_out.size()) / 590, expected, 0.1);  // five standard deviations
  }
  EXPECT_TRUE(hold_out(anchors, 0, SeededRng(1)).held_out.empty());
}

TEST(HoldOut, UsersHeldOutHaveNoEdgesAndAllOthersKeepTheirs) {
  const Anchors anchors = many_liberal();
  const HoldOut parts = hold_out(anchors, 0.5, SeededRng(2));
  std::vector<bool> is_held_out(600, false);
  for (const NodeId user : parts.held_out) is_held_out[user] = true;
  std::size_t kept = 0;
  for (NodeId user = 0; user < 600; ++user) {
    if (is_held_out[user]) {
      EXPECT_EQ(parts.known.degree(user), 0U);
    }
    for (const NodeId other : anchors.known.neighbours(user)) {
      kept += !is_held_out[user] && !is_held_out[other] ? 1U : 0U;
    }
  }
  EXPECT_EQ(2 * parts.known.num_edges(), kept);
}

TEST(HoldOut, TakesOtherUsersWithAnotherSeed) {
  const Anchors anchors = many_liberal();
  EXPECT_NE(hold_out(anchors, 0.5, SeededRng(1)).held_out, hold_out(anchors, 0.5, SeededRng(2)).held_out);
}

}  // namespace
}  // namespace hopveil::infer
