// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <hopveil/graph.h>

namespace hopveil {

/// The same network with these users behind its own ones, without connections. `names` are none of the
/// network's and all different. Throws InputError when there are more users than fit.
Graph with_further_users(const Graph& graph, std::span<const std::string> names);

}  // namespace hopveil
