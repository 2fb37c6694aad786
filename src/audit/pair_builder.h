// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "audit/neighbouring_pair.h"

namespace hopveil::audit {

/// Puts a pair of networks together, user by user and edge by edge.
class PairBuilder {
 public:
  NodeId add_public(std::string label, double x, double y);
  NodeId add_private(std::string label, Epsilon preference, double x, double y);
  /// An edge of both networks.
  void link(NodeId a, NodeId b) { edges_.push_back({a, b}); }
  /// The pair that differs in the edge a-b.
  NeighbouringPair differ_in(NodeId a, NodeId b) const;

 private:
  std::vector<std::string> labels_;
  std::vector<std::pair<double, double>> places_;
  std::vector<NodeId> public_users_;
  std::vector<Epsilon> preferences_;
  std::vector<Edge> edges_;
};

}  // namespace hopveil::audit
