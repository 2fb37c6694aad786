// SPDX-License-Identifier: Apache-2.0
// Every source gives the same answers, one edge touches one number through each of them, and answers that
// cannot be are not believed.

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <variant>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "graph/builder.h"
#include "graph/id_order.h"
#include "query/query_layer.h"
#include "source/collected_edges.h"
#include "support/edge_locality.h"
#include "support/property.h"

namespace hopveil::source {
namespace {

using testing::Answers;
using testing::ask_all;
using testing::calibration_failure;
using testing::LayerFactory;
using testing::locality_failure;
using testing::Question;

/// Answers as a database does: a loop over all edges, with the ownership rule as SQL would write it.
class TableOfEdges : public OutsideEdges {
 public:
  explicit TableOfEdges(const Graph& graph) {
    for (NodeId user = 0; user < graph.num_nodes(); ++user) {
      for (const NodeId other : graph.neighbours(user)) {
        if (user < other) edges_.push_back({user, other});
      }
    }
  }

  OutsideCounts count(const PairOwnership& by, std::span<const std::uint32_t> pool_of_owner,
                      std::span<const std::uint32_t> cell_of_partner) override {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> groups;
    for (const auto& [a, b] : edges_) {
      const std::uint64_t pa = by.preference[a], pb = by.preference[b];
      if (pa == 0 && pb == 0) continue;
      const bool first = pb == 0 || (pa != 0 && pa < pb) ||
                         (pa == pb && (by.parity[a] == by.parity[b]) == (by.rank[a] < by.rank[b]));
      const std::uint32_t pool = pool_of_owner[first ? a : b];
      const std::uint32_t cell = cell_of_partner[first ? b : a];
      if (pool != kNotAsked && cell != kNotAsked) ++groups[{pool, cell}];
    }
    OutsideCounts answer;
    for (const auto& [key, count] : groups) {
      answer.pools.push_back(key.first);
      answer.cells.push_back(key.second);
      answer.counts.push_back(count);
    }
    return answer;
  }

  OutsidePairs pairs(const PairOwnership& by, std::span<const std::uint8_t> is_member) override {
    OutsidePairs answer;
    for (const auto& [a, b] : edges_) {
      if (is_member[a] == 0 || is_member[b] == 0 || (by.preference[a] == 0 && by.preference[b] == 0))
        continue;
      answer.first.push_back(b);
      answer.second.push_back(a);
    }
    return answer;
  }

  void check_unchanged() override {}

 private:
  std::vector<Edge> edges_;
};

/// A layer with all that it stands on. The source numbers users in another way than the question does.
template <class Source>
class LayerOn final : public query::AnswerSource {
 public:
  LayerOn(const Graph& graph, const query::PublicKnowledge& knowledge, RandomSource& random,
          unsigned threads = 1)
      : users_(graph.num_nodes()) {
    std::iota(users_.begin(), users_.end(), NodeId{0});
    std::ranges::reverse(
        users_);  // number i of the question is user n-1-i of the source, and the other way round
    elsewhere_ = renumbered(graph, users_);
    if constexpr (std::is_same_v<Source, AskedEdges>) {
      table_ = std::make_unique<TableOfEdges>(elsewhere_);
      source_ = std::make_unique<AskedEdges>(*table_, knowledge, users_);
    } else {
      source_ = std::make_unique<StreamedEdges>(elsewhere_, knowledge, users_);
    }
    layer_ = std::make_unique<query::QueryLayer>(*source_, knowledge, random, threads);
  }
  query::NoisyCounts ask(const query::CountQuestion& question) override { return layer_->ask(question); }
  query::NoisyEdges ask(const query::PairQuestion& question) override { return layer_->ask(question); }

 private:
  std::vector<NodeId> users_;
  Graph elsewhere_;
  std::unique_ptr<TableOfEdges> table_;
  std::unique_ptr<query::EdgeSource> source_;
  std::unique_ptr<query::QueryLayer> layer_;
};

/// Counts and pairs, of share 1/3 each: three of them never overspend.
Question random_question(SeededRng& rng, const query::PublicKnowledge& knowledge) {
  if (rng() % 3 == 0) {
    query::PairQuestion question{std::vector<bool>(knowledge.num_users()), dp::Rational(1, 3)};
    for (NodeId user = 0; user < knowledge.num_users(); ++user) question.is_member[user] = rng() % 4 != 0;
    return question;
  }
  query::CountQuestion question;
  question.num_pools = static_cast<std::uint32_t>(1 + rng() % 30);
  question.num_cells = static_cast<std::uint32_t>(1 + rng() % 20);
  question.share = dp::Rational(1, 3);
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    const bool asked = !knowledge.is_public(user) && rng() % 4 != 0;
    question.pool_of_owner.push_back(asked ? static_cast<std::uint32_t>(rng() % question.num_pools)
                                           : query::kNobody);
    question.cell_of_partner.push_back(rng() % 4 != 0 ? static_cast<std::uint32_t>(rng() % question.num_cells)
                                                      : query::kNobody);
  }
  return question;
}

/// Two networks that differ in one protected edge, and questions about them.
struct Neighbours {
  explicit Neighbours(std::uint64_t seed) : rng(seed) {
    num_users = static_cast<NodeId>(2 + rng() % 80);
    u = static_cast<NodeId>(rng() % num_users);
    v = static_cast<NodeId>((u + 1 + rng() % (num_users - 1)) % num_users);
    std::vector<Edge> edges;
    for (std::uint64_t i = rng() % 400; i > 0; --i) {
      const Edge edge{static_cast<NodeId>(rng() % num_users), static_cast<NodeId>(rng() % num_users)};
      if (std::minmax(edge.from, edge.to) != std::minmax(u, v)) edges.push_back(edge);
    }
    without = graph_from_edges(num_users, edges);
    edges.push_back({u, v});
    with = graph_from_edges(num_users, edges);
    std::vector<NodeId> public_users;
    for (NodeId user = 0; user < num_users; ++user) {
      if (rng() % 5 == 0 && user != u) public_users.push_back(user);
    }
    roles = UserRoles(num_users, public_users);
    std::vector<Epsilon> by_row;
    for (std::size_t row = 0; row < roles.private_users().size(); ++row) {
      by_row.push_back(Epsilon::from_text(rng() % 2 == 0 ? "1" : rng() % 2 == 0 ? "0.5" : "4"));
    }
    preferences = Preferences(by_row);
  }
  SeededRng rng;
  NodeId num_users = 0, u = 0, v = 0;
  Graph with, without;
  UserRoles roles;
  Preferences preferences;
};

RC_GTEST_PROP(EdgeSources, GiveEqualAnswersAndOneEdgeTouchesOneNumber, ()) {
  Neighbours network(*rc::gen::arbitrary<std::uint64_t>());
  const query::PublicKnowledge knowledge(network.with, network.roles, network.preferences);
  const query::PublicKnowledge same(network.without, network.roles, network.preferences);
  std::vector<Question> questions;
  for (int i = 0; i < 3; ++i) questions.push_back(random_question(network.rng, knowledge));
  SeededRng random(5);
  query::QueryLayer memory(network.with, knowledge, random);
  LayerOn<StreamedEdges> streamed(network.with, knowledge, random, 2);
  LayerOn<AskedEdges> asked(network.with, knowledge, random, 2);
  LayerOn<StreamedEdges> streamed_without(network.without, same, random);
  LayerOn<AskedEdges> asked_without(network.without, same, random);
  const Answers answers = ask_all(memory, questions);
  const Answers by_stream = ask_all(streamed, questions);
  const Answers by_asking = ask_all(asked, questions);
  RC_ASSERT(testing::differences(answers, by_stream).empty());
  RC_ASSERT(testing::differences(answers, by_asking).empty());
  RC_ASSERT(locality_failure(knowledge, questions, network.u, network.v, by_stream,
                             ask_all(streamed_without, questions)) == "");
  RC_ASSERT(locality_failure(knowledge, questions, network.u, network.v, by_asking,
                             ask_all(asked_without, questions)) == "");
}

TEST(EdgeSources, AreCalibrated) {
  const Graph no_edges = graph_from_edges(4, {});
  const UserRoles roles(4, {3});
  const query::PublicKnowledge knowledge(
      no_edges, roles,
      Preferences({Epsilon::from_text("1"), Epsilon::from_text("1"), Epsilon::from_text("4")}));
  query::CountQuestion counts{{0, 1, 2, query::kNobody}, {0, 1, 2, 3}, 3, 4, dp::Rational(1, 2)};
  const query::PairQuestion pairs{std::vector<bool>(4, true), dp::Rational(1, 2)};
  const std::vector<Question> questions = {counts, pairs};
  for (const bool streamed : {true, false}) {
    const LayerFactory factory = [&](const Graph& graph, const query::PublicKnowledge& known,
                                     RandomSource& random) -> std::unique_ptr<query::AnswerSource> {
      if (streamed) return std::make_unique<LayerOn<StreamedEdges>>(graph, known, random);
      return std::make_unique<LayerOn<AskedEdges>>(graph, known, random);
    };
    EXPECT_EQ(calibration_failure(factory, no_edges, knowledge, questions, 2000), "");
  }
}

/// Changes an answer on its way.
class WrongTable final : public TableOfEdges {
 public:
  WrongTable(const Graph& graph, void (*spoil_counts)(OutsideCounts&), void (*spoil_pairs)(OutsidePairs&))
      : TableOfEdges(graph), spoil_counts_(spoil_counts), spoil_pairs_(spoil_pairs) {}
  OutsideCounts count(const PairOwnership& by, std::span<const std::uint32_t> pool,
                      std::span<const std::uint32_t> cell) override {
    OutsideCounts answer = TableOfEdges::count(by, pool, cell);
    if (spoil_counts_ != nullptr) spoil_counts_(answer);
    return answer;
  }
  OutsidePairs pairs(const PairOwnership& by, std::span<const std::uint8_t> is_member) override {
    OutsidePairs answer = TableOfEdges::pairs(by, is_member);
    if (spoil_pairs_ != nullptr) spoil_pairs_(answer);
    return answer;
  }

 private:
  void (*spoil_counts_)(OutsideCounts&);
  void (*spoil_pairs_)(OutsidePairs&);
};

void ask_wrong(void (*spoil_counts)(OutsideCounts&), void (*spoil_pairs)(OutsidePairs&)) {
  const Graph graph = graph_from_edges(6, {{0, 1}, {1, 2}, {2, 3}});
  const query::PublicKnowledge knowledge(graph, UserRoles(6, {3, 4, 5}),
                                         Preferences(std::vector<Epsilon>(3, Epsilon::from_text("1"))));
  const std::vector<NodeId> users = {0, 1, 2, 3, 4, 5};
  WrongTable table(graph, spoil_counts, spoil_pairs);
  AskedEdges edges(table, knowledge, users);
  SeededRng random(1);
  query::QueryLayer layer(edges, knowledge, random);
  constexpr std::uint32_t kNone = query::kNobody;
  layer.ask(query::CountQuestion{
      {0, 1, 2, kNone, kNone, kNone}, {0, 1, 2, 3, kNone, kNone}, 4, 4, dp::Rational(1, 2)});
  layer.ask(query::PairQuestion{{true, true, true, false, true, true}, dp::Rational(1, 2)});
}

TEST(AskedEdges, DoNotBelieveWhatCannotBe) {
  EXPECT_NO_THROW(ask_wrong(nullptr, nullptr));
  EXPECT_THROW(ask_wrong(
                   [](OutsideCounts& answer) {  // a retried task's rows, once more
                     answer.pools.push_back(answer.pools[0]);
                     answer.cells.push_back(answer.cells[0]);
                     answer.counts.push_back(answer.counts[0]);
                   },
                   nullptr),
               SystemError);
  EXPECT_THROW(ask_wrong([](OutsideCounts& answer) { answer.pools[0] = 4; }, nullptr), SystemError);
  EXPECT_THROW(ask_wrong([](OutsideCounts& answer) { answer.pools[0] = 3; }, nullptr), SystemError);  // empty
  EXPECT_THROW(ask_wrong([](OutsideCounts& answer) { answer.cells[0] = 4; }, nullptr), SystemError);
  EXPECT_THROW(ask_wrong([](OutsideCounts& answer) { answer.counts.pop_back(); }, nullptr), SystemError);
  EXPECT_THROW(ask_wrong(nullptr,
                         [](OutsidePairs& answer) {  // the other direction
                           answer.first.push_back(answer.second[0]);
                           answer.second.push_back(answer.first[0]);
                         }),
               SystemError);
  EXPECT_THROW(ask_wrong(nullptr, [](OutsidePairs& answer) { answer.first[0] = 3; }), SystemError);
  EXPECT_THROW(ask_wrong(nullptr, [](OutsidePairs& answer) { answer.first[0] = 9; }), SystemError);
  EXPECT_THROW(ask_wrong(nullptr,
                         [](OutsidePairs& answer) {  // of two public members: nothing that is asked
                           answer.first.push_back(4);
                           answer.second.push_back(5);
                         }),
               SystemError);
  EXPECT_THROW(ask_wrong(nullptr, [](OutsidePairs& answer) { answer.first[0] = answer.second[0]; }),
               SystemError);
}

}  // namespace
}  // namespace hopveil::source
