// SPDX-License-Identifier: Apache-2.0
#include "infer/basics/simulated_network.h"

#include <cmath>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "dp/preferences.h"
#include "query/query_layer.h"
#include "support/small_graphs.h"

namespace hopveil::infer {
namespace {

// Where noise is next to nothing it answers as the real layer does: each pair is counted for its owner.
TEST(SimulatedNetwork, AnswersLikeTheQueryLayer) {
  const Graph graph = testing::clique(9);
  std::vector<Epsilon> preferences;
  for (const char* text : {"900", "901", "902", "903", "904", "905", "905"}) {
    preferences.push_back(Epsilon::from_text(text));
  }
  const query::PublicKnowledge knowledge(graph, UserRoles(9, {0, 1}), Preferences(preferences));
  query::CountQuestion question;
  question.pool_of_owner = {query::kNobody, query::kNobody, 0, 1, 2, 2, query::kNobody, 3, 4};
  question.cell_of_partner = {0, query::kNobody, 1, 1, 1, 0, 0, 1, 1};
  question.num_pools = 5;
  question.num_cells = 2;
  SeededRng noise(1);
  query::QueryLayer layer(graph, knowledge, noise);
  SimulatedNetwork simulated(graph, knowledge, SeededRng(2));
  const query::NoisyCounts expected = layer.ask(question), answered = simulated.ask(question);
  for (std::uint32_t pool = 0; pool < 5; ++pool) {
    for (std::uint32_t cell = 0; cell < 2; ++cell) EXPECT_EQ(answered(pool, cell), expected(pool, cell));
  }
}

TEST(SimulatedNetwork, AddsTheNoiseOfTheStrictestOfAPool) {
  const Graph graph = testing::isolated_nodes(3);
  const query::PublicKnowledge knowledge(
      graph, UserRoles(3, {0}), Preferences({Epsilon::from_text("0.5"), Epsilon::from_text("1000")}));
  SimulatedNetwork simulated(graph, knowledge, SeededRng(2));
  query::CountQuestion question{{query::kNobody, 0, 0}, {0, query::kNobody, query::kNobody}, 1, 1};
  double deviation = 0;
  for (int i = 0; i < 4000; ++i) deviation += std::abs(static_cast<double>(simulated.ask(question)(0, 0)));
  EXPECT_NEAR(deviation / 4000, 1 / std::sinh(0.5), 0.1);  // the mean of |discrete Laplace|
}

TEST(SimulatedNetwork, IsNotAskedForPairs) {
  const Graph graph = testing::path(3);
  const query::PublicKnowledge knowledge(graph, UserRoles(3, {0}),
                                         Preferences({Epsilon::from_text("9"), Epsilon::from_text("9")}));
  SimulatedNetwork simulated(graph, knowledge, SeededRng(2));
  EXPECT_THROW(simulated.ask(query::PairQuestion{}), BugError);
}

}  // namespace
}  // namespace hopveil::infer
