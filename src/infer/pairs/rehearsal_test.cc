// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/rehearsal.h"

#include <gtest/gtest.h>

#include "infer/basics/random_draws.h"

namespace hopveil::infer {
namespace {

TEST(Residuals, HoldAsManyAsTheyAreAskedTo) {
  Residuals residuals;
  SeededRng rng(3);
  std::vector<std::pair<float, float>> fresh;
  for (int i = 0; i < 4000; ++i) {
    const auto estimate = static_cast<float>(rng() % 100);
    const auto truth = static_cast<float>(static_cast<double>(estimate) * (0.5 + unit_draw(rng)));
    if (i % 2 == 0) {
      residuals.add(estimate, truth);
    } else {
      fresh.emplace_back(estimate, truth);
    }
  }
  residuals.finish(0.05);
  double held = 0;
  for (const auto& [estimate, truth] : fresh) {
    const auto [low, high] = residuals.interval(estimate, 1000);
    if (static_cast<float>(low) <= truth + 0.5F && truth - 0.5F <= static_cast<float>(high)) ++held;
  }
  EXPECT_NEAR(held / static_cast<double>(fresh.size()), 0.9, 0.05);
}

TEST(Residuals, AreNothingWithoutARehearsal) {
  const Residuals residuals;
  EXPECT_EQ(residuals.interval(7, 10), (std::pair<std::uint32_t, std::uint32_t>{7, 7}));
}

TEST(RehearsedHop, BelievesTheWorseSortOfNetworks) {
  RehearsedHop hop;
  for (int i = 0; i < 200; ++i) {
    hop.residuals[0].add(25, 25);
    hop.residuals[1].add(25, 49);
  }
  for (Residuals& residuals : hop.residuals) residuals.finish(0.05);
  EXPECT_EQ(hop.interval(25, 100), (std::pair<std::uint32_t, std::uint32_t>{25, 49}));
  EXPECT_FLOAT_EQ(hop.expected_error(25), 24);
}

// In two rehearsals the bridge is true, and without it one user's count is wrong; in the third it is false,
// and four users' counts are.
TEST(Rehearsal, IsNotDecidedByOneInWhichAllGoesAstray) {
  const std::vector<Edge> path{{0, 1}, {1, 2}}, star{{0, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}};
  const Graph graph = graph_from_edges(6, star);
  const UserRoles roles(6, {0});
  const query::PublicKnowledge knowledge(graph, roles,
                                         Preferences(std::vector<Epsilon>(5, Epsilon::from_text("8"))));
  const InferenceOptions options{.hops = 2, .threads = 1};
  const CandidateCounter counter(knowledge, options);
  const auto candidates = [&](const std::vector<Edge>& edges) {
    EdgeBeliefs believed{std::vector<float>(edges.size(), 1), std::vector<bool>(edges.size(), false)};
    believed.belief.front() = 0.6F;  // kept from .5 on, the first candidate, and not from .7 on
    believed.is_bridge.front() = true;
    return counter.count(edges, believed, SeededRng(1));
  };
  Rehearsal rehearsal(options);
  for (int i = 0; i < 2; ++i) rehearsal.add(Sort::kSampled, candidates(path), counter.count_edges(path));
  rehearsal.add(Sort::kLikely, candidates(star), counter.count_edges({}));
  EXPECT_EQ(rehearsal.choose(Objective::kAbsolute)[1].best, 0U);
}

}  // namespace
}  // namespace hopveil::infer
