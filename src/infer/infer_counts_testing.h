// SPDX-License-Identifier: Apache-2.0
#pragma once

// Networks and what is inferred of them, for the tests of whole inferences.

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hopveil/count.h>

#include "dp/preferences.h"
#include "graph/builder.h"
#include "graph/generators.h"
#include "infer/infer_counts.h"
#include "query/query_layer.h"

namespace hopveil::infer {

/// A network with its public users and preferences, and what a release of it infers.
struct Case {
  Graph graph;
  UserRoles roles;
  Preferences preferences;

  InferredCounts infer(std::uint64_t seed, InferenceOptions options) const {
    const query::PublicKnowledge knowledge(graph, roles, preferences);
    SeededRng random(seed);
    SeededRng noise = random.stream("noise");
    SeededRng coins = random.stream("coins");
    query::QueryLayer layer(graph, knowledge, noise);
    return infer_counts(knowledge, layer, coins, options);
  }
};

inline Case with_all_at(Graph graph, std::vector<NodeId> public_users, const char* preference) {
  UserRoles roles(graph.num_nodes(), std::move(public_users));
  Preferences preferences(std::vector<Epsilon>(roles.private_users().size(), Epsilon::from_text(preference)));
  return {std::move(graph), std::move(roles), std::move(preferences)};
}

inline Case with_groups(Graph graph, std::vector<std::string> levels, std::uint64_t seed) {
  UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
  std::vector<Epsilon> groups;
  for (const auto& level : levels) groups.push_back(Epsilon::from_text(level));
  SeededRng random(seed);
  Preferences preferences = dp::assign_equal_groups(roles.private_users().size(), groups, random);
  return {std::move(graph), std::move(roles), std::move(preferences)};
}

inline Graph small_community(std::uint64_t seed) {
  return find_generator("community").make({.nodes = 600, .edges = 4000, .seed = seed, .threads = 1});
}

inline std::vector<std::uint32_t> values(InferredCounts& counts) {
  std::vector<std::uint32_t> all;
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    const auto append = [&](std::span<std::uint32_t> part) {
      all.insert(all.end(), part.begin(), part.end());
    };
    append(counts.hop(hop));
    if (!counts.with_intervals()) continue;
    append(counts.low(hop));
    append(counts.high(hop));
  }
  return all;
}

inline void expect_in_range(InferredCounts& counts, std::size_t num_public) {
  for (std::size_t row = 0; row < counts.rows(); ++row) {
    std::uint64_t sum = 0;
    for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
      sum += counts.hop(hop)[row];
      if (!counts.with_intervals()) continue;
      EXPECT_LE(counts.low(hop)[row], counts.hop(hop)[row]);
      EXPECT_GE(counts.high(hop)[row], counts.hop(hop)[row]);
      EXPECT_LE(counts.high(hop)[row], num_public);
    }
    EXPECT_LE(sum, num_public);
  }
}

inline double mean_absolute_error(const Case& network, InferredCounts& counts, bool of_zeros) {
  const ExactCounts truth = count_fingerprints(network.graph, network.roles, counts.hops(), {.threads = 1});
  double sum = 0;
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    for (std::size_t row = 0; row < counts.rows(); ++row) {
      const double estimate = of_zeros ? 0 : counts.hop(hop)[row];
      sum += std::abs(estimate - truth.hop(hop)[row]);
    }
  }
  return sum / static_cast<double>(counts.rows()) / counts.hops();
}

}  // namespace hopveil::infer
