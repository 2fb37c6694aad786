#include "query/query_layer.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"

namespace hopveil {
namespace {

Preferences preferences_of(const std::vector<const char*>& texts) {
  std::vector<Epsilon> by_row;
  for (const char* text : texts) by_row.push_back(Epsilon::from_text(text));
  return Preferences(std::move(by_row));
}

TEST(QueryLayer, WithHugePreferencesAnswersAreExact) {
  // 0 and 1 are public. Private 2 (strictest) .. 5.
  const Graph graph = graph_from_edges(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {2, 5}});
  const PublicKnowledge knowledge(graph, UserRoles(6, {0, 1}),
                                  preferences_of({"1000", "2000", "3000", "4000"}));
  SeededRng random(1);
  QueryLayer pairs(graph, knowledge, random);
  const NoisyEdges expected = {{0, 2}, {1, 3}, {2, 3}, {2, 5}, {3, 4}, {4, 5}};
  EXPECT_EQ(pairs.ask(PairQuestion{std::vector<bool>(6, true)}), expected) << "all but the public edge";

  QueryLayer counts(graph, knowledge, random);
  CountQuestion question;
  question.pool_of_owner = {kNobody, kNobody, 0, 1, 2, 2};
  question.cell_of_partner = {0, 0, 1, 1, 1, 1};
  question.num_pools = 3;
  question.num_cells = 2;
  const NoisyCounts answers = counts.ask(question);
  EXPECT_EQ(answers(0, 0), 1);
  EXPECT_EQ(answers(0, 1), 2) << "2 is the stricter of both its private pairs";
  EXPECT_EQ(answers(1, 0), 1);
  EXPECT_EQ(answers(1, 1), 1) << "the pair {2, 3} belongs to 2";
  EXPECT_EQ(answers(2, 0), 0);
  EXPECT_EQ(answers(2, 1), 1);
}

TEST(QueryLayer, APairIsNotChargedMoreThanItsLevel) {
  const Graph graph = graph_from_edges(3, {{0, 1}, {0, 2}});
  const PublicKnowledge knowledge(graph, UserRoles(3, {0}), preferences_of({"1", "1"}));
  SeededRng random(1);
  QueryLayer layer(graph, knowledge, random);
  CountQuestion question;
  question.pool_of_owner = {kNobody, 0, 1};
  question.cell_of_partner = {0, kNobody, kNobody};
  question.num_pools = 2;
  question.num_cells = 1;
  question.share = Rational(9, 10);
  layer.ask(question);
  question.share = Rational(1, 9);
  EXPECT_THROW(layer.ask(question), BugError);
  question.share = Rational(1, 10);
  layer.ask(question);
  EXPECT_THROW(layer.ask(PairQuestion{{true, true, false}, Rational(1, 1000)}), BugError);
  layer.ask(PairQuestion{{false, true, true}, Rational(1, 1)});
}

}  // namespace
}  // namespace hopveil
