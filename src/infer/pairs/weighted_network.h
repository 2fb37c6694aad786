// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graph/builder.h"

namespace hopveil::infer {

/// A network whose edges are believed to some degree.
class WeightedNetwork {
 public:
  struct Link {
    NodeId to;
    float weight;
  };

  /// Every pair at most once; edges of weight 0 are left out.
  WeightedNetwork(NodeId num_users, std::span<const Edge> edges, std::span<const float> weights);

  NodeId num_users() const { return static_cast<NodeId>(begin_.size() - 1); }
  std::span<const Link> links(NodeId user) const {
    return {links_.data() + begin_[user], begin_[user + std::size_t{1}] - begin_[user]};
  }
  /// The sum of the user's weights.
  double degree(NodeId user) const { return degree_[user]; }
  /// The mean of that over all users.
  double mean_degree() const { return mean_degree_; }

 private:
  std::vector<std::size_t> begin_;
  std::vector<Link> links_;
  std::vector<double> degree_;
  double mean_degree_ = 0;
};

}  // namespace hopveil::infer
