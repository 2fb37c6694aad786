// SPDX-License-Identifier: Apache-2.0
// One edge touches one number, at its level: on all networks of up to five users, on random larger ones, and
// on layers that are wrong on purpose.

#include "support/edge_locality.h"

#include <gtest/gtest.h>

#include "query/query_layer.h"
#include "query/simple_query_layer.h"
#include "support/property.h"

namespace hopveil::query {
namespace {

using testing::Answers;
using testing::ask_all;
using testing::calibration_failure;
using testing::LayerFactory;
using testing::locality_failure;
using testing::Question;

template <class Layer>
LayerFactory factory_of() {
  return [](const Graph& graph, const PublicKnowledge& knowledge, RandomSource& random) {
    return std::make_unique<Layer>(graph, knowledge, random);
  };
}

// Query designs. Each spends at most the whole level of every pair, and is chosen from public knowledge.

using Script = std::vector<Question> (*)(const PublicKnowledge& knowledge);

/// No user is asked, none looked at; one pool per user and the given number of cells.
CountQuestion empty_question(const PublicKnowledge& knowledge, std::uint32_t num_cells) {
  CountQuestion question;
  question.pool_of_owner.assign(knowledge.num_users(), kNobody);
  question.cell_of_partner.assign(knowledge.num_users(), kNobody);
  question.num_pools = knowledge.num_users();
  question.num_cells = num_cells;
  return question;
}

/// Every private user about every other user.
std::vector<Question> each_about_each(const PublicKnowledge& knowledge) {
  CountQuestion question = empty_question(knowledge, knowledge.num_users());
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    if (!knowledge.is_public(user)) question.pool_of_owner[user] = user;
    question.cell_of_partner[user] = user;
  }
  return {question};
}

/// All private users together about every other user.
std::vector<Question> one_pool_about_each(const PublicKnowledge& knowledge) {
  CountQuestion question = empty_question(knowledge, knowledge.num_users());
  question.num_pools = 1;
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    if (!knowledge.is_public(user)) question.pool_of_owner[user] = 0;
    question.cell_of_partner[user] = user;
  }
  return {question};
}

/// Each its own numbers of public and private neighbours with 9/10, popularities among odd and even users
/// with 1/10.
std::vector<Question> own_counts_and_popularity(const PublicKnowledge& knowledge) {
  CountQuestion own = empty_question(knowledge, 2);
  own.share = dp::Rational(9, 10);
  CountQuestion popularity = empty_question(knowledge, knowledge.num_users());
  popularity.num_pools = 2;
  popularity.share = dp::Rational(1, 10);
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    own.cell_of_partner[user] = knowledge.is_public(user) ? 0 : 1;
    if (knowledge.is_public(user)) {
      popularity.cell_of_partner[user] = user;
    } else {
      own.pool_of_owner[user] = user;
      popularity.pool_of_owner[user] = user % 2;
    }
  }
  return {own, popularity};
}

std::vector<Question> all_pairs(const PublicKnowledge& knowledge) {
  return {PairQuestion{std::vector<bool>(knowledge.num_users(), true), dp::Rational(1, 1)}};
}

/// Randomized response among public users and users with P of 2 and more, counts for the others, half and
/// half in two questions.
std::vector<Question> liberal_pairs_strict_counts(const PublicKnowledge& knowledge) {
  PairQuestion liberal{std::vector<bool>(knowledge.num_users(), false), dp::Rational(1, 1)};
  CountQuestion strict = empty_question(knowledge, 3);
  strict.share = dp::Rational(1, 2);
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    liberal.is_member[user] =
        knowledge.is_public(user) || knowledge.preference(user) >= Epsilon::from_text("2");
    if (!liberal.is_member[user]) strict.pool_of_owner[user] = user;
    strict.cell_of_partner[user] = user % 3;
  }
  return {liberal, strict, strict};
}

constexpr Script kScripts[] = {each_about_each, one_pool_about_each, own_counts_and_popularity, all_pairs,
                               liberal_pairs_strict_counts};

const std::vector<std::vector<const char*>> kPreferencePatterns = {
    {"1", "1", "1", "1", "1"}, {"4", "1", "4", "1", "16"}, {"0.3", "3.14159", "0.7", "2.5", "0.300000001"}};

/// A number of users, who of them is public, and the others' preferences.
struct Cast {
  NodeId num_users;
  unsigned public_mask;
  const std::vector<const char*>& pattern;

  UserRoles roles() const {
    std::vector<NodeId> public_users;
    for (NodeId user = 0; user < num_users; ++user) {
      if ((public_mask >> user & 1) != 0) public_users.push_back(user);
    }
    return {num_users, public_users};
  }
  Preferences preferences() const {
    std::vector<Epsilon> by_row;
    for (NodeId user = 0; user < num_users; ++user) {
      if ((public_mask >> user & 1) == 0) by_row.push_back(Epsilon::from_text(pattern[user]));
    }
    return Preferences(std::move(by_row));
  }
};

std::vector<Edge> all_pairs_of(NodeId num_users) {
  std::vector<Edge> pairs;
  for (NodeId u = 0; u < num_users; ++u) {
    for (NodeId v = u + 1; v < num_users; ++v) pairs.push_back({u, v});
  }
  return pairs;
}

/// The first edge, of all graphs of these users, that breaks locality.
std::string locality_failure_of_any_graph(const LayerFactory& factory, const Cast& cast, Script script) {
  const std::vector<Edge> pairs = all_pairs_of(cast.num_users);
  const UserRoles roles = cast.roles();
  const Preferences preferences = cast.preferences();
  std::vector<Answers> answers;  // by graph: bit i of its number is pair i
  for (unsigned graph_number = 0; graph_number < 1U << pairs.size(); ++graph_number) {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if ((graph_number >> i & 1) != 0) edges.push_back(pairs[i]);
    }
    const Graph graph = graph_from_edges(cast.num_users, edges);
    const PublicKnowledge knowledge(graph, roles, preferences);
    const std::vector<Question> questions = script(knowledge);
    SeededRng random(cast.public_mask + 1);
    answers.push_back(ask_all(*factory(graph, knowledge, random), questions));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [u, v] = pairs[i];
      if ((graph_number >> i & 1) == 0 || (roles.is_public(u) && roles.is_public(v))) continue;
      const Answers& without = answers[graph_number ^ 1U << i];
      const std::string failure =
          locality_failure(knowledge, questions, u, v, answers[graph_number], without);
      if (!failure.empty()) return failure;
    }
  }
  return "";
}

std::string calibration_failure_of(const LayerFactory& factory, const Cast& cast, Script script) {
  const Graph no_edges = graph_from_edges(cast.num_users, {});
  const PublicKnowledge knowledge(no_edges, cast.roles(), cast.preferences());
  constexpr unsigned kRuns = 400;
  return calibration_failure(factory, no_edges, knowledge, script(knowledge), kRuns);
}

enum class Fact { kLocality, kCalibration };

/// The first failure on any cast of up to `most_users` users and any way of asking.
std::string first_failure(const LayerFactory& factory, Fact fact, NodeId most_users) {
  for (NodeId num_users = 0; num_users <= most_users; ++num_users) {
    for (unsigned mask = 0; mask < 1U << num_users; ++mask) {
      for (const auto& pattern : kPreferencePatterns) {
        for (const Script script : kScripts) {
          const Cast cast{num_users, mask, pattern};
          const std::string failure = fact == Fact::kLocality
                                          ? locality_failure_of_any_graph(factory, cast, script)
                                          : calibration_failure_of(factory, cast, script);
          if (!failure.empty()) return failure;
        }
      }
    }
  }
  return "";
}

TEST(EdgeLocality, EveryEdgeOfEverySmallNetworkChangesOneNumberByOne) {
  EXPECT_EQ(first_failure(factory_of<QueryLayer>(), Fact::kLocality, 5), "");
}

// Fewer than 10 000 checks of one number: false alarms below 1e-6 in all.
TEST(EdgeLocality, EveryNumberIsAsNoisyAsTheLevelOfItsPairAsks) {
  EXPECT_EQ(first_failure(factory_of<QueryLayer>(), Fact::kCalibration, 4), "");
}

TEST(EdgeLocality, HoldsForTheObviousVersion) {
  EXPECT_EQ(first_failure(factory_of<SimpleQueryLayer>(), Fact::kLocality, 4), "");
  EXPECT_EQ(first_failure(factory_of<SimpleQueryLayer>(), Fact::kCalibration, 3), "");
}

// Mutants: each breaks the proof in one place, and must be found by the same checks.

/// Counts an edge for both its ends.
class CountsAnEdgeTwice : public SimpleQueryLayer {
 public:
  using SimpleQueryLayer::SimpleQueryLayer;

 protected:
  bool belongs_to(NodeId, NodeId) const override { return true; }
};

/// Lets the more liberal of two users own their pair.
class OwnedByTheMoreLiberal : public SimpleQueryLayer {
 public:
  using SimpleQueryLayer::SimpleQueryLayer;

 protected:
  bool belongs_to(NodeId user, NodeId partner) const override {
    if (knowledge_.is_public(user)) return false;
    return knowledge_.is_public(partner) || knowledge_.owner(user, partner) != user;
  }
};

/// Takes the largest preference of a pool.
class PoolsByTheLargestPreference : public SimpleQueryLayer {
 public:
  using SimpleQueryLayer::SimpleQueryLayer;

 protected:
  Epsilon pool_level(const std::vector<NodeId>& owners) const override {
    Epsilon largest = knowledge_.preference(owners.front());
    for (const NodeId owner : owners) largest = std::max(largest, knowledge_.preference(owner));
    return largest;
  }
};

/// Takes the larger preference of a pair.
class PairsByTheLargerPreference : public SimpleQueryLayer {
 public:
  using SimpleQueryLayer::SimpleQueryLayer;

 protected:
  Epsilon pair_level(NodeId a, NodeId b) const override {
    if (knowledge_.is_public(a) || knowledge_.is_public(b)) return SimpleQueryLayer::pair_level(a, b);
    return std::max(knowledge_.preference(a), knowledge_.preference(b));
  }
};

/// Leaves empty cells without noise, as a sparse table invites one to.
class NoNoiseOnEmptyCells final : public AnswerSource {
 public:
  NoNoiseOnEmptyCells(const Graph& graph, const PublicKnowledge& knowledge, RandomSource& random)
      : graph_(graph), knowledge_(knowledge), noisy_(graph, knowledge, random) {}
  NoisyCounts ask(const CountQuestion& question) override {
    NoisyCounts answers = noisy_.ask(question);
    NoisyCounts truth(question.num_pools, question.num_cells);
    for (const NodeId user : knowledge_.roles().private_users()) {
      for (const NodeId partner : graph_.neighbours(user)) {
        const std::uint32_t pool = question.pool_of_owner[user];
        const std::uint32_t cell = question.cell_of_partner[partner];
        if (pool != kNobody && cell != kNobody && knowledge_.owner(user, partner) == user)
          ++truth(pool, cell);
      }
    }
    for (std::uint32_t pool = 0; pool < question.num_pools; ++pool) {
      for (std::uint32_t cell = 0; cell < question.num_cells; ++cell) {
        if (truth(pool, cell) == 0) answers(pool, cell) = 0;
      }
    }
    return answers;
  }
  NoisyEdges ask(const PairQuestion& question) override { return noisy_.ask(question); }

 private:
  const Graph& graph_;
  const PublicKnowledge& knowledge_;
  QueryLayer noisy_;
};

TEST(EdgeLocality, NoticesAnEdgeCountedTwice) {
  EXPECT_NE(first_failure(factory_of<CountsAnEdgeTwice>(), Fact::kLocality, 3), "");
}

TEST(EdgeLocality, NoticesAPairOwnedByTheMoreLiberalUser) {
  EXPECT_NE(first_failure(factory_of<OwnedByTheMoreLiberal>(), Fact::kLocality, 3), "");
}

TEST(EdgeLocality, NoticesAPoolWithTheNoiseOfItsLargestPreference) {
  EXPECT_EQ(first_failure(factory_of<PoolsByTheLargestPreference>(), Fact::kLocality, 3), "");
  EXPECT_NE(first_failure(factory_of<PoolsByTheLargestPreference>(), Fact::kCalibration, 4), "");
}

TEST(EdgeLocality, NoticesAPairFlippedByTheLargerPreference) {
  EXPECT_EQ(first_failure(factory_of<PairsByTheLargerPreference>(), Fact::kLocality, 3), "");
  EXPECT_NE(first_failure(factory_of<PairsByTheLargerPreference>(), Fact::kCalibration, 3), "");
}

TEST(EdgeLocality, NoticesCellsWithoutNoise) {
  EXPECT_NE(first_failure(factory_of<NoNoiseOnEmptyCells>(), Fact::kLocality, 3), "");
  EXPECT_NE(first_failure(factory_of<NoNoiseOnEmptyCells>(), Fact::kCalibration, 3), "");
}

// Larger networks: many chunks, many classes of users, threads.

/// Random questions of share 1/3 each: three of them never overspend.
Question random_question(SeededRng& rng, const PublicKnowledge& knowledge) {
  if (rng() % 3 == 0) {
    PairQuestion question{std::vector<bool>(knowledge.num_users()), dp::Rational(1, 3)};
    for (NodeId user = 0; user < knowledge.num_users(); ++user) question.is_member[user] = rng() % 4 != 0;
    return question;
  }
  CountQuestion question = empty_question(knowledge, static_cast<std::uint32_t>(1 + rng() % 40));
  question.num_pools = static_cast<std::uint32_t>(1 + rng() % 100);
  question.share = dp::Rational(1, 3);
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    if (!knowledge.is_public(user) && rng() % 4 != 0) {
      question.pool_of_owner[user] = static_cast<std::uint32_t>(rng() % question.num_pools);
    }
    if (rng() % 4 != 0)
      question.cell_of_partner[user] = static_cast<std::uint32_t>(rng() % question.num_cells);
  }
  return question;
}

RC_GTEST_PROP(EdgeLocality, HoldsOnRandomLargerNetworks, ()) {
  SeededRng rng(*rc::gen::arbitrary<std::uint64_t>());
  const auto num_users = static_cast<NodeId>(2 + rng() % 150);
  std::vector<Edge> edges;
  for (std::uint64_t i = rng() % 600; i > 0; --i) {
    edges.push_back({static_cast<NodeId>(rng() % num_users), static_cast<NodeId>(rng() % num_users)});
  }
  const auto u = static_cast<NodeId>(rng() % num_users);
  const auto v = static_cast<NodeId>((u + 1 + rng() % (num_users - 1)) % num_users);
  std::erase_if(edges, [&](const Edge& edge) {
    return (edge.from == u && edge.to == v) || (edge.from == v && edge.to == u);
  });
  const Graph without = graph_from_edges(num_users, edges);
  edges.push_back({u, v});
  const Graph with = graph_from_edges(num_users, edges);
  std::vector<NodeId> public_users;
  for (NodeId user = 0; user < num_users; ++user) {
    if (rng() % 5 == 0 && user != u) public_users.push_back(user);
  }
  const UserRoles roles(num_users, public_users);
  std::vector<Epsilon> by_row;
  for (std::size_t row = 0; row < roles.private_users().size(); ++row) {
    by_row.push_back(Epsilon::from_nanos(1 + rng() % (rng() % 2 == 0 ? 3 : 20'000'000'000)));
    if (by_row.back().nanos() <= 3) by_row.back() = Epsilon::from_text("0.5");
  }
  const Preferences preferences(by_row);
  const PublicKnowledge knowledge(with, roles, preferences);
  const PublicKnowledge same_knowledge(without, roles, preferences);
  const std::vector<Question> questions = {random_question(rng, knowledge), random_question(rng, knowledge),
                                           random_question(rng, knowledge)};
  SeededRng random(5);
  QueryLayer one_thread(with, knowledge, random, 1);
  QueryLayer two_threads(without, same_knowledge, random, 2);
  RC_ASSERT(locality_failure(knowledge, questions, u, v, ask_all(one_thread, questions),
                             ask_all(two_threads, questions)) == "");
}

}  // namespace
}  // namespace hopveil::query
