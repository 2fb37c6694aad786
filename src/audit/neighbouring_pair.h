// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two networks that differ in one edge: what differential privacy speaks about.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/builder.h"
#include "mechanism/setting.h"

namespace hopveil::audit {

/// Two networks of the same users, one of which has one edge more. Users, roles and preferences are public
/// knowledge and the same in both.
struct NeighbouringPair {
  std::string name;     ///< "hub"
  std::string summary;  ///< one line
  std::string drawing;  ///< for a terminal; may be empty
  /// For pictures: by user, a label and a place (any unit, y downward); empty for pairs of real networks.
  std::vector<std::string> labels = {};
  std::vector<std::pair<double, double>> places = {};

  Graph without;  ///< without the edge
  Graph with;
  Edge edge{};  ///< the one that differs
  UserRoles roles;
  Preferences preferences;
  unsigned hops = 1;  ///< that show the most

  /// The edge's level, which every mechanism promises to keep: the smaller preference of its private ends.
  /// None between public users, whose edges are not protected.
  std::optional<Epsilon> level() const;
};

/// The pair of `graph`, which has `edge`, and `graph` without it.
NeighbouringPair pair_of(const Graph& graph, Edge edge, UserRoles roles, Preferences preferences);

/// The edges of a network, each once, in the order of the edge index.
std::vector<Edge> edges_of(const Graph& graph);

}  // namespace hopveil::audit
