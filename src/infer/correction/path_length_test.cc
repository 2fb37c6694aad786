#include "infer/correction/path_length.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hopveil {
namespace {

using ::testing::ElementsAre;

const std::vector<NodeId> kUsers{0};
constexpr double kTwoThirds = 2.0 / 3;

HopRows one_row(std::vector<float> counts) {
  HopRows rows(1, static_cast<unsigned>(counts.size()));
  std::copy(counts.begin(), counts.end(), rows.of(0).begin());
  return rows;
}

/// Nobody is hidden to see what becomes of long ways.
Detours without_hiding(const HopRows& released, const HopRows& completed, std::size_t num_public,
                       double missing) {
  return find_detours(released, completed, kUsers, num_public, missing, {});
}

TEST(Detours, OfFiveHopsAreSevenInTenShortenedWhereCompletionShortenedNone) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 0, 0, 0});
  EXPECT_DOUBLE_EQ(without_hiding(released, released, 116, kTwoThirds).to_four, 0.7);
}

/// The share of five hops that is shortened when hiding told these shares, and completion shortened none.
double to_four_after(const std::vector<double>& shares) {
  std::vector<Hiding> hidings;
  for (const double share : shares) hidings.push_back({.five_were_nearer = share, .farther_were_nearer = {}});
  const HopRows released = one_row({1, 2, 3, 10, 100, 0, 0, 0});
  return find_detours(released, released, kUsers, 116, kTwoThirds, hidings).to_four;
}

TEST(Detours, AreAsManyAsHidingTellsIfItTellsTheSameEachTime) {
  EXPECT_DOUBLE_EQ(to_four_after({0.2, 0.2, 0.2}), 1 - 0.8 * 0.8);
  EXPECT_DOUBLE_EQ(to_four_after({0.9, 0.9}), 0.7) << "at most";
}

TEST(Detours, HidingIsBelievedHalfIfItVariesByThreeTwentieths) {
  EXPECT_NEAR(to_four_after({0.2 * 1.15, 0.2 * 0.85}), (0.36 + 0.7) / 2, 1e-12);
}

TEST(Detours, HidingIsNotBelievedIfItTellsNothingOrAnything) {
  EXPECT_DOUBLE_EQ(to_four_after({0, 0}), 0.7);
  EXPECT_NEAR(to_four_after({0, 0.5, 0, 0.5}), 0.7, 0.01);
}

TEST(Detours, HidingThatFoundNoSuchWayTellsNothing) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const std::vector<Hiding> nothing(3);
  const Detours detours = find_detours(released, released, kUsers, 216, kTwoThirds, nothing);
  EXPECT_DOUBLE_EQ(detours.to_four, 0.7);
  EXPECT_DOUBLE_EQ(detours.to_five, 0.8);
}

/// The share of those farther than five hops, 80 of 100, that is taken as five hops away when hiding told
/// that so many were nearer, and completion brought none.
double to_five_after(const std::vector<double>& shares) {
  std::vector<Hiding> hidings;
  for (const double share : shares) hidings.push_back({.five_were_nearer = {}, .farther_were_nearer = share});
  const HopRows released = one_row({1, 2, 3, 4, 10, 0, 0, 0});
  return find_detours(released, released, kUsers, 100, kTwoThirds, hidings).to_five;
}

TEST(Detours, AreFewerAmongThoseFartherAwayIfHidingTellsSo) {
  EXPECT_DOUBLE_EQ(to_five_after({}), 0.25);
  EXPECT_DOUBLE_EQ(to_five_after({0, 0}), 0.2 * 0.25) << "believed as far as they are out of reach, 80%";
  const double told = 1 - std::pow(1 - 0.04, 3.5);
  EXPECT_DOUBLE_EQ(to_five_after({0.03, 0.05}), 0.8 * told + 0.2 * 0.25);
}

TEST(Detours, AreNeverMoreAmongThoseFartherAwayThanWithoutHiding) {
  EXPECT_DOUBLE_EQ(to_five_after({0.5, 1}), 0.25);
}

// 30 of 60 five hops away were within four hops before.
TEST(Hiding, TellsTheShareOfFiveHopsThatItMade) {
  const HopRows before = one_row({1, 2, 3, 40, 30, 0, 0, 0});
  const HopRows hidden = one_row({1, 2, 3, 10, 60, 0, 0, 0});
  EXPECT_DOUBLE_EQ(compare_hidden(before, hidden, kUsers, 100).five_were_nearer.value(), 0.5);
  EXPECT_EQ(compare_hidden(before, before, kUsers, 100).five_were_nearer.value(), 0);
  const HopRows none = one_row({1, 2, 3, 10, 0, 0, 0, 0});
  EXPECT_FALSE(compare_hidden(before, none, kUsers, 100).five_were_nearer) << "no such";
}

// 50 of 100 are farther than five hops away, or not reached; before these were 40.
TEST(Hiding, TellsTheShareOfFartherOnesThatItMade) {
  const HopRows before = one_row({1, 2, 3, 24, 30, 0, 0, 0});
  const HopRows hidden = one_row({1, 2, 3, 14, 30, 10, 5, 0});
  EXPECT_DOUBLE_EQ(compare_hidden(before, hidden, kUsers, 100).farther_were_nearer.value(), 0.2);
  EXPECT_EQ(compare_hidden(before, before, kUsers, 100).farther_were_nearer.value(), 0);
  const HopRows all_near = one_row({1, 2, 3, 64, 30, 0, 0, 0});
  EXPECT_FALSE(compare_hidden(all_near, all_near, kUsers, 100).farther_were_nearer) << "no such";
}

// 20 six hops away, 30 farther, 50 not reached.
TEST(Detours, FromSixHopsOnAndToThoseNotReachedAreShortenedToFive) {
  const HopRows released = one_row({1, 2, 3, 10, 0, 20, 30, 0});
  const Detours detours = without_hiding(released, released, 116, kTwoThirds);
  EXPECT_EQ(detours.to_four, 0);
  EXPECT_DOUBLE_EQ(detours.to_five, (0.8 * 20 + 0.25 * 80) / 100);
  EXPECT_DOUBLE_EQ(detours.left_out, 0.25);
}

TEST(Detours, AreFewerWithFewerMissing) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const Detours third = without_hiding(released, released, 216, kTwoThirds / 2);
  EXPECT_DOUBLE_EQ(third.to_four, 0.7 / 4);
  EXPECT_DOUBLE_EQ(third.to_five, 0.8 / 4);
  EXPECT_DOUBLE_EQ(third.left_out, 0.25 / 4);
  const Detours none = without_hiding(released, released, 216, 0);
  EXPECT_EQ(none.to_four, 0);
  EXPECT_EQ(none.to_five, 0);
  EXPECT_EQ(none.left_out, 0);
}

TEST(Detours, AreNotMoreWithMoreThanTwoThirdsMissing) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const Detours most = without_hiding(released, released, 216, 0.95);
  EXPECT_DOUBLE_EQ(most.to_four, 0.7);
  EXPECT_DOUBLE_EQ(most.to_five, 0.8);
  EXPECT_DOUBLE_EQ(most.left_out, 0.25);
}

TEST(Detours, WhatCompletionShortenedIsNotShortenedAgain) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const auto after = [&](std::vector<float> completed) {
    return without_hiding(released, one_row(std::move(completed)), 216, kTwoThirds);
  };
  const Detours some = after({1, 2, 3, 50, 60, 100, 0, 0});
  EXPECT_DOUBLE_EQ(some.to_four, 30.0 / 60);
  EXPECT_DOUBLE_EQ(some.to_five, 0.8);
  const Detours all = after({1, 2, 3, 85, 110, 15, 0, 0});
  EXPECT_EQ(all.to_four, 0);
  EXPECT_EQ(all.to_five, 0);
}

TEST(Detours, NeedTheHopsTheyAreAbout) {
  const HopRows four = one_row({1, 2, 3, 10});
  EXPECT_EQ(without_hiding(four, four, 100, kTwoThirds).to_four, 0);
  const HopRows five = one_row({1, 2, 3, 10, 20});
  EXPECT_DOUBLE_EQ(without_hiding(five, five, 100, kTwoThirds).to_four, 0.7);
  EXPECT_EQ(without_hiding(five, five, 100, kTwoThirds).to_five, 0) << "six hops are not told apart";
  EXPECT_EQ(without_hiding(five, five, 100, kTwoThirds).left_out, 0);
}

TEST(Detours, NothingIsShortenedWithoutLongWays) {
  const HopRows released = one_row({1, 2, 3, 10, 0, 0, 0, 0});
  const Detours detours = without_hiding(released, released, 16, kTwoThirds);
  EXPECT_EQ(detours.to_four, 0);
  EXPECT_EQ(detours.to_five, 0);
}

// 200 public users, 64 of whom nobody has found a way to.
TEST(Detours, ShorteningMovesCountsNearerAndNobodyTwice) {
  std::array<float, 7> row{1, 2, 3, 10, 100, 16, 4};
  shorten_detours(row, 200, {.to_four = 0.5, .to_five = 0.25});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 60, 50 + 21, 12, 3));
}

TEST(Detours, FartherThanFiveHopsSomeAreLeftOut) {
  std::array<float, 7> row{1, 2, 3, 10, 100, 16, 4};
  shorten_detours(row, 200, {.to_four = 0.5, .to_five = 0.25, .left_out = 0.5});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 60, 50 + 21, 6, 1.5));
}

TEST(Detours, AreLearntFromUsersWhoReachSomebody) {
  HopRows rows(3, 8);
  rows.of(0)[6] = 1;
  rows.of(2)[0] = 1;
  EXPECT_THAT(who_reach(rows, std::vector<NodeId>{0, 1, 2}), ElementsAre(0, 2));
}

// 20 users lack 1 .. 20 public users, all but one at most 19. Of two users none is overlooked.
TEST(Detours, MostBeyondFiveHopsIsWhatNearlyAllHave) {
  HopRows rows(20, 8);
  std::vector<NodeId> users;
  for (NodeId user = 0; user < 20; ++user) {
    rows.of(user)[3] = 99 - static_cast<float>(user);
    users.push_back(user);
  }
  const auto most = [&](std::span<const NodeId> of) {
    return find_detours(rows, rows, of, 100, kTwoThirds, {}).most_beyond_five;
  };
  EXPECT_EQ(most(users), 20);
  users.push_back(0);
  users.push_back(0);
  EXPECT_EQ(most(users), 19);
  EXPECT_EQ(most(std::vector<NodeId>{3, 17}), 18);
}

TEST(Detours, NobodyHasMoreBeyondFiveHopsThanLiberalUsers) {
  std::array<float, 7> row{1, 2, 3, 10, 100, 0, 0};
  shorten_detours(row, 200, {.to_four = 0, .to_five = 0.5, .most_beyond_five = 20});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 10, 110, 0, 0));
}

TEST(Detours, WhoIsCountedBeyondFiveHopsIsNotForgotten) {
  std::array<float, 7> row{0, 0, 0, 0, 0, 60, 20};
  shorten_detours(row, 100, {.to_five = 0.5, .most_beyond_five = 20});
  EXPECT_THAT(row, ElementsAre(0, 0, 0, 0, 40, 30, 10));
}

TEST(Detours, WhoReachesNobodyHasNone) {
  std::array<float, 7> row{};
  shorten_detours(row, 200, {.to_four = 0.5, .to_five = 0.5});
  EXPECT_THAT(row, ::testing::Each(0));
}

TEST(Detours, ShortRowsStayAsTheyAre) {
  std::array<float, 4> row{1, 2, 3, 10};
  shorten_detours(row, 100, {.to_four = 1, .to_five = 1});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 10));
}

}  // namespace
}  // namespace hopveil
