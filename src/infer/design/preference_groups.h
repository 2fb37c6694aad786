// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "infer/parameters.h"
#include "query/public_knowledge.h"

namespace hopveil::infer {

/// Users that share a design and an estimator, because their noise is alike.
struct PreferenceGroup {
  std::vector<NodeId> users;
  std::vector<double> preferences;  ///< of these users
};

/// Cuts users by preference, so that within a group the largest is at most half more than the smallest.
std::vector<PreferenceGroup> group_by_preference(const query::PublicKnowledge& knowledge,
                                                 std::span<const NodeId> users,
                                                 const DesignParameters& parameters = {});

}  // namespace hopveil::infer
