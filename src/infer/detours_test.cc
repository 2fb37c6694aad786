#include "infer/detours.h"

#include <array>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace hopveil {
namespace {

const std::vector<NodeId> kUsers{0};

HopRows one_row(std::vector<float> counts) {
  HopRows rows(1, static_cast<unsigned>(counts.size()));
  std::copy(counts.begin(), counts.end(), rows.of(0).begin());
  return rows;
}

TEST(Detours, AreShortenedWhereCompletionShortenedNone) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 0, 0, 0});
  EXPECT_DOUBLE_EQ(detour_share(released, released, kUsers, 2.0 / 3), 0.5);
}

TEST(Detours, ThereAreNoneWhereNobodyIsMissing) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 0, 0, 0});
  EXPECT_EQ(detour_share(released, released, kUsers, 0), 0);
}

TEST(Detours, WhatCompletionShortenedIsNotShortenedAgain) {
  const HopRows released = one_row({1, 2, 3, 10, 100, 0, 0, 0});
  EXPECT_DOUBLE_EQ(detour_share(released, one_row({1, 2, 3, 50, 60, 0, 0, 0}), kUsers, 2.0 / 3), 10.0 / 60);
  EXPECT_EQ(detour_share(released, one_row({1, 2, 3, 65, 45, 0, 0, 0}), kUsers, 2.0 / 3), 0);
}

TEST(Detours, NothingIsShortenedWithoutLongWays) {
  const HopRows released = one_row({1, 2, 3, 10, 0, 0, 0, 0});
  EXPECT_EQ(detour_share(released, released, kUsers, 2.0 / 3), 0);
  EXPECT_EQ(detour_share(one_row({1, 2, 3}), one_row({1, 2, 3}), kUsers, 2.0 / 3), 0);
}

TEST(Detours, ShorteningMovesCountsOneHopAndLosesNone) {
  std::array<float, 7> row{1, 2, 3, 10, 100, 20, 0};
  const float before = std::accumulate(row.begin(), row.end(), 0.0F);
  shorten_detours(row, 0.5);
  EXPECT_EQ(row, (std::array<float, 7>{1, 2, 3, 60, 60, 10, 0}));
  EXPECT_EQ(std::accumulate(row.begin(), row.end(), 0.0F), before);
}

TEST(Detours, ShortRowsStayAsTheyAre) {
  std::array<float, 4> row{1, 2, 3, 10};
  shorten_detours(row, 1);
  EXPECT_EQ(row, (std::array<float, 4>{1, 2, 3, 10}));
}

}  // namespace
}  // namespace hopveil
