// SPDX-License-Identifier: Apache-2.0
#include "count/second_hop.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/count.h>

#include "base/seeded_rng.h"
#include "count/dominated.h"
#include "count/first_hop.h"
#include "graph/builder.h"
#include "graph/generate_powerlaw.h"
#include "graph/generate_rmat.h"
// What counting is compiled for has to come before Highway.
// clang-format off
#include "count/row_targets.h"
#include <hwy/highway.h>
// clang-format on

namespace hopveil::count {
namespace {

/// What two hops leave behind. A row counts only where the state says that there is one.
struct AfterTwoHops {
  std::vector<std::uint64_t> rows;
  std::vector<std::uint8_t> states;
  std::vector<BitCount> reached;
  std::vector<BitCount> gains;
};

class TwoHops {
 public:
  TwoHops(const Graph& graph, const UserRoles& roles, unsigned row_words, SourceBatch batch)
      : row_words_(row_words), batch_(batch), pull_graph_(graph, roles, 1) {
    full_row_.resize(row_words);
    for (Rank bit = 0; bit < batch.last - batch.first; ++bit)
      full_row_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }

  AfterTwoHops run(bool with_pairs, bool counting) const {
    const Rank n = pull_graph_.num_linked();
    std::vector<std::uint64_t> first_rows(std::size_t{n} * row_words_, 0xABAB);
    std::vector<std::uint8_t> first_states(n);
    std::vector<SeenPair> pairs(n);
    AfterTwoHops after{std::vector<std::uint64_t>(first_rows.size()), std::vector<std::uint8_t>(n),
                       std::vector<BitCount>(counting ? n : 0), std::vector<BitCount>(n * kGainSlots)};
    HopStep step = {
        .graph = pull_graph_.whole(),
        .before = nullptr,
        .after = first_rows.data(),
        .state_before = nullptr,
        .state_after = first_states.data(),
        .full_row = full_row_.data(),
        .full_count = static_cast<BitCount>(batch_.last - batch_.first),
        .reached = counting ? after.reached.data() : nullptr,
        .gains = after.gains.data(),
        .gain_slot = counting ? 1U : 0U,
        .read_end = n,
    };
    pull_first_hop(step, row_words_, pull_graph_.num_public(), batch_, 0, n,
                   with_pairs ? pairs.data() : nullptr);
    step.gain_slot = counting ? 2 : 0;
    step.before = first_rows.data();
    step.after = after.rows.data();
    step.state_before = first_states.data();
    step.state_after = after.states.data();
    if (with_pairs) step.graph = pull_graph_.informed(pull_graph_.whole());
    // In two pieces, as threads would.
    for (const auto& [first, last] : {std::pair{Rank{0}, n / 3}, std::pair{n / 3, n}}) {
      if (with_pairs)
        second_hop_function(row_words_)(step, pairs.data(), first, last);
      else
        hop_function(row_words_)(step, first, last);
    }
    forget_unused_rows(after);
    return after;
  }

 private:
  /// Rows of which the state says enough may hold anything; unchanged rows are said to have changed by pairs.
  void forget_unused_rows(AfterTwoHops& after) const {
    for (std::size_t r = 0; r < after.states.size(); ++r) {
      if (after.states[r] == kUnchanged) after.states[r] = kChanged;
      if (after.states[r] == kChanged) continue;
      std::fill_n(after.rows.begin() + static_cast<std::ptrdiff_t>(r * row_words_), row_words_, 0);
    }
  }

  unsigned row_words_;
  SourceBatch batch_;
  PullGraph pull_graph_;
  std::vector<std::uint64_t> full_row_;
};

void expect_same(const Graph& graph, const UserRoles& roles, unsigned row_words, SourceBatch batch) {
  const TwoHops hops(graph, roles, row_words, batch);
  for (const bool counting : {true, false}) {
    const AfterTwoHops from_rows = hops.run(false, counting);
    const AfterTwoHops from_pairs = hops.run(true, counting);
    ASSERT_EQ(from_pairs.states, from_rows.states) << row_words << " words";
    ASSERT_EQ(from_pairs.rows, from_rows.rows) << row_words << " words";
    ASSERT_EQ(from_pairs.reached, from_rows.reached) << row_words << " words";
    ASSERT_EQ(from_pairs.gains, from_rows.gains) << row_words << " words";
  }
}

/// Random edges, and a user whom half of the others know.
Graph random_graph(NodeId nodes, std::size_t edges, SeededRng& rng) {
  std::vector<Edge> list;
  for (std::size_t i = 0; i < edges; ++i)
    list.push_back({static_cast<NodeId>(rng() % nodes), static_cast<NodeId>(rng() % nodes)});
  for (NodeId v = 1; v < nodes / 2; ++v) list.push_back({0, v});
  return graph_from_edges(nodes, std::move(list));
}

UserRoles random_roles(NodeId nodes, std::size_t num_public, SeededRng& rng) {
  std::vector<NodeId> users(nodes);
  std::iota(users.begin(), users.end(), NodeId{0});
  std::shuffle(users.begin(), users.end(), rng);
  users.resize(num_public);
  return UserRoles(nodes, users);
}

// The larger graph has a user with too many neighbours for a block, the smaller ends before a block is full.
TEST(SecondHop, FromPairsIsTheSameAsFromRowsForEveryWidth) {
  SeededRng rng(3);
  for (const NodeId nodes : {40u, 6000u}) {
    for (const unsigned width : kRowWidths) {
      const std::size_t num_public = std::min<std::size_t>(nodes / 2, width * 64 - rng() % 3);
      const Graph graph = random_graph(nodes, 2 * nodes, rng);
      const UserRoles roles = random_roles(nodes, num_public, rng);
      expect_same(graph, roles, width, {0, static_cast<Rank>(num_public)});
    }
  }
}

// Machines without the vectors that this one has: with g++ 12 some have none at all (HWY_SCALAR).
TEST(SecondHop, FromPairsIsTheSameWithEveryInstructionSet) {
  SeededRng rng(6);
  const Graph graph = random_graph(3000, 9000, rng);
  const UserRoles roles = random_roles(3000, 200, rng);
  for (std::int64_t left = (hwy::SupportedTargets() | HWY_STATIC_TARGET) & HWY_TARGETS; left != 0;
       left &= left - 1) {
    const std::int64_t target = left & -left;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::GetChosenTarget().Update(target);
    for (const unsigned width : {1U, 4U, 12U}) {
      const Rank in_batch = std::min(64 * width, 200U);
      expect_same(graph, roles, width, {200 - in_batch, 200});
    }
  }
  hwy::GetChosenTarget().DeInit();
}

TEST(SecondHop, FromPairsLooksAtOneBatchOnly) {
  SeededRng rng(4);
  const Graph graph = random_graph(3000, 9000, rng);
  const UserRoles roles = random_roles(3000, 300, rng);
  expect_same(graph, roles, 2, {0, 100});
  expect_same(graph, roles, 2, {100, 200});
  expect_same(graph, roles, 4, {60, 300});
}

TEST(SecondHop, FromPairsIsTheSameOnManySmallGraphs) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SeededRng rng(seed);
    const auto nodes = static_cast<NodeId>(2 + rng() % 60);
    const Graph graph = random_graph(nodes, rng() % (3 * nodes), rng);
    const std::size_t num_public = rng() % std::min<NodeId>(nodes, 64);
    SCOPED_TRACE(seed);
    expect_same(graph, random_roles(nodes, num_public, rng), 1, {0, static_cast<Rank>(num_public)});
    if (HasFatalFailure()) return;
  }
}

bool pairs_pay_for(const Graph& graph, const UserRoles& roles, unsigned row_words) {
  const PullGraph pull_graph(graph, roles, 1);
  return pairs_pay(pull_graph.whole(), row_words, pull_graph.num_public(), pull_graph.num_linked(),
                   {0, pull_graph.num_public()});
}

constexpr NetworkSpec kLargeEnough = {.nodes = 140'000, .edges = 700'000, .seed = 1};
constexpr unsigned kWide = 32;
constexpr unsigned kNarrow = 8;

TEST(SecondHop, IsNotFromPairsWhereMostEdgesLeadToUsersWhoKnowManyPublicOnes) {
  const Graph graph = generate_rmat(kLargeEnough);
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, {false, 1024}));
  EXPECT_FALSE(pairs_pay_for(graph, roles, kWide));
}

TEST(SecondHop, FromPairsGivesTheSameCountsOnALargeNetwork) {
  const Graph graph = generate_powerlaw(kLargeEnough);
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, {false, 500}));
  ASSERT_TRUE(pairs_pay_for(graph, roles, kWide));
  ASSERT_FALSE(pairs_pay_for(graph, roles, kNarrow)) << "rows of this width are in the cache";
  FingerprintCounter wide(graph, roles, {.row_words = kWide});
  FingerprintCounter narrow(graph, roles, {.row_words = kNarrow});
  ExactCounts counts;
  ExactCounts expected;
  wide.count(5, counts);
  narrow.count(5, expected);
  EXPECT_EQ(counts, expected);
  std::vector<std::uint32_t> column(counts.rows());
  wide.count_hop(3, column);
  EXPECT_THAT(column, ::testing::ElementsAreArray(expected.hop(3)));
}

// More public users than 16 bits can tell apart, so that numbers within a batch are not those of users.
TEST(SecondHop, FromPairsGivesTheSameCountsInManyBatchesAndWithoutSomeEdges) {
  constexpr unsigned kInCache = 28;
  const Graph graph = generate_powerlaw({.nodes = 140'000, .edges = 200'000, .seed = 2});
  SeededRng rng(5);
  const UserRoles roles = random_roles(graph.num_nodes(), 70'000, rng);
  const PullGraph pull_graph(graph, roles, 1);
  const auto pay = [&](unsigned row_words) {
    return pairs_pay(pull_graph.whole(), row_words, pull_graph.num_public(), pull_graph.num_linked(),
                     {68'000, 70'000});
  };
  ASSERT_TRUE(pay(kWide));
  ASSERT_FALSE(pay(kInCache));
  FingerprintCounter from_pairs(graph, roles, {.threads = 2, .row_words = kWide});
  FingerprintCounter from_rows(graph, roles, {.threads = 1, .row_words = kInCache});
  EdgeSubset kept(graph.num_edges());
  for (std::uint64_t edge = 0; edge < graph.num_edges(); ++edge) {
    if (rng() % 3 != 0) kept.insert(edge);
  }
  ExactCounts counts;
  ExactCounts expected;
  from_pairs.count(kept, 4, counts);
  from_rows.count(kept, 4, expected);
  EXPECT_EQ(counts, expected);
  from_pairs.count(3, counts);
  from_rows.count(3, expected);
  EXPECT_EQ(counts, expected);
}

// Users with one neighbour are dominated by it: their pairs and rows are not read, and they have none.
TEST(SecondHop, FromPairsGivesTheSameCountsWithoutDominatedUsers) {
  const Graph graph = generate_powerlaw({.nodes = 140'000, .edges = 200'000, .seed = 2});
  ASSERT_TRUE(domination_pays(graph));
  SeededRng rng(7);
  const UserRoles roles = random_roles(graph.num_nodes(), 3'000, rng);
  ASSERT_TRUE(pairs_pay_for(graph, roles, kWide));
  FingerprintCounter from_pairs(graph, roles, {.row_words = kWide}, CounterUse::kWholeGraph);
  FingerprintCounter from_rows(graph, roles, {.row_words = kNarrow}, CounterUse::kSubsets);
  ExactCounts counts;
  ExactCounts expected;
  from_pairs.count(5, counts);
  from_rows.count(5, expected);
  EXPECT_EQ(counts, expected);
  std::vector<std::uint32_t> column(counts.rows());
  for (const unsigned hop : {3U, 5U, 3U, 4U}) {
    from_pairs.count_hop(hop, column);
    EXPECT_TRUE(std::ranges::equal(column, expected.hop(hop))) << hop << " hops";
  }
}

}  // namespace
}  // namespace hopveil::count
