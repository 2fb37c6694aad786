// SPDX-License-Identifier: Apache-2.0
#include "infer/correction/path_length.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hopveil::infer {
namespace {

using ::testing::ElementsAre;

const std::vector<NodeId> kUsers{0};
constexpr double kTwoThirds = 2.0 / 3;

HopRows one_row(std::vector<float> counts) {
  HopRows rows(1, static_cast<unsigned>(counts.size()));
  std::copy(counts.begin(), counts.end(), rows.of(0).begin());
  return rows;
}

/// No user is held out.
PathLengthCorrection without_hold_outs(const HopRows& released, const HopRows& imputed,
                                       std::size_t num_public, double unobserved) {
  return fit_path_length_correction(released, imputed, kUsers, num_public, unobserved, {});
}

TEST(PathLength, SevenInTenOfFiveHopsAreMovedWhereImputationMovedNone) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 0, 0, 0});
  EXPECT_DOUBLE_EQ(without_hold_outs(released, released, 116, kTwoThirds).to_four, 0.7);
}

/// The share of five hops that is moved when hold-outs found these shares, and imputation moved none.
double to_four_after(const std::vector<double>& shares) {
  std::vector<PathsOfHoldOut> hold_outs;
  for (const double share : shares)
    hold_outs.push_back({.five_were_nearer = share, .farther_were_nearer = {}});
  const HopRows released = one_row({1, 2, 3, 10, 100, 0, 0, 0});
  return fit_path_length_correction(released, released, kUsers, 116, kTwoThirds, hold_outs).to_four;
}

TEST(PathLength, HoldOutsThatAgreeDecide) {
  EXPECT_DOUBLE_EQ(to_four_after({0.2, 0.2, 0.2}), 1 - 0.8 * 0.8);
  EXPECT_DOUBLE_EQ(to_four_after({0.9, 0.9}), 0.7) << "at most";
}

TEST(PathLength, HoldOutsAreBelievedHalfIfTheyVaryByThreeTwentieths) {
  EXPECT_NEAR(to_four_after({0.2 * 1.15, 0.2 * 0.85}), (0.36 + 0.7) / 2, 1e-12);
}

TEST(PathLength, HoldOutsAreNotBelievedIfTheyFindNothingOrVaryMuch) {
  EXPECT_DOUBLE_EQ(to_four_after({0, 0}), 0.7);
  EXPECT_NEAR(to_four_after({0, 0.5, 0, 0.5}), 0.7, 0.01);
}

TEST(PathLength, HoldOutsWithoutSuchPathsChangeNothing) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const std::vector<PathsOfHoldOut> nothing(3);
  const PathLengthCorrection correction =
      fit_path_length_correction(released, released, kUsers, 216, kTwoThirds, nothing);
  EXPECT_DOUBLE_EQ(correction.to_four, 0.7);
  EXPECT_DOUBLE_EQ(correction.to_five, 0.8);
}

/// The share of those farther than five hops, 80 of 100, that is taken as five hops away when hold-outs found
/// that this share was nearer, and imputation moved none.
double to_five_after(const std::vector<double>& shares) {
  std::vector<PathsOfHoldOut> hold_outs;
  for (const double share : shares)
    hold_outs.push_back({.five_were_nearer = {}, .farther_were_nearer = share});
  const HopRows released = one_row({1, 2, 3, 4, 10, 0, 0, 0});
  return fit_path_length_correction(released, released, kUsers, 100, kTwoThirds, hold_outs).to_five;
}

TEST(PathLength, FewerOfThoseFartherAwayAreMovedIfHoldOutsSaySo) {
  EXPECT_DOUBLE_EQ(to_five_after({}), 0.25);
  EXPECT_DOUBLE_EQ(to_five_after({0, 0}), 0.2 * 0.25) << "believed as far as they are out of reach, 80%";
  EXPECT_DOUBLE_EQ(to_five_after({0.03, 0.05}), 0.8 * 0.04 + 0.2 * 0.25);
}

TEST(PathLength, NeverMoreOfThoseFartherAwayAreMovedThanWithoutHoldOuts) {
  EXPECT_DOUBLE_EQ(to_five_after({0.5, 1}), 0.25);
}

// 30 of 60 five hops away were within four hops before.
TEST(ComparePaths, FindsTheShareOfFiveHopsThatWereNearer) {
  const HopRows before = one_row({1, 2, 3, 40, 30, 0, 0, 0});
  const HopRows kept = one_row({1, 2, 3, 10, 60, 0, 0, 0});
  EXPECT_DOUBLE_EQ(compare_paths(before, kept, kUsers, 100).five_were_nearer.value(), 0.5);
  EXPECT_EQ(compare_paths(before, before, kUsers, 100).five_were_nearer.value(), 0);
  const HopRows none = one_row({1, 2, 3, 10, 0, 0, 0, 0});
  EXPECT_FALSE(compare_paths(before, none, kUsers, 100).five_were_nearer) << "no such";
}

// 50 of 100 are farther than five hops away, or not reached; before these were 40.
TEST(ComparePaths, FindsTheShareOfFartherOnesThatWereNearer) {
  const HopRows before = one_row({1, 2, 3, 24, 30, 0, 0, 0});
  const HopRows kept = one_row({1, 2, 3, 14, 30, 10, 5, 0});
  EXPECT_DOUBLE_EQ(compare_paths(before, kept, kUsers, 100).farther_were_nearer.value(), 0.2);
  EXPECT_EQ(compare_paths(before, before, kUsers, 100).farther_were_nearer.value(), 0);
  const HopRows all_near = one_row({1, 2, 3, 64, 30, 0, 0, 0});
  EXPECT_FALSE(compare_paths(all_near, all_near, kUsers, 100).farther_were_nearer) << "no such";
}

// 20 six hops away, 30 farther, 50 not reached.
TEST(PathLength, FromSixHopsOnAndOfThoseNotReachedSomeAreMovedToFive) {
  const HopRows released = one_row({1, 2, 3, 10, 0, 20, 30, 0});
  const PathLengthCorrection correction = without_hold_outs(released, released, 116, kTwoThirds);
  EXPECT_EQ(correction.to_four, 0);
  EXPECT_DOUBLE_EQ(correction.to_five, (0.8 * 20 + 0.25 * 80) / 100);
  EXPECT_DOUBLE_EQ(correction.left_out, 0.25);
}

TEST(PathLength, LessIsMovedWithFewerUnobserved) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const PathLengthCorrection third = without_hold_outs(released, released, 216, kTwoThirds / 2);
  EXPECT_DOUBLE_EQ(third.to_four, 0.7 / 4);
  EXPECT_DOUBLE_EQ(third.to_five, 0.8 / 4);
  EXPECT_DOUBLE_EQ(third.left_out, 0.25 / 4);
  const PathLengthCorrection none = without_hold_outs(released, released, 216, 0);
  EXPECT_EQ(none.to_four, 0);
  EXPECT_EQ(none.to_five, 0);
  EXPECT_EQ(none.left_out, 0);
}

TEST(PathLength, NoMoreIsMovedWithMoreThanTwoThirdsUnobserved) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const PathLengthCorrection most = without_hold_outs(released, released, 216, 0.95);
  EXPECT_DOUBLE_EQ(most.to_four, 0.7);
  EXPECT_DOUBLE_EQ(most.to_five, 0.8);
  EXPECT_DOUBLE_EQ(most.left_out, 0.25);
}

TEST(PathLength, WhatImputationMovedIsNotMovedAgain) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const auto after = [&](std::vector<float> imputed) {
    return without_hold_outs(released, one_row(std::move(imputed)), 216, kTwoThirds);
  };
  const PathLengthCorrection some = after({1, 2, 3, 50, 60, 100, 0, 0});
  EXPECT_DOUBLE_EQ(some.to_four, 30.0 / 60);
  EXPECT_DOUBLE_EQ(some.to_five, 0.8);
  const PathLengthCorrection all = after({1, 2, 3, 85, 110, 15, 0, 0});
  EXPECT_EQ(all.to_four, 0);
  EXPECT_EQ(all.to_five, 0);
}

TEST(PathLength, NeedTheHopsTheyAreAbout) {
  const HopRows four = one_row({1, 2, 3, 10});
  EXPECT_EQ(without_hold_outs(four, four, 100, kTwoThirds).to_four, 0);
  const HopRows five = one_row({1, 2, 3, 10, 20});
  EXPECT_DOUBLE_EQ(without_hold_outs(five, five, 100, kTwoThirds).to_four, 0.7);
  EXPECT_EQ(without_hold_outs(five, five, 100, kTwoThirds).to_five, 0) << "six hops are not told apart";
  EXPECT_EQ(without_hold_outs(five, five, 100, kTwoThirds).left_out, 0);
}

TEST(PathLength, NothingIsMovedWithoutLongPaths) {
  const HopRows released = one_row({1, 2, 3, 10, 0, 0, 0, 0});
  const PathLengthCorrection correction = without_hold_outs(released, released, 16, kTwoThirds);
  EXPECT_EQ(correction.to_four, 0);
  EXPECT_EQ(correction.to_five, 0);
}

// 200 public users, 64 of whom no user has a path to.
TEST(PathLength, MovesCountsNearerAndNoneTwice) {
  std::array<float, 7> row{1, 2, 3, 10, 100, 16, 4};
  correct_path_lengths(row, 200, {.to_four = 0.5, .to_five = 0.25});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 60, 50 + 21, 12, 3));
}

TEST(PathLength, FartherThanFiveHopsSomeAreLeftOut) {
  std::array<float, 7> row{1, 2, 3, 10, 100, 16, 4};
  correct_path_lengths(row, 200, {.to_four = 0.5, .to_five = 0.25, .left_out = 0.5});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 60, 50 + 21, 6, 1.5));
}

TEST(PathLength, IsFittedToUsersWithPaths) {
  HopRows rows(3, 8);
  rows.of(0)[6] = 1;
  rows.of(2)[0] = 1;
  EXPECT_THAT(users_with_paths(rows, std::vector<NodeId>{0, 1, 2}), ElementsAre(0, 2));
}

// 20 users lack 1 .. 20 public users, all but one at most 19. Of two users none is overlooked.
TEST(PathLength, MostBeyondFiveHopsIsWhatNearlyAllHave) {
  HopRows rows(20, 8);
  std::vector<NodeId> users;
  for (NodeId user = 0; user < 20; ++user) {
    rows.of(user)[3] = 99 - static_cast<float>(user);
    users.push_back(user);
  }
  const auto most = [&](std::span<const NodeId> of) {
    return fit_path_length_correction(rows, rows, of, 100, kTwoThirds, {}).most_beyond_five;
  };
  EXPECT_EQ(most(users), 20);
  users.push_back(0);
  users.push_back(0);
  EXPECT_EQ(most(users), 19);
  EXPECT_EQ(most(std::vector<NodeId>{3, 17}), 18);
}

TEST(PathLength, NoUserHasMoreBeyondFiveHopsThanLiberalOnes) {
  std::array<float, 7> row{1, 2, 3, 10, 100, 0, 0};
  correct_path_lengths(row, 200, {.to_four = 0, .to_five = 0.5, .most_beyond_five = 20});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 10, 110, 0, 0));
}

TEST(PathLength, CountsBeyondFiveHopsAreKept) {
  std::array<float, 7> row{0, 0, 0, 0, 0, 60, 20};
  correct_path_lengths(row, 100, {.to_five = 0.5, .most_beyond_five = 20});
  EXPECT_THAT(row, ElementsAre(0, 0, 0, 0, 40, 30, 10));
}

TEST(PathLength, NothingIsMovedForUsersWithoutPaths) {
  std::array<float, 7> row{};
  correct_path_lengths(row, 200, {.to_four = 0.5, .to_five = 0.5});
  EXPECT_THAT(row, ::testing::Each(0));
}

TEST(PathLength, ShortRowsStayAsTheyAre) {
  std::array<float, 4> row{1, 2, 3, 10};
  correct_path_lengths(row, 100, {.to_four = 1, .to_five = 1});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 10));
}

}  // namespace
}  // namespace hopveil::infer
