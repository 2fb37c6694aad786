// SPDX-License-Identifier: Apache-2.0
#include "infer/correction/calibration.h"

#include <gtest/gtest.h>

namespace hopveil::infer {
namespace {

constexpr CandidateRange kAbsolute{0, 2, 0}, kRelative{1, 3, 2};

InferredHop inferred(float low, float high, std::vector<float> counts) {
  std::vector<float> distances(counts.size(), 1);
  return {low, high, 1, std::move(counts), std::move(distances)};
}

CalibratedHop calibrated(const std::vector<const HopRecord*>& records, double tail = 0.05) {
  return HopCalibrator(tail, {kAbsolute, kRelative}).calibrated(records);
}

TEST(Calibration, WithoutARecordTheUsualIsTaken) {
  const HopRecord none;
  const CalibratedHop result = calibrated({&none, &none});
  EXPECT_EQ(result.candidate[0], kAbsolute.usual);
  EXPECT_EQ(result.candidate[1], kRelative.usual);
  EXPECT_EQ(result.low, 0);
  EXPECT_EQ(result.high, 0);
}

TEST(Calibration, TheCandidateOfLeastErrorIsChosenForEachObjective) {
  HopRecord record;
  for (int i = 0; i < 200; ++i) record.add(inferred(0, 9, {10, 0, 1}), i % 2 == 0 ? 12.0F : 1.0F);
  const CalibratedHop result = calibrated({&record});
  EXPECT_EQ(result.candidate[0], 0U);  // 10 is off by 2 and 9, 0 by 12 and 1
  EXPECT_EQ(result.candidate[1], 2U);  // 1 is right where a count is dear
}

// What is worse in networks of one sort may be worse in truth.
TEST(Calibration, AChoiceThatOneSortOfNetworksSpeaksAgainstIsNotTaken) {
  HopRecord zeros, fives, few_zeros;
  for (int i = 0; i < 200; ++i) {
    zeros.add(inferred(0, 9, {5, 0, 5}), 0);
    fives.add(inferred(0, 9, {5, 0, 5}), 5);
    few_zeros.add(inferred(0, 9, {5, 0, 5}), i % 4 == 0 ? 5.0F : 0.0F);
  }
  EXPECT_EQ(calibrated({&zeros, &few_zeros}).candidate[0], 1U);
  EXPECT_EQ(calibrated({&zeros, &fives}).candidate[0], kAbsolute.usual);
}

TEST(Calibration, EndsMoveAsFarAsTheTruthIsBeyond) {
  HopRecord record;
  for (int i = 0; i < 100; ++i) record.add(inferred(5, 6, {30, 0, 0}), 64);  // its root is 8
  EXPECT_FLOAT_EQ(calibrated({&record}).high, 2);
  EXPECT_FLOAT_EQ(calibrated({&record}).low, -3);
}

TEST(Calibration, MoreConfidenceNeedsMoreRoom) {
  HopRecord record;
  for (int i = 0; i < 1000; ++i) record.add(inferred(5, 5, {25, 0, 0}), static_cast<float>(i) / 10);
  EXPECT_GT(calibrated({&record}, 0.01).high, calibrated({&record}, 0.1).high);
}

// Networks of one sort may not show an error that those of another do.
TEST(Calibration, TheWorstRecordIsBelieved) {
  HopRecord good, bad;
  for (int i = 0; i < 200; ++i) {
    good.add(inferred(5, 5, {25, 0, 0}), 25);
    bad.add(inferred(5, 5, {25, 0, 0}), 49);
  }
  EXPECT_FLOAT_EQ(calibrated({&good, &bad}).high, 2);
  EXPECT_GT(calibrated({&good, &bad}).error_ratio[0], calibrated({&good}).error_ratio[0]);
}

TEST(Calibration, FewUsersProveLittleBesideMany) {
  HopRecord many, few;
  for (int i = 0; i < 200; ++i) many.add(inferred(5, 5, {25, 0, 0}), 25);
  few.add(inferred(5, 5, {25, 0, 0}), 81);
  EXPECT_FLOAT_EQ(calibrated({&many, &few}).high, 0);
  EXPECT_FLOAT_EQ(calibrated({&few}).high, 4);
}

TEST(SpreadOfRoots, IsTheirDeviationAndOneMore) {
  EXPECT_FLOAT_EQ(spread_of_roots(std::vector<float>{9, 9, 9}), 1);
  EXPECT_FLOAT_EQ(spread_of_roots(std::vector<float>{0, 4}), 2);
}

}  // namespace
}  // namespace hopveil::infer
