// SPDX-License-Identifier: Apache-2.0
// ELI as a whole: what its table holds, what it draws, and that nothing after the answers sees the network.

#include <algorithm>
#include <functional>
#include <variant>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "graph/generators.h"
#include "infer/infer_counts.h"
#include "mechanism/registry.h"
#include "query/query_layer.h"

namespace hopveil::mechanism {
namespace {

struct Size {
  std::uint64_t users, edges, public_users;
};
constexpr Size kSmall{150, 900, 10};
constexpr Size kTiny{14, 30, 3};

/// A community network whose users of highest degree are public and whose others have the given preferences
/// in turn.
struct Network {
  explicit Network(const std::vector<const char*>& levels, Size size = kSmall) {
    graph = find_generator("community").make({size.users, size.edges, 7, 1});
    roles = UserRoles(graph.num_nodes(), highest_degree_users(graph, {false, size.public_users}));
    std::vector<Epsilon> by_row;
    for (std::size_t row = 0; row < roles.private_users().size(); ++row) {
      by_row.push_back(Epsilon::from_text(levels[row % levels.size()]));
    }
    preferences = Preferences(std::move(by_row));
  }
  Graph graph;
  UserRoles roles;
  Preferences preferences;
};

const std::vector<std::vector<const char*>> kLevels = {
    {"1", "4", "16"}, {"0.1", "0.5", "1"}, {"1"},
    {"30"},           {"0.000000001"},     {"0.7", "1.3", "2.9", "5.1", "11"}};

struct Result {
  NoisyTable table;
  BudgetTrace trace;
};

Result run_eli(const Setting& setting, const MechanismOptions& options, RandomSource& random,
               unsigned threads) {
  const auto mechanism = find_mechanism("eli").make(options);
  Workspace workspace(setting, {.threads = threads});
  Result result;
  mechanism->validate(setting);
  mechanism->run(setting, workspace, random, result.table, result.trace);
  return result;
}

MechanismOptions eli_options(unsigned hops, infer::Objective objective, std::optional<unsigned> intervals) {
  MechanismOptions options;
  options.hops = hops;
  options.objective = objective;
  options.intervals = intervals;
  return options;
}

TEST(Eli, CountsAreWholeInRangeAndSumToAtMostAllPublicUsers) {
  for (const auto& levels : kLevels) {
    const Network network(levels);
    const Setting setting(network.graph, network.roles, network.preferences);
    for (const infer::Objective objective : {infer::Objective::kAbsolute, infer::Objective::kRelative}) {
      for (const unsigned hops : {1U, 4U, 7U}) {
        SeededRng random(hops);
        const Result result = run_eli(setting, eli_options(hops, objective, {}), random, 1);
        ASSERT_EQ(result.table.rows(), setting.num_private());
        EXPECT_EQ(result.table.fraction_bits(), 0U);
        EXPECT_FALSE(result.table.with_intervals());
        for (std::size_t row = 0; row < result.table.rows(); ++row) {
          std::int64_t sum = 0;
          for (unsigned hop = 1; hop <= hops; ++hop) {
            EXPECT_GE(result.table.hop(hop)[row], 0);
            sum += result.table.hop(hop)[row];
          }
          EXPECT_LE(sum, setting.num_public());
        }
      }
    }
  }
}

TEST(Eli, IntervalsHaveTwoEndsInOrderAndInRange) {
  const Network network({"1", "4", "16"});
  const Setting setting(network.graph, network.roles, network.preferences);
  SeededRng random(1);
  const Result result = run_eli(setting, eli_options(4, infer::Objective::kAbsolute, 90), random, 1);
  ASSERT_TRUE(result.table.with_intervals());
  for (unsigned hop = 1; hop <= 4; ++hop) {
    for (std::size_t row = 0; row < result.table.rows(); ++row) {
      EXPECT_GE(result.table.low(hop)[row], 0);
      EXPECT_LE(result.table.low(hop)[row], result.table.high(hop)[row]);
      EXPECT_LE(result.table.high(hop)[row], setting.num_public());
    }
  }
}

std::vector<std::int64_t> all_values(const NoisyTable& table) {
  std::vector<std::int64_t> values;
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    values.insert(values.end(), table.hop(hop).begin(), table.hop(hop).end());
  }
  return values;
}

TEST(Eli, DependsOnTheSeedAndNotOnThreads) {
  const Network network({"1", "4", "16"});
  const Setting setting(network.graph, network.roles, network.preferences);
  const MechanismOptions options = eli_options(4, infer::Objective::kAbsolute, {});
  SeededRng random(9);
  SeededRng same(9);
  const auto first = all_values(run_eli(setting, options, random, 1).table);
  EXPECT_EQ(first, all_values(run_eli(setting, options, same, 2).table));
  EXPECT_NE(first, all_values(run_eli(setting, options, random, 1).table)) << "a second run of one source";
}

TEST(Eli, TracesEveryQuestion) {
  const Network network({"1", "4", "16"});
  const Setting setting(network.graph, network.roles, network.preferences);
  SeededRng random(9);
  const Result result = run_eli(setting, eli_options(4, infer::Objective::kAbsolute, {}), random, 1);
  ASSERT_FALSE(result.trace.empty());
  for (const BudgetStep& step : result.trace) {
    EXPECT_TRUE(step.kind == BudgetStep::Kind::kCounts || step.kind == BudgetStep::Kind::kPairs);
    EXPECT_LE(step.share, dp::Rational(1, 1));
  }
}

bool same_questions(const BudgetTrace& a, const BudgetTrace& b) {
  return std::ranges::equal(a, b, [](const BudgetStep& one, const BudgetStep& other) {
    return one.kind == other.kind && one.share == other.share;
  });
}

TEST(Eli, ReachAsksNothingMoreAndLeavesTheTableAsItIs) {
  for (const auto& levels : kLevels) {
    const Network network(levels);
    const Setting setting(network.graph, network.roles, network.preferences);
    MechanismOptions options = eli_options(3, infer::Objective::kAbsolute, 90);
    SeededRng random(5), same(5);
    const Result without = run_eli(setting, options, random, 1);
    options.reach = true;
    const Result with = run_eli(setting, options, same, 1);
    EXPECT_EQ(all_values(without.table), all_values(with.table));
    EXPECT_TRUE(same_questions(without.trace, with.trace));
    EXPECT_EQ(random.next_u64(), same.next_u64()) << "as many random bits";
    EXPECT_EQ(without.table.reach(), nullptr);
    ASSERT_NE(with.table.reach(), nullptr);
    EXPECT_EQ(with.table.reach()->rows(), setting.num_public());
  }
}

TEST(Eli, ReachIsInRangeSumsToAtMostAllPrivateUsersAndLiesInItsInterval) {
  for (const auto& levels : kLevels) {
    const Network network(levels);
    const Setting setting(network.graph, network.roles, network.preferences);
    MechanismOptions options = eli_options(4, infer::Objective::kAbsolute, 90);
    options.reach = true;
    SeededRng random(3);
    const Result result = run_eli(setting, options, random, 1);
    const NoisyTable& reach = *result.table.reach();
    for (std::size_t row = 0; row < reach.rows(); ++row) {
      std::int64_t sum = 0;
      for (unsigned hop = 1; hop <= 4; ++hop) {
        EXPECT_LE(0, reach.low(hop)[row]);
        EXPECT_LE(reach.low(hop)[row], reach.hop(hop)[row]);
        EXPECT_LE(reach.hop(hop)[row], reach.high(hop)[row]);
        EXPECT_LE(reach.high(hop)[row], setting.num_private());
        sum += reach.hop(hop)[row];
      }
      EXPECT_LE(sum, setting.num_private());
    }
  }
}

TEST(Eli, IsProvedForAnyNumberOfHops) {
  for (const unsigned hops : {1U, 2U, 7U}) {
    const Guarantee guarantee =
        find_mechanism("eli").guarantee(eli_options(hops, infer::Objective::kAbsolute, {}));
    EXPECT_EQ(guarantee.status, GuaranteeStatus::kProved);
    EXPECT_NE(guarantee.reason.find("docs/mechanisms/eli.md"), std::string::npos);
  }
}

// Everything after the answers is post-processing: given the same answers, a network that differs in any edge
// leads to the same table.

using Answer = std::variant<query::NoisyCounts, query::NoisyEdges>;

/// Answers with the layer's numbers, and keeps them.
class Recorder final : public query::AnswerSource {
 public:
  explicit Recorder(query::AnswerSource& answers) : answers_(answers) {}
  query::NoisyCounts ask(const query::CountQuestion& question) override {
    return keep(answers_.ask(question));
  }
  query::NoisyEdges ask(const query::PairQuestion& question) override { return keep(answers_.ask(question)); }
  const std::vector<Answer>& kept() const { return kept_; }

 private:
  template <class Value>
  Value keep(Value value) {
    kept_.emplace_back(value);
    return value;
  }
  query::AnswerSource& answers_;
  std::vector<Answer> kept_;
};

/// Gives recorded answers again, whatever the network.
class Replay final : public query::AnswerSource {
 public:
  explicit Replay(const std::vector<Answer>& answers) : answers_(answers) {}
  query::NoisyCounts ask(const query::CountQuestion&) override {
    return std::get<query::NoisyCounts>(answers_.at(next_++));
  }
  query::NoisyEdges ask(const query::PairQuestion&) override {
    return std::get<query::NoisyEdges>(answers_.at(next_++));
  }

 private:
  const std::vector<Answer>& answers_;
  std::size_t next_ = 0;
};

/// Whatever is done after the answers; `graph` is there for those who cheat.
using Pipeline =
    std::function<infer::InferredCounts(const Graph& graph, const query::PublicKnowledge& knowledge,
                                        query::AnswerSource& answers, RandomSource& random)>;

bool is_protected(const Network& network, const Edge& edge) {
  return !network.roles.is_public(edge.from) || !network.roles.is_public(edge.to);
}

/// The network without each of its protected edges, and with each protected pair that is none.
std::vector<Graph> all_neighbours(const Network& network) {
  std::vector<Edge> edges, absent;
  for (NodeId u = 0; u < network.graph.num_nodes(); ++u) {
    const auto linked = network.graph.neighbours(u);
    for (NodeId v = u + 1; v < network.graph.num_nodes(); ++v) {
      (std::ranges::binary_search(linked, v) ? edges : absent).push_back({u, v});
    }
  }
  std::vector<Graph> neighbours;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!is_protected(network, edges[i])) continue;
    std::vector<Edge> others = edges;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    neighbours.push_back(graph_from_edges(network.graph.num_nodes(), std::move(others)));
  }
  for (const Edge& edge : absent) {
    if (!is_protected(network, edge)) continue;
    std::vector<Edge> more = edges;
    more.push_back(edge);
    neighbours.push_back(graph_from_edges(network.graph.num_nodes(), std::move(more)));
  }
  return neighbours;
}

/// Whether some count or end of an interval differs.
bool differ(infer::InferredCounts& a, infer::InferredCounts& b) {
  for (unsigned hop = 1; hop <= a.hops(); ++hop) {
    if (!std::ranges::equal(a.hop(hop), b.hop(hop)) || !std::ranges::equal(a.low(hop), b.low(hop)) ||
        !std::ranges::equal(a.high(hop), b.high(hop))) {
      return true;
    }
  }
  return false;
}

/// Whether some number of some hop, also of reach, changes when any one protected pair does and the answers
/// do not.
bool sees_the_network(const Pipeline& pipeline, const Network& network) {
  const query::PublicKnowledge knowledge(network.graph, network.roles, network.preferences);
  SeededRng query_random(1);
  SeededRng random(2);
  query::QueryLayer layer(network.graph, knowledge, query_random);
  Recorder recorder(layer);
  infer::InferredCounts one = pipeline(network.graph, knowledge, recorder, random);
  for (const Graph& neighbour : all_neighbours(network)) {
    const query::PublicKnowledge same_knowledge(neighbour, network.roles, network.preferences);
    SeededRng same_random(2);
    Replay replay(recorder.kept());
    infer::InferredCounts other = pipeline(neighbour, same_knowledge, replay, same_random);
    if (differ(one, other) || differ(*one.reach(), *other.reach())) return true;
  }
  return false;
}

infer::InferredCounts infer(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                            RandomSource& random) {
  return infer::infer_counts(knowledge, answers, random, {.hops = 3, .reach = true, .intervals = 90});
}

TEST(Eli, NothingAfterTheAnswersSeesTheNetwork) {
  for (const auto& levels : kLevels) {
    EXPECT_FALSE(sees_the_network(
        [](const Graph&, const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
           RandomSource& random) { return infer(knowledge, answers, random); },
        Network(levels, kTiny)));
  }
}

TEST(Eli, AnInferenceThatPeeksAtAnyPairIsNoticed) {
  const Network network({"30"}, kTiny);
  const auto users = network.roles.private_users();
  for (const auto& [u, v] : {std::pair{users.front(), users.back()}, std::pair{users[4], users[9]}}) {
    const auto peeking = [pair = Edge{u, v}](const Graph& graph, const query::PublicKnowledge& knowledge,
                                             query::AnswerSource& answers, RandomSource& random) {
      infer::InferredCounts counts = infer(knowledge, answers, random);
      if (std::ranges::binary_search(graph.neighbours(pair.from), pair.to)) ++counts.hop(3)[0];
      return counts;
    };
    EXPECT_TRUE(sees_the_network(peeking, network));
    const auto peeking_for_reach = [pair = Edge{u, v}](const Graph& graph,
                                                       const query::PublicKnowledge& knowledge,
                                                       query::AnswerSource& answers, RandomSource& random) {
      infer::InferredCounts counts = infer(knowledge, answers, random);
      if (std::ranges::binary_search(graph.neighbours(pair.from), pair.to)) ++counts.reach()->hop(2)[1];
      return counts;
    };
    EXPECT_TRUE(sees_the_network(peeking_for_reach, network));
  }
}

}  // namespace
}  // namespace hopveil::mechanism
