// SPDX-License-Identifier: Apache-2.0
#include "infer/model/imputation.h"

#include <algorithm>
#include <numeric>
#include <span>

#include <gtest/gtest.h>

#include "graph/builder.h"
#include "graph/components.h"
#include "graph/network_spec.h"

namespace hopveil::infer {
namespace {

// Two rings of 20 observed users (users 0 .. 19 and 20 .. 39), each with chords, and 40 unobserved users.
class ImputationTest : public ::testing::Test {
 protected:
  ImputationTest() : observed_(40), unobserved_(40), is_public_(80, false) {
    std::iota(observed_.begin(), observed_.end(), NodeId{0});
    std::iota(unobserved_.begin(), unobserved_.end(), NodeId{40});
    std::vector<Edge> edges;
    for (const NodeId ring : {0U, 20U}) {
      for (NodeId i = 0; i < 20; ++i) {
        for (const NodeId step : {1U, 2U}) edges.push_back({ring + i, ring + (i + step) % 20});
      }
    }
    known_ = graph_from_edges(80, edges);
  }
  Graph sample(std::uint64_t seed) const {
    return Imputation(known_, is_public_, observed_, unobserved_).sample(SeededRng(seed));
  }

  Graph known_;
  std::vector<NodeId> observed_, unobserved_;
  std::vector<bool> is_public_;
};

TEST_F(ImputationTest, KeepsEveryKnownEdgeAndAddsNoneBetweenObservedUsers) {
  const Graph imputed = sample(1);
  for (const NodeId user : observed_) {
    std::vector<NodeId> among;
    for (const NodeId other : imputed.neighbours(user)) {
      if (other < 40) among.push_back(other);
    }
    const auto expected = known_.neighbours(user);
    EXPECT_EQ(among, std::vector<NodeId>(expected.begin(), expected.end()));
  }
}

TEST_F(ImputationTest, UnobservedUsersHaveAboutAsManyObservedNeighboursAsObservedOnes) {
  double by_unobserved = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph imputed = sample(seed);
    for (const NodeId user : unobserved_) {
      for (const NodeId other : imputed.neighbours(user)) by_unobserved += other < 40 ? 1 : 0;
    }
  }
  // An observed user has 4, and there are as many unobserved users as observed ones.
  EXPECT_NEAR(by_unobserved / 20 / 40, 4, 0.6);
}

TEST_F(ImputationTest, AnObservedUserWithoutKnownEdgesGetsOneNeighbourAtMost) {
  is_public_[0] = is_public_[20] = true;
  observed_.push_back(79);
  unobserved_.pop_back();
  int met = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph imputed = sample(seed);
    ASSERT_LE(imputed.degree(79), 1U);
    met += static_cast<int>(imputed.degree(79));
  }
  EXPECT_NEAR(met, 66, 19);  // about half of the users are unobserved; four standard deviations
}

// 30 observed users have no neighbour, the 40 others have four each: most of the 30 are isolated in truth.
TEST_F(ImputationTest, LeavesUsersIsolatedWhereManyHaveNoNeighbour) {
  is_public_.assign(150, false);
  is_public_[0] = is_public_[20] = true;
  std::vector<Edge> edges;
  for (NodeId user = 0; user < 40; ++user) {
    for (const NodeId other : known_.neighbours(user)) edges.push_back({user, other});
  }
  known_ = graph_from_edges(150, edges);
  for (NodeId user = 80; user < 110; ++user) observed_.push_back(user);
  for (NodeId user = 110; user < 150; ++user) unobserved_.push_back(user);
  const Imputation imputation(known_, is_public_, observed_, unobserved_);
  const auto probabilities = imputation.isolation_probabilities();
  EXPECT_GT(probabilities[80], 0.9);
  EXPECT_EQ(probabilities[1], 0) << "is connected";
  EXPECT_EQ(probabilities[110], 0) << "is unobserved";
  std::size_t reconnected = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph imputed = imputation.sample(SeededRng(seed));
    for (NodeId user = 80; user < 110; ++user) reconnected += imputed.degree(user);
  }
  EXPECT_LT(reconnected, 20 * 30 / 10);
}

// 40 users who are linked only to the 41st, and not to a public user. Hardly any user is unobserved, so each
// of them may well have no other neighbour, but not all of them.
TEST_F(ImputationTest, TheUsersOfAPartAreIsolatedTogetherOrNotAtAll) {
  std::vector<Edge> edges{{41, 42}};
  for (NodeId user = 0; user < 40; ++user) edges.push_back({user, 40});
  known_ = graph_from_edges(80, edges);
  is_public_[41] = true;
  observed_ = unobserved_ = {};
  for (NodeId user = 0; user < 78; ++user) {
    if (user != 41) observed_.push_back(user);
  }
  unobserved_ = {78, 79};
  const auto probabilities = Imputation(known_, is_public_, observed_, unobserved_).isolation_probabilities();
  EXPECT_EQ(probabilities[0], 0);
  EXPECT_EQ(probabilities[40], 0);
  EXPECT_GT(probabilities[50], 0.6) << "has no neighbour, like many";
}

// All but one have four neighbours: that one has probably unobserved ones.
TEST_F(ImputationTest, DoesNotBelieveThatFewAreIsolated) {
  observed_.push_back(79);
  unobserved_.pop_back();
  is_public_[0] = is_public_[20] = true;
  EXPECT_EQ(Imputation(known_, is_public_, observed_, unobserved_).isolation_probabilities()[79], 0);
}

TEST_F(ImputationTest, MakesNoBridges) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Components components = find_components(sample(seed));
    EXPECT_NE(components.of_node[0], components.of_node[20]);
  }
}

// With a public user in the first ring, the second one is a part without any.
TEST_F(ImputationTest, MostlyReconnectsPartsWithoutPublicUsersByOneUnobservedUser) {
  is_public_[0] = true;
  int reconnected = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph imputed = sample(seed);
    const Components components = find_components(imputed);
    if (components.of_node[0] != components.of_node[20]) continue;
    ++reconnected;
    std::vector<NodeId> linked_to_all;
    for (const NodeId user : unobserved_) {
      if (std::ranges::all_of(std::span(observed_).subspan(20), [&](NodeId observed) {
            return std::ranges::binary_search(imputed.neighbours(user), observed);
          })) {
        linked_to_all.push_back(user);
      }
    }
    EXPECT_EQ(linked_to_all.size(), 1U);
  }
  EXPECT_NEAR(reconnected, 67.5, 19);  // half of the users are unobserved; four standard deviations
}

TEST_F(ImputationTest, LeavesTheKnownNetworkWhenNoUserIsUnobserved) {
  unobserved_.clear();
  EXPECT_EQ(sample(1).num_edges(), known_.num_edges());
}

TEST_F(ImputationTest, DiffersBetweenDraws) {
  const Graph a = sample(1), b = sample(2);
  EXPECT_FALSE(std::ranges::equal(a.targets(), b.targets()));
}

TEST(Imputation, OfAFewObservedUsersDoesNotLinkAllPairs) {
  constexpr NodeId kUnobserved = 4000;
  const Graph known = graph_from_edges(2 + kUnobserved, {{0, 1}});
  const std::vector<NodeId> observed = {0, 1};
  std::vector<NodeId> unobserved(kUnobserved);
  std::iota(unobserved.begin(), unobserved.end(), NodeId{2});
  const std::vector<bool> is_public(2 + kUnobserved, false);
  const Graph imputed = Imputation(known, is_public, observed, unobserved).sample(SeededRng(1));
  EXPECT_LT(imputed.num_edges(), 600U * kUnobserved / 2);
}

}  // namespace
}  // namespace hopveil::infer
