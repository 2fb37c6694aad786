#include "infer/local_answers.h"

#include <numeric>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "infer/local_testing.h"
#include "query/query_layer.h"

namespace hopveil {
namespace {

TEST(LocalBands, EqualPreferencesShareABand) {
  const Graph graph = graph_from_edges(7, {});
  std::vector<Epsilon> preferences;
  for (const char* text : {"1", "2", "1", "0.5", "2", "1"}) preferences.push_back(Epsilon::from_text(text));
  const PublicKnowledge knowledge(graph, first_users_public(7, 1), Preferences(preferences));
  const Bands bands = bands_of(knowledge);
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
  const Bands bands = bands_of(PublicKnowledge(graph, first_users_public(1001, 1), Preferences(preferences)));
  EXPECT_LE(bands.bands.size(), kMaxBands);
  EXPECT_GE(bands.bands.size(), 4U);
  double owned = 0;
  for (const std::uint32_t band : bands.of_row) owned += bands.bands[band].owned_share / 1000;
  EXPECT_NEAR(owned, 0.5, 1e-9);
}

TEST(LocalAnswers, UsersAreLabelledByTheirRegionAndNeighboursCountedByLabel) {
  const Graph graph = two_sides(20);
  const UserRoles roles = first_users_public(graph.num_nodes(), 2 * kPublicPerSide);
  const PublicKnowledge knowledge(graph, roles, everybody(40, "3"));
  ExactAnswers source(graph, knowledge);
  const PublicNetwork network = public_network(knowledge);
  const LocalAnswers answers = ask_locally(knowledge, network, source);
  std::int64_t inside = 0, outside = 0;
  for (std::uint32_t row = 0; row < 40; ++row) {
    const std::uint32_t side = row / 20;
    EXPECT_EQ(answers.public_neighbours(row, side), 2);
    EXPECT_EQ(answers.label_of_row[row], side);
    inside += answers.private_neighbours(row, side);
    outside += answers.private_neighbours(row, 1 - side) + answers.private_neighbours(row, 2);
  }
  EXPECT_EQ(inside, 40);  // every link once, by its owner
  EXPECT_EQ(outside, 0);
  EXPECT_EQ(answers.popularity(0, 0), 20);
  EXPECT_EQ(answers.popularity(1, 0), 0);
}

TEST(LocalAnswers, WhoIsOwnedDependsOnThePreferencesBehindALabel) {
  LocalAnswers answers;
  answers.public_neighbours = NoisyCounts(5, 1);
  answers.bands.bands = {{.epsilon = 0.1, .owned_share = 0.8}, {.epsilon = 1, .owned_share = 0.2}};
  answers.bands.of_row = {0, 0, 1, 1, 0};
  answers.label_of_row = {label_unknown(1), label_unknown(1), 0, 0, 0};
  const auto shares = owned_shares(answers);
  EXPECT_DOUBLE_EQ(shares[label_unknown(1)][1], 0);    // the strict own these pairs
  EXPECT_DOUBLE_EQ(shares[label_unknown(1)][0], 0.5);  // half of each other
  EXPECT_DOUBLE_EQ(shares[0][0], 2.5 / 3);
  EXPECT_DOUBLE_EQ(shares[0][1], 1.0 / 3);
  EXPECT_DOUBLE_EQ(shares[label_nowhere(1)][0], 0.8);  // nobody has the label
}

TEST(LocalAnswers, NoPairIsChargedMoreThanItsLevel) {
  const Graph graph = two_sides(20);
  const UserRoles roles = first_users_public(graph.num_nodes(), 2 * kPublicPerSide);
  const PublicKnowledge knowledge(graph, roles, everybody(40, "1"));
  SeededRng random(1);
  QueryLayer layer(graph, knowledge, random);
  const PublicNetwork network = public_network(knowledge);
  EXPECT_NO_THROW(ask_locally(knowledge, network, layer));         // the layer keeps account
  EXPECT_THROW(ask_locally(knowledge, network, layer), BugError);  // nothing is left
}

}  // namespace
}  // namespace hopveil
