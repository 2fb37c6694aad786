// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/pair_inference.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <hopveil/count.h>

#include "graph/builder.h"
#include "graph/generators.h"
#include "infer/basics/random_draws.h"
#include "query/query_layer.h"

namespace hopveil::infer {
namespace {

constexpr unsigned kHops = 4;

/// Mean errors of a table and of zeros, over users and hops; how many counts the intervals hold.
struct Errors {
  double absolute = 0, relative = 0, zeros = 0, relative_zeros = 0, held = 0;
};

/// Of both objectives' tables, everybody asked for pairs at the same preference.
std::array<Errors, 2> errors_at(const Graph& graph, const char* preference) {
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
  const std::size_t rows = roles.private_users().size();
  const query::PublicKnowledge knowledge(
      graph, roles, Preferences(std::vector<Epsilon>(rows, Epsilon::from_text(preference))));
  const ExactCounts truth = count_fingerprints(graph, roles, kHops, {.threads = 1});
  const InferenceOptions options{.hops = kHops, .intervals = 90, .threads = 1};
  const std::array objectives{Objective::kAbsolute, Objective::kRelative};
  std::array<Errors, 2> errors;
  SeededRng noise(11);
  query::QueryLayer layer(graph, knowledge, noise);
  auto tables = infer_from_pairs(knowledge, layer, dp::Rational(1, 1), SeededRng(3), options, objectives);
  const double per = static_cast<double>(rows) * kHops;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (unsigned hop = 1; hop <= kHops; ++hop) {
      for (std::size_t row = 0; row < rows; ++row) {
        const double count = truth.hop(hop)[row];
        const double off = std::abs(static_cast<double>(tables[i].hop(hop)[row]) - count);
        errors[i].absolute += off / per;
        errors[i].relative += off / std::max(count, 1.0) / per;
        errors[i].zeros += count / per;
        errors[i].relative_zeros += count / std::max(count, 1.0) / per;
        if (tables[i].low(hop)[row] <= count && count <= tables[i].high(hop)[row]) errors[i].held += 1 / per;
      }
    }
  }
  return errors;
}

/// Users in a square, linked to who is near: about this many edges.
Graph geometric(std::uint64_t nodes, std::uint64_t edges) {
  SeededRng rng(3);
  std::vector<std::pair<double, double>> places(nodes);
  for (auto& [x, y] : places) {
    x = unit_draw(rng);
    y = unit_draw(rng);
  }
  const double radius =
      std::sqrt(2 * static_cast<double>(edges) / static_cast<double>(nodes * nodes) / std::numbers::pi);
  std::vector<Edge> near;
  for (NodeId a = 0; a < nodes; ++a) {
    for (NodeId b = 0; b < a; ++b) {
      if (std::hypot(places[a].first - places[b].first, places[a].second - places[b].second) < radius)
        near.push_back({a, b});
    }
  }
  return graph_from_edges(static_cast<NodeId>(nodes), std::move(near));
}

Graph network(std::string_view kind, std::uint64_t nodes, std::uint64_t edges) {
  if (kind == "geometric") return geometric(nodes, edges);
  return find_generator(kind).make({.nodes = nodes, .edges = edges, .seed = 3, .threads = 1});
}

/// What the errors may be, as shares of those of zeros. The limits are 1.5 times what was seen, for an error
/// that is twice as large fails; 0.002 of zeros is a few counts.
struct Limit {
  const char* kind;
  std::uint64_t nodes, edges;
  const char* preference;
  double absolute, relative;
};

class PairErrors : public testing::TestWithParam<Limit> {};

TEST_P(PairErrors, AreFarBelowThoseOfZeros) {
  const Limit limit = GetParam();
  const auto [absolute, relative] =
      errors_at(network(limit.kind, limit.nodes, limit.edges), limit.preference);
  EXPECT_LT(absolute.absolute, limit.absolute * absolute.zeros);
  EXPECT_LT(relative.relative, limit.relative * relative.relative_zeros);
  EXPECT_GT(absolute.held, 0.8);
}

INSTANTIATE_TEST_SUITE_P(Networks, PairErrors,
                         testing::Values(Limit{"community", 600, 6000, "6", 0.82, 0.95},
                                         Limit{"community", 600, 6000, "10", 0.63, 0.63},
                                         Limit{"geometric", 600, 2600, "8", 0.3, 0.45},
                                         Limit{"powerlaw", 600, 3000, "6", 0.092, 0.156},
                                         Limit{"powerlaw", 600, 3000, "10", 0.002, 0.002},
                                         Limit{"rmat", 600, 5000, "8", 0.035, 0.21}),
                         [](const auto& test) {
                           return fmt::format("{}At{}", test.param.kind, test.param.preference);
                         });

}  // namespace
}  // namespace hopveil::infer
