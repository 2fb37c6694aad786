// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/cross_validation.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "dp/preferences.h"
#include "graph/generators.h"
#include "infer/model/imputed_networks.h"
#include "query/query_layer.h"

namespace hopveil::infer {
namespace {

/// Imputed networks of a network of which a third is liberal.
struct Imputed {
  explicit Imputed(const Graph& true_graph) : graph(true_graph), roles(public_roles(graph)) {
    SeededRng groups(1);
    const std::array levels{Epsilon::from_text("1"), Epsilon::from_text("4"), Epsilon::from_text("30")};
    const Preferences preferences = dp::assign_equal_groups(roles.private_users().size(), levels, groups);
    knowledge = std::make_unique<query::PublicKnowledge>(graph, roles, preferences);
    SeededRng noise(2);
    query::QueryLayer layer(graph, *knowledge, noise);
    std::vector<NodeId> liberal;
    for (const NodeId user : roles.private_users()) {
      if (knowledge->preference(user) == levels[2]) liberal.push_back(user);
    }
    anchors = ask_anchors(*knowledge, layer, std::move(liberal));
    imputed = impute_networks({*knowledge, anchors, options}, SeededRng(3), Meter(silent));
  }
  static UserRoles public_roles(const Graph& graph) {
    return {graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%"))};
  }
  Partners partners() const {
    return {*knowledge, anchors, imputed.counts, std::vector<bool>(graph.num_nodes(), false)};
  }
  double error(const StratifiedCounts& stratified, double preference) const {
    const TrainingSet training{imputed.networks, imputed.counts, anchors.liberal};
    return CrossValidation(training, std::array{preference}, SeededRng(4), 1, {}).error(stratified);
  }
  StratifiedCounts chosen(const Partners& about, double preference) const {
    const TrainingSet training{imputed.networks, imputed.counts, anchors.liberal};
    return CrossValidation(training, std::array{preference}, SeededRng(4), 1, {})
        .choose_strata(about, Meter(silent));
  }

  const Progress silent;
  const InferenceOptions options{.hops = 5};
  Graph graph;
  UserRoles roles;
  std::unique_ptr<query::PublicKnowledge> knowledge;
  Anchors anchors;
  ImputedNetworks imputed;
};

TEST(CrossValidation, ChoosesNoWorseThanFourStrataApartOrTogether) {
  for (const char* kind : {"powerlaw", "community"}) {
    const Imputed network(find_generator(kind).make({900, 5400, 5, 1}));
    const Partners partners = network.partners();
    for (const double preference : {1.0, 4.0}) {
      const double chosen = network.error(network.chosen(partners, preference), preference);
      EXPECT_LE(chosen, network.error({partners, 4, 4}, preference)) << kind << preference;
      EXPECT_LE(chosen, network.error({partners, 0, 4}, preference)) << kind << preference;
    }
  }
}

}  // namespace
}  // namespace hopveil::infer
