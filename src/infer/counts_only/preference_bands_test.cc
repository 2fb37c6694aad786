// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/preference_bands.h"

#include <gtest/gtest.h>

#include "infer/counts_only/counts_only_testing.h"

namespace hopveil::infer {
namespace {

TEST(LocalBands, EqualPreferencesShareABand) {
  const Graph graph = graph_from_edges(7, {});
  std::vector<Epsilon> preferences;
  for (const char* text : {"1", "2", "1", "0.5", "2", "1"}) preferences.push_back(Epsilon::from_text(text));
  const query::PublicKnowledge knowledge(graph, first_users_public(7, 1), Preferences(preferences));
  const Bands bands = bands_of(knowledge, 1);
  ASSERT_EQ(bands.bands.size(), 3U);
  EXPECT_EQ(bands.of_row, (std::vector<std::uint32_t>{1, 2, 1, 0, 2, 1}));
  EXPECT_DOUBLE_EQ(bands.bands[1].epsilon, 1);
  EXPECT_DOUBLE_EQ(bands.bands[0].owned_share, 1);        // the strictest owns all its pairs
  EXPECT_DOUBLE_EQ(bands.bands[2].owned_share, 0.5 / 5);  // of the most liberal two, one pair, half each
}

TEST(LocalBands, ContinuousPreferencesAreCutIntoFewBandsThatOwnHalfOfAllPairs) {
  const Graph graph = graph_from_edges(1001, {});
  std::vector<Epsilon> preferences;
  for (std::uint64_t i = 0; i < 1000; ++i)
    preferences.push_back(Epsilon::from_nanos(1'000'000 * (i * 7919 % 1000 + 1)));
  const Bands bands =
      bands_of(query::PublicKnowledge(graph, first_users_public(1001, 1), Preferences(preferences)), 1);
  EXPECT_LE(bands.bands.size(), kMaxBands);
  EXPECT_GE(bands.bands.size(), 4U);
  double owned = 0;
  for (const std::uint32_t band : bands.of_row) owned += bands.bands[band].owned_share / 1000;
  EXPECT_NEAR(owned, 0.5, 1e-9);
}

/// 99 private users, a third of each preference.
Bands thirds(const std::vector<std::string>& texts, std::uint32_t num_regions) {
  std::vector<Epsilon> preferences;
  for (std::size_t i = 0; i < 99; ++i) preferences.push_back(Epsilon::from_text(texts[i % 3]));
  const Graph graph = graph_from_edges(100, {});
  return bands_of(query::PublicKnowledge(graph, first_users_public(100, 1), Preferences(preferences)),
                  num_regions);
}

TEST(LocalBands, InOneRegionOnlyThoseWhoTellMostAreAskedForPopularity) {
  const Bands bands = thirds({"0.1", "0.5", "1"}, 1);
  EXPECT_DOUBLE_EQ(bands.bands[0].public_share(), 1);
  EXPECT_DOUBLE_EQ(bands.bands[1].public_share(), 1);
  EXPECT_DOUBLE_EQ(bands.bands[2].public_share(), 0.9);
  EXPECT_TRUE(thirds({"0.8", "0.9", "1"}, 1).bands[1].tells_popularity());
}

TEST(LocalBands, OnlyThoseTooStrictForALabelCountTogether) {
  const Bands bands = thirds({"0.1", "0.5", "1"}, 1);
  EXPECT_TRUE(bands.bands[0].counts_together);
  EXPECT_FALSE(bands.bands[1].counts_together);
  EXPECT_FALSE(thirds({"0.1", "0.1", "0.1"}, 1).bands[0].counts_together)
      << "no other band has more information";
}

TEST(LocalBands, WithMoreRegionsEverybodyTellsPopularity) {
  for (const Band& band : thirds({"0.1", "0.5", "1"}, 2).bands) {
    EXPECT_DOUBLE_EQ(band.popularity_share, 0.1);
    EXPECT_FALSE(band.counts_together);
  }
}

}  // namespace
}  // namespace hopveil::infer
