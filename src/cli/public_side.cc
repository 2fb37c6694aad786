// SPDX-License-Identifier: Apache-2.0
#include "cli/public_side.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/read_graph.h>

#include "base/harmless_text.h"
#include "graph/builder.h"
#include "graph/user_index.h"
#include "io/listed_users.h"
#include "io/user_files.h"

namespace hopveil::cli {
namespace {

std::optional<io::UserFile> open_if_given(const std::string& path) {
  return path.empty() ? std::nullopt : std::optional(io::open_user_file(path));
}

/// Of the network of the public users alone.
plan::PublicProfile read_profile(const std::string& path, const PublicSide& side) {
  const ReadGraph read = read_graph(path);
  const UserIndex index(side.users.ids());
  std::vector<NodeId> numbers;  // among public users, by node of the file
  for (NodeId node = 0; node < read.graph.num_nodes(); ++node) {
    const std::string name = read.graph.ids().text(node);
    const NodeId user = index.find(name);
    if (user == kNoNode || !side.roles.is_public(user)) {
      throw InputError(
          fmt::format("the user \"{}\" is not public", harmless(name)),
          "--public-edges holds connections between two public users only: a plan looks at no other",
          "Leave out every line with a private user.")
          .in_file(path);
    }
    const auto public_users = side.roles.public_users();
    numbers.push_back(
        static_cast<NodeId>(std::ranges::lower_bound(public_users, user) - public_users.begin()));
  }
  std::vector<Edge> edges;
  for (NodeId node = 0; node < read.graph.num_nodes(); ++node) {
    for (const NodeId other : read.graph.neighbours(node))
      if (node < other) edges.push_back({numbers[node], numbers[other]});
  }
  return plan::public_profile(
      graph_from_edges(static_cast<NodeId>(side.roles.public_users().size()), std::move(edges)));
}

}  // namespace

PublicSide load_public_side(const PublicSideOptions& options) {
  const auto users = open_if_given(options.users_file);
  const auto public_users = open_if_given(options.public_file);
  const auto preferences = open_if_given(options.preferences.file);
  ReadGraph no_edges;
  io::add_listed_users(no_edges, {.users = users ? &*users : nullptr,
                                  .public_users = public_users ? &*public_users : nullptr,
                                  .preferences = preferences ? &*preferences : nullptr});
  PublicSide side;
  side.users = std::move(no_edges.graph);
  side.roles = UserRoles(side.users.num_nodes(), io::public_users_of(*public_users, side.users));
  if (side.roles.public_users().empty()) {
    throw InputError("no user is public", "the connections to public users are what is counted")
        .in_file(options.public_file);
  }
  if (side.roles.private_users().empty()) {
    throw InputError("no private user is listed", "list everybody by --users FILE, or give --prefs FILE");
  }
  side.preferences = make_preferences(options.preferences, preferences, side.users, side.roles);
  if (!options.public_edges_file.empty()) side.profile = read_profile(options.public_edges_file, side);
  return side;
}

}  // namespace hopveil::cli
