// SPDX-License-Identifier: Apache-2.0
#pragma once

// A network of which a part is released, for the tests of imputation and its corrections.

#include <memory>
#include <utility>
#include <vector>

#include "dp/preferences.h"
#include "graph/builder.h"
#include "graph/generators.h"
#include "infer/model/imputed_networks.h"

namespace hopveil::infer {

/// Of these users the first five are public, and every n-th other one is liberal. Edges among these are
/// known.
struct PartlyReleased {
  PartlyReleased(NodeId num_users, NodeId every, const char* kind = "powerlaw") {
    const Graph graph = find_generator(kind).make({num_users, 3 * std::uint64_t{num_users}, 5, 1});
    knowledge = std::make_unique<query::PublicKnowledge>(
        graph, UserRoles(num_users, {0, 1, 2, 3, 4}),
        Preferences(std::vector<Epsilon>(num_users - 5, Epsilon::from_text("30"))));
    anchors.is_liberal.assign(num_users, false);
    for (NodeId user = 5; user < num_users; user += every) {
      anchors.liberal.push_back(user);
      anchors.is_liberal[user] = true;
    }
    std::vector<Edge> edges;
    for (NodeId user = 0; user < num_users; ++user) {
      for (const NodeId other : graph.neighbours(user)) {
        const auto is_known = [&](NodeId of) { return of < 5 || anchors.is_liberal[of]; };
        if (user < other && is_known(user) && is_known(other)) edges.push_back({user, other});
      }
    }
    anchors.known = graph_from_edges(num_users, std::move(edges));
  }
  MixedSetting setting() const { return {*knowledge, anchors, options}; }
  ImputedNetworks impute() const { return impute_networks(setting(), SeededRng(1), Meter(silent)); }

  std::unique_ptr<query::PublicKnowledge> knowledge;
  Anchors anchors;
  const InferenceOptions options{.hops = 5};
  const Progress silent;
};

}  // namespace hopveil::infer
