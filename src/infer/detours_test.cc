#include "infer/detours.h"

#include <algorithm>
#include <array>
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

TEST(Detours, OfFiveHopsAreHalfShortenedWhereCompletionShortenedNone) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 0, 0, 0});
  EXPECT_DOUBLE_EQ(find_detours(released, released, kUsers, 116, kTwoThirds).to_four, 0.5);
}

// 20 six hops away, 30 farther, 50 not reached.
TEST(Detours, FromSixHopsOnAndToThoseNotReachedAreShortenedToFive) {
  const HopRows released = one_row({1, 2, 3, 10, 0, 20, 30, 0});
  const Detours detours = find_detours(released, released, kUsers, 116, kTwoThirds);
  EXPECT_EQ(detours.to_four, 0);
  EXPECT_DOUBLE_EQ(detours.to_five, (0.8 * 20 + 0.25 * 80) / 100);
  EXPECT_DOUBLE_EQ(detours.left_out, 0.25);
}

TEST(Detours, AreFewerWithFewerMissing) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const Detours third = find_detours(released, released, kUsers, 216, kTwoThirds / 2);
  EXPECT_DOUBLE_EQ(third.to_four, 0.5 / 4);
  EXPECT_DOUBLE_EQ(third.to_five, 0.8 / 4);
  EXPECT_DOUBLE_EQ(third.left_out, 0.25 / 4);
  const Detours none = find_detours(released, released, kUsers, 216, 0);
  EXPECT_EQ(none.to_four, 0);
  EXPECT_EQ(none.to_five, 0);
  EXPECT_EQ(none.left_out, 0);
}

TEST(Detours, WhatCompletionShortenedIsNotShortenedAgain) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 100, 0, 0});
  const auto after = [&](std::vector<float> completed) {
    return find_detours(released, one_row(std::move(completed)), kUsers, 216, kTwoThirds);
  };
  const Detours some = after({1, 2, 3, 50, 60, 100, 0, 0});
  EXPECT_DOUBLE_EQ(some.to_four, 10.0 / 60);
  EXPECT_DOUBLE_EQ(some.to_five, 0.8);
  const Detours all = after({1, 2, 3, 65, 130, 15, 0, 0});
  EXPECT_EQ(all.to_four, 0);
  EXPECT_EQ(all.to_five, 0);
}

TEST(Detours, NeedTheHopsTheyAreAbout) {
  const HopRows four = one_row({1, 2, 3, 10});
  EXPECT_EQ(find_detours(four, four, kUsers, 100, kTwoThirds).to_four, 0);
  const HopRows five = one_row({1, 2, 3, 10, 20});
  EXPECT_DOUBLE_EQ(find_detours(five, five, kUsers, 100, kTwoThirds).to_four, 0.5);
  EXPECT_EQ(find_detours(five, five, kUsers, 100, kTwoThirds).to_five, 0) << "six hops are not told apart";
  EXPECT_EQ(find_detours(five, five, kUsers, 100, kTwoThirds).left_out, 0);
}

TEST(Detours, NothingIsShortenedWithoutLongWays) {
  const HopRows released = one_row({1, 2, 3, 10, 0, 0, 0, 0});
  const Detours detours = find_detours(released, released, kUsers, 16, kTwoThirds);
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

TEST(Detours, ShortRowsStayAsTheyAre) {
  std::array<float, 4> row{1, 2, 3, 10};
  shorten_detours(row, 100, {.to_four = 1, .to_five = 1});
  EXPECT_THAT(row, ElementsAre(1, 2, 3, 10));
}

}  // namespace
}  // namespace hopveil
