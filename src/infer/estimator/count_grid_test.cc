// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/count_grid.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/network_spec.h"

namespace hopveil::infer {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

std::vector<CountGrid::Place> all_places(const CountGrid& grid, const HopRows& rows, std::size_t num_rows) {
  std::vector<CountGrid::Place> places(num_rows * grid.hops());
  for (std::size_t i = 0; i < num_rows; ++i) {
    grid.places(rows.of(i), std::span(places).subspan(i * grid.hops(), grid.hops()));
  }
  return places;
}

TEST(CountGrid, AddsUpWeightsOfEqualCountsInOrder) {
  HopRows rows(3, 2);
  for (std::size_t i = 0; i < 3; ++i) rows.of(i)[0] = i == 1 ? 2.0F : 7.0F;
  rows.of(2)[1] = 5;
  const CountGrid grid(rows, 3);
  std::vector<WeightedCounts> by_hop;
  const std::vector<std::pair<std::uint32_t, float>> weights{{0, 1.0F}, {2, 2.0F}, {1, 4.0F}, {2, 8.0F}};
  grid.add_up(all_places(grid, rows, 3), weights, by_hop);
  EXPECT_THAT(by_hop,
              ElementsAre(ElementsAre(Pair(2, 4), Pair(7, 11)), ElementsAre(Pair(0, 5), Pair(5, 10))));
}

TEST(CountGrid, QuantilesOfManyDifferentCountsAreNearlyThoseOfTheCountsThemselves) {
  SeededRng random(1);
  constexpr std::size_t kRows = 20000;
  HopRows rows(kRows, 1);
  for (std::size_t i = 0; i < kRows; ++i) {
    rows.of(i)[0] = static_cast<float>(std::exp(7 * random_unit(random)));  // 1 .. 1097, skewed
  }
  const CountGrid grid(rows, kRows);
  const auto places = all_places(grid, rows, kRows);
  for (int round = 0; round < 100; ++round) {
    WeightedCounts exact;
    std::vector<std::pair<std::uint32_t, float>> weights;
    for (int i = 0; i < 300; ++i) {
      const auto row = static_cast<std::uint32_t>(random_below(random, kRows));
      weights.emplace_back(row, 1.0F);
      exact.emplace_back(rows.of(row)[0], 1.0F);
    }
    std::ranges::sort(exact);
    std::vector<WeightedCounts> by_hop;
    grid.add_up(places, weights, by_hop);
    for (const double share : {0.05, 0.5, 0.95}) {
      const auto expected = static_cast<double>(quantile(exact, share));
      EXPECT_NEAR(quantile(by_hop[0], share), expected, 0.01 * expected + 0.5) << share;
    }
  }
}

}  // namespace
}  // namespace hopveil::infer
