// SPDX-License-Identifier: Apache-2.0
#include "infer/mixed/rehearsal.h"

#include <gtest/gtest.h>

#include "infer/infer_counts_testing.h"

namespace hopveil::infer {
namespace {

/// Groups of users around a public user, without a link between them: no user is four hops from any.
Graph separate_groups(NodeId groups, NodeId size) {
  std::vector<Edge> edges;
  SeededRng random(4);
  for (NodeId group = 0; group < groups; ++group) {
    const NodeId first = group * size;
    for (NodeId user = first + 1; user < first + size; ++user) {
      edges.push_back({first, user});
      edges.push_back({user, first + static_cast<NodeId>(random.next_u64() % (user - first))});
    }
  }
  return graph_from_edges(groups * size, std::move(edges));
}

/// Mean relative errors of a table that is published, and of one of zeros.
std::pair<double, double> relative_errors(const Case& network, InferredCounts& counts) {
  const ExactCounts truth = count_fingerprints(network.graph, network.roles, counts.hops(), {.threads = 1});
  std::pair<double, double> sums{0, 0};
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    for (std::size_t row = 0; row < counts.rows(); ++row) {
      const double count = truth.hop(hop)[row];
      sums.first += std::abs(counts.hop(hop)[row] - count) / std::max(1.0, count);
      sums.second += count > 0 ? 1 : 0;
    }
  }
  return sums;
}

TEST(MixedRehearsal, RelativeErrorIsBelowThatOfZerosInSmallComponents) {
  for (const std::uint64_t seed : {1U, 2U}) {
    const Case network = with_groups(separate_groups(40, 15), {"1", "4", "16"}, seed);
    InferredCounts counts = network.infer(seed, {.hops = 5, .objective = Objective::kRelative});
    const auto [published, zeros] = relative_errors(network, counts);
    EXPECT_LT(published, zeros);
  }
}

TEST(MixedRehearsal, ForetellsTheError) {
  const Case network = with_groups(find_generator("powerlaw").make({900, 3600, 3, 1}), {"1", "4", "16"}, 2);
  InferredCounts counts = network.infer(3, {.hops = 4});
  double expected = 0;
  for (unsigned hop = 1; hop <= 4; ++hop) {
    for (const float error : counts.expected_error(hop)) expected += error;
  }
  expected /= static_cast<double>(counts.rows()) * 4;
  const double error = mean_absolute_error(network, counts, false);
  EXPECT_GT(expected, error / 1.5);
  EXPECT_LT(expected, error * 1.5);
}

}  // namespace
}  // namespace hopveil::infer
