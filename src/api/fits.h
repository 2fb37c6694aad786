// SPDX-License-Identifier: Apache-2.0
#pragma once

// What comes in at the border of the library belongs together, or the caller hears so.

#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

/// Throws InputError unless the roles are those of all users of the graph.
void check_fits(const Graph& graph, const UserRoles& roles);

/// Throws InputError unless there is a preference for every private user.
void check_fits(const UserRoles& roles, std::size_t num_preferences);

}  // namespace hopveil
