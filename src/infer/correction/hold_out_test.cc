#include "infer/correction/hold_out.h"

#include <gtest/gtest.h>

#include "graph/generators.h"

namespace hopveil {
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

TEST(HiddenUsers, AreAsManyAsAreMissingAndAtMostTwoThirds) {
  const Anchors anchors = many_liberal();
  for (const auto& [missing, expected] : {std::pair{0.3, 0.3}, {0.9, 2.0 / 3}}) {
    const HiddenUsers parts = hide(anchors, missing, SeededRng(1));
    EXPECT_EQ(parts.left.size() + parts.hidden.size(), 590U);
    EXPECT_NEAR(static_cast<double>(parts.hidden.size()) / 590, expected, 0.1);  // five standard deviations
  }
  EXPECT_TRUE(hide(anchors, 0, SeededRng(1)).hidden.empty());
}

TEST(HiddenUsers, HaveNoEdgesAndEverybodyElseKeepsTheirs) {
  const Anchors anchors = many_liberal();
  const HiddenUsers parts = hide(anchors, 0.5, SeededRng(2));
  std::vector<bool> is_hidden(600, false);
  for (const NodeId user : parts.hidden) is_hidden[user] = true;
  std::size_t kept = 0;
  for (NodeId user = 0; user < 600; ++user) {
    if (is_hidden[user]) {
      EXPECT_EQ(parts.known.degree(user), 0U);
    }
    for (const NodeId other : anchors.known.neighbours(user)) {
      kept += !is_hidden[user] && !is_hidden[other] ? 1U : 0U;
    }
  }
  EXPECT_EQ(2 * parts.known.num_edges(), kept);
}

TEST(HiddenUsers, AreOthersWithOtherCoins) {
  const Anchors anchors = many_liberal();
  EXPECT_NE(hide(anchors, 0.5, SeededRng(1)).hidden, hide(anchors, 0.5, SeededRng(2)).hidden);
}

}  // namespace
}  // namespace hopveil
