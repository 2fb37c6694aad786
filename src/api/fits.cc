// SPDX-License-Identifier: Apache-2.0
#include "api/fits.h"

#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil {

void check_fits(const Graph& graph, const UserRoles& roles) {
  const std::size_t num_users = roles.private_users().size() + roles.public_users().size();
  if (num_users == graph.num_nodes()) return;
  throw InputError(
      fmt::format("the network has {} users, and {} are public or private", graph.num_nodes(), num_users),
      "make the roles for this network");
}

void check_fits(const UserRoles& roles, std::size_t num_preferences) {
  if (num_preferences == roles.private_users().size()) return;
  throw InputError(fmt::format("there are {} preferences for {} private users", num_preferences,
                               roles.private_users().size()));
}

}  // namespace hopveil
