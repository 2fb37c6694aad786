// SPDX-License-Identifier: Apache-2.0
#include "infer/loss/candidates.h"

#include <gtest/gtest.h>

namespace hopveil::infer {
namespace {

const CandidateRange kAbsolute = candidates_for(Objective::kAbsolute);
const CandidateRange kRelative = candidates_for(Objective::kRelative);

TEST(Candidates, WithoutDoubtTheyAreTheBestCounts) {
  const std::vector<WeightedCounts> by_hop{{{0, 1}, {3, 1}, {40, 1}}, {{5, 1}}};
  const InferenceOptions options{.hops = 1};
  const Candidates candidates(by_hop, options, 100, {});
  EXPECT_EQ(candidates.count(kAbsolute.usual, 0), 3);
  EXPECT_EQ(candidates.count(kAbsolute.end - 1, 0), 0);
  EXPECT_EQ(candidates.count(kRelative.usual, 0), best_count(by_hop[0], Objective::kRelative));
}

// Behind the last filled hop nothing is: in doubt, all that is believed far may be one hop nearer.
TEST(Candidates, DoubtTurnsALargeFarCountIntoZero) {
  std::vector<WeightedCounts> by_hop(8, WeightedCounts{{0, 1}});
  by_hop[1] = by_hop[5] = {{60, 1}};
  const InferenceOptions options{.hops = 7};
  const Candidates candidates(by_hop, options, 200, {});
  EXPECT_EQ(candidates.count(kRelative.usual, 1), 60) << "no doubt at two hops unless a rehearsal shows it";
  EXPECT_EQ(candidates.count(kRelative.usual, 5), 0) << "loss.nearer_odds";
  EXPECT_EQ(candidates.count(kRelative.end - 1, 1), 0);
}

TEST(Candidates, TheAbsoluteOneHasItsPathLengthsCorrected) {
  std::vector<WeightedCounts> by_hop(7, WeightedCounts{{0, 1}});
  by_hop[4] = {{10, 1}};
  const InferenceOptions options{.hops = 6};
  const Candidates candidates(by_hop, options, 10, {.to_four = 0.5});
  EXPECT_EQ(candidates.count(kAbsolute.usual, 3), 5);
  EXPECT_EQ(candidates.moved(3), 5);
  EXPECT_EQ(candidates.moved(4), -5);
}

}  // namespace
}  // namespace hopveil::infer
