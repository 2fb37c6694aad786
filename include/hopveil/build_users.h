// SPDX-License-Identifier: Apache-2.0
#pragma once

// Public users and preferences from memory, with every argument checked.

#include <span>
#include <string>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/epsilon.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

/// Who is who, from the names of the public users. Throws InputError, naming the first few, for names that no
/// user has and for names that stand twice.
///
///     const UserRoles roles = roles_by_name(graph, std::vector<std::string>{"ann", "bob"});
HOPVEIL_API UserRoles roles_by_name(const Graph& graph, std::span<const std::string> public_users);

/// An epsilon from a floating-point number: its shortest decimal text, rounded down to a billionth, so that
/// 0.1 is the same epsilon as the text "0.1". Throws InputError unless it is from 1e-9 to 1e6.
HOPVEIL_API Epsilon epsilon_from_value(double value);

/// The preferences of the private users, by row (see UserRoles). Throws InputError when there are more or
/// fewer than private users, or when one is no epsilon, naming that user.
///
///     const std::vector<double> by_row(roles.private_users().size(), 0.5);
///     const Preferences strict = preferences_from_values(graph, roles, by_row);
HOPVEIL_API Preferences preferences_from_values(const Graph& graph, const UserRoles& roles,
                                                std::span<const double> by_row);
/// The same epsilon for every private user.
HOPVEIL_API Preferences equal_preferences(const UserRoles& roles, Epsilon epsilon);

}  // namespace hopveil
