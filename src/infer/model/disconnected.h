// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "infer/parameters.h"

namespace hopveil::infer {

/// Of the users who are disconnected in the known network, the share that is so in truth, where this share of
/// the users is unobserved: all if none is; `1 - reconnected_share` from `reference_missing` on.
double truly_disconnected_share(double unobserved_share, const ImputationParameters& parameters = {});

/// Users without a path to a public user in the known network.
struct Disconnected {
  std::vector<std::vector<NodeId>> parts;  ///< connected components of these users
  std::vector<bool> is_member;             ///< by user: whether in one of the parts
};

Disconnected find_disconnected(const Graph& known, const std::vector<bool>& is_public,
                               std::span<const NodeId> users);

}  // namespace hopveil::infer
