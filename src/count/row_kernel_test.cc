// SPDX-License-Identifier: Apache-2.0
#include "count/row_kernel.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "count/first_hop.h"
#include "count/gains.h"
#include "count/second_hop.h"
#include "count/simple_bfs.h"
#include "graph/builder.h"

namespace hopveil::count {
namespace {

constexpr unsigned kHops = 5;

struct Ways {
  bool heads_first;
  bool from_pairs;  ///< and then all rows are read in the third hop
};

/// Counts by the hops' functions alone. For a graph with one component.
ExactCounts count_by_hops(const Graph& graph, const UserRoles& roles, unsigned row_words, Ways ways) {
  const PullGraph pull_graph(graph, roles, 1);
  const Rank n = pull_graph.num_linked();
  const Rank num_public = pull_graph.num_public();
  std::vector<std::uint64_t> full_row(row_words);
  for (Rank bit = 0; bit < num_public; ++bit) full_row[bit / 64] |= std::uint64_t{1} << (bit % 64);
  std::vector<std::uint64_t> rows[2];
  std::vector<std::uint8_t> states[2];
  for (auto& some : rows)
    some.assign(std::size_t{n} * row_words, 0xABAB);  // what was not written may not be read
  for (auto& some : states) some.resize(n);
  std::vector<BitCount> reached(n);
  Gains gains(n, pull_graph.num_ranks());
  std::vector<SeenPair> pairs(n);
  ExactCounts counts;
  counts.reset(roles.private_users().size(), kHops);
  for (unsigned hop = 1; hop <= kHops; ++hop) {
    const HopStep step = {
        .graph = hop == 2 && ways.from_pairs ? pull_graph.informed(pull_graph.whole()) : pull_graph.whole(),
        .before = rows[(hop + 1) % 2].data(),
        .after = hop == kHops ? nullptr : rows[hop % 2].data(),
        .state_before = states[(hop + 1) % 2].data(),
        .state_after = states[hop % 2].data(),
        .full_row = full_row.data(),
        .full_count = static_cast<BitCount>(num_public),
        .reached = reached.data(),
        .gains = gains.slots(),
        .gain_slot = Gains::slot_of(hop),
        .read_end = n,
        .reads_all = hop == 3 && ways.from_pairs,
        .heads_first = ways.heads_first,
    };
    if (hop == 1) {
      pull_first_hop(step, row_words, num_public, {0, num_public}, 0, n,
                     ways.from_pairs ? pairs.data() : nullptr);
    } else if (hop == 2 && ways.from_pairs) {
      second_hop_function(row_words)(step, pairs.data(), 0, n);
    } else {
      hop_function(row_words)(step, 0, n);
    }
  }
  std::vector<std::uint32_t*> columns;
  for (unsigned hop = 1; hop <= kHops; ++hop) columns.push_back(counts.hop(hop).data());
  gains.tell(pull_graph.own_sources(), {0, pull_graph.num_public()}, 1, columns, false, 1);
  return counts;
}

/// Everybody can be reached: a tree and random edges; one user knows many.
Graph random_connected_graph(NodeId nodes, std::size_t more_edges, SeededRng& rng) {
  std::vector<Edge> edges;
  for (NodeId v = 1; v < nodes; ++v) edges.push_back({v, static_cast<NodeId>(rng() % v)});
  for (std::size_t i = 0; i < more_edges; ++i)
    edges.push_back({static_cast<NodeId>(rng() % nodes), static_cast<NodeId>(rng() % nodes)});
  for (NodeId v = 1; v < nodes / 3; ++v) edges.push_back({0, v});
  return graph_from_edges(nodes, std::move(edges));
}

// The larger graphs have a user with too many neighbours for a block, and more users than one has room for.
TEST(RowKernel, CountsRightInEveryWay) {
  SeededRng rng(11);
  for (const NodeId nodes : {2U, 3U, 10U, 200U, 5000U}) {
    for (const unsigned width : kRowWidths) {
      const std::size_t num_public = std::min<std::size_t>(1 + rng() % (width * 64), nodes - 1);
      const Graph graph = random_connected_graph(nodes, rng() % (8 * nodes), rng);
      std::vector<NodeId> users(nodes);
      std::iota(users.begin(), users.end(), NodeId{0});
      std::shuffle(users.begin(), users.end(), rng);
      users.resize(num_public);
      const UserRoles roles(nodes, users);
      SCOPED_TRACE(testing::Message()
                   << nodes << " users, " << num_public << " public, " << width << " words");
      const ExactCounts expected = simple_bfs_counts(graph, roles, kHops);
      for (const bool heads_first : {false, true}) {
        for (const bool from_pairs : {false, true}) {
          EXPECT_EQ(count_by_hops(graph, roles, width, {heads_first, from_pairs}), expected)
              << heads_first << from_pairs;
        }
      }
    }
  }
}

}  // namespace
}  // namespace hopveil::count
