#include "infer/model/imputation.h"

#include <algorithm>
#include <numeric>
#include <span>

#include <gtest/gtest.h>

#include "graph/builder.h"
#include "graph/components.h"
#include "graph/network_spec.h"

namespace hopveil {
namespace {

// Two rings of 20 originals (users 0 .. 19 and 20 .. 39), each with chords, and 40 missing users.
class CompletionTest : public ::testing::Test {
 protected:
  CompletionTest() : originals_(40), missing_(40), is_public_(80, false) {
    std::iota(originals_.begin(), originals_.end(), NodeId{0});
    std::iota(missing_.begin(), missing_.end(), NodeId{40});
    std::vector<Edge> edges;
    for (const NodeId ring : {0U, 20U}) {
      for (NodeId i = 0; i < 20; ++i) {
        for (const NodeId step : {1U, 2U}) edges.push_back({ring + i, ring + (i + step) % 20});
      }
    }
    known_ = graph_from_edges(80, edges);
  }
  Graph sample(std::uint64_t seed) const {
    return Completion(known_, is_public_, originals_, missing_).sample(SeededRng(seed));
  }

  Graph known_;
  std::vector<NodeId> originals_, missing_;
  std::vector<bool> is_public_;
};

TEST_F(CompletionTest, KeepsEveryKnownEdgeAndAddsNoneBetweenOriginals) {
  const Graph completed = sample(1);
  for (const NodeId user : originals_) {
    std::vector<NodeId> among;
    for (const NodeId other : completed.neighbours(user)) {
      if (other < 40) among.push_back(other);
    }
    const auto expected = known_.neighbours(user);
    EXPECT_EQ(among, std::vector<NodeId>(expected.begin(), expected.end()));
  }
}

TEST_F(CompletionTest, LetsMissingUsersKnowAboutAsManyOriginalsAsOriginalsDo) {
  double by_missing = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph completed = sample(seed);
    for (const NodeId user : missing_) {
      for (const NodeId other : completed.neighbours(user)) by_missing += other < 40 ? 1 : 0;
    }
  }
  // An original knows 4, and there are as many missing users as originals.
  EXPECT_NEAR(by_missing / 20 / 40, 4, 0.6);
}

TEST_F(CompletionTest, LetsAnOriginalThatKnowsNobodyMeetOneUserAtMost) {
  is_public_[0] = is_public_[20] = true;
  originals_.push_back(79);
  missing_.pop_back();
  int met = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph completed = sample(seed);
    ASSERT_LE(completed.degree(79), 1U);
    met += static_cast<int>(completed.degree(79));
  }
  EXPECT_NEAR(met, 66, 19);  // about half of the users are missing; four standard deviations
}

// 30 originals know nobody, where the 40 others know four each: most of the 30 are alone in truth.
TEST_F(CompletionTest, LeavesOriginalsAloneWhereManyKnowNobody) {
  is_public_.assign(150, false);
  is_public_[0] = is_public_[20] = true;
  std::vector<Edge> edges;
  for (NodeId user = 0; user < 40; ++user) {
    for (const NodeId other : known_.neighbours(user)) edges.push_back({user, other});
  }
  known_ = graph_from_edges(150, edges);
  for (NodeId user = 80; user < 110; ++user) originals_.push_back(user);
  for (NodeId user = 110; user < 150; ++user) missing_.push_back(user);
  const Completion completion(known_, is_public_, originals_, missing_);
  const auto chances = completion.alone_chances();
  EXPECT_GT(chances[80], 0.9);
  EXPECT_EQ(chances[1], 0) << "is not cut off";
  EXPECT_EQ(chances[110], 0) << "is missing";
  std::size_t tied_in = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph completed = completion.sample(SeededRng(seed));
    for (NodeId user = 80; user < 110; ++user) tied_in += completed.degree(user);
  }
  EXPECT_LT(tied_in, 20 * 30 / 10);
}

// 40 users who know only the 41st, none of them a public one. Hardly anybody is missing, so each of them may
// well know nobody else, but not all of them.
TEST_F(CompletionTest, TheUsersOfAPartAreAloneTogetherOrNotAtAll) {
  std::vector<Edge> edges{{41, 42}};
  for (NodeId user = 0; user < 40; ++user) edges.push_back({user, 40});
  known_ = graph_from_edges(80, edges);
  is_public_[41] = true;
  originals_ = missing_ = {};
  for (NodeId user = 0; user < 78; ++user) {
    if (user != 41) originals_.push_back(user);
  }
  missing_ = {78, 79};
  const auto chances = Completion(known_, is_public_, originals_, missing_).alone_chances();
  EXPECT_EQ(chances[0], 0);
  EXPECT_EQ(chances[40], 0);
  EXPECT_GT(chances[50], 0.6) << "knows nobody, like many";
}

// All but one know four: who is seen with nobody was overlooked.
TEST_F(CompletionTest, DoesNotBelieveThatFewAreAlone) {
  originals_.push_back(79);
  missing_.pop_back();
  is_public_[0] = is_public_[20] = true;
  EXPECT_EQ(Completion(known_, is_public_, originals_, missing_).alone_chances()[79], 0);
}

TEST_F(CompletionTest, MakesNoBridges) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Components components = find_components(sample(seed));
    EXPECT_NE(components.of_node[0], components.of_node[20]);
  }
}

// With a public user in the first ring, the second one is a part without any.
TEST_F(CompletionTest, TiesPartsWithoutPublicUsersToOneMissingUserMostly) {
  is_public_[0] = true;
  int tied_in = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph completed = sample(seed);
    const Components components = find_components(completed);
    if (components.of_node[0] != components.of_node[20]) continue;
    ++tied_in;
    std::vector<NodeId> known_by_all;
    for (const NodeId user : missing_) {
      if (std::ranges::all_of(std::span(originals_).subspan(20), [&](NodeId original) {
            return std::ranges::binary_search(completed.neighbours(user), original);
          })) {
        known_by_all.push_back(user);
      }
    }
    EXPECT_EQ(known_by_all.size(), 1U);
  }
  EXPECT_NEAR(tied_in, 67.5, 19);  // half of the users are missing; four standard deviations
}

TEST_F(CompletionTest, LeavesTheKnownNetworkWhenNobodyIsMissing) {
  missing_.clear();
  EXPECT_EQ(sample(1).num_edges(), known_.num_edges());
}

TEST_F(CompletionTest, DiffersBetweenDraws) {
  const Graph a = sample(1), b = sample(2);
  EXPECT_FALSE(std::ranges::equal(a.targets(), b.targets()));
}

TEST(Completion, OfAFewOriginalsDoesNotMakeEverybodyKnowEverybody) {
  constexpr NodeId kMissing = 4000;
  const Graph known = graph_from_edges(2 + kMissing, {{0, 1}});
  const std::vector<NodeId> originals = {0, 1};
  std::vector<NodeId> missing(kMissing);
  std::iota(missing.begin(), missing.end(), NodeId{2});
  const std::vector<bool> is_public(2 + kMissing, false);
  const Graph completed = Completion(known, is_public, originals, missing).sample(SeededRng(1));
  EXPECT_LT(completed.num_edges(), 600U * kMissing / 2);
}

}  // namespace
}  // namespace hopveil
