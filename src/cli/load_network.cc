// SPDX-License-Identifier: Apache-2.0
#include "cli/load_network.h"

#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/harmless_text.h"
#include "graph/components.h"
#include "io/listed_users.h"
#include "io/user_files.h"

namespace hopveil::cli {
namespace {

/// The files beside the network, each read once.
struct ListFiles {
  std::optional<io::UserFile> users;
  std::optional<io::UserFile> public_users;
  std::optional<io::UserFile> preferences;

  io::UserLists lists() const {
    const auto pointer = [](const std::optional<io::UserFile>& file) { return file ? &*file : nullptr; };
    return {pointer(users), pointer(public_users), pointer(preferences)};
  }
};

void check_standard_input(const std::vector<std::pair<std::string, std::string>>& inputs) {
  std::string first;
  for (const auto& [name, path] : inputs) {
    if (path != "-" && path != "/dev/stdin") continue;
    if (!first.empty()) {
      throw InputError(fmt::format("both {} and {} are to come from standard input", first, name),
                       "it holds one of them", "Give the other one as a file.");
    }
    first = name;
  }
}

ListFiles open_lists(const GraphOptions& options, const PreferenceOptions* preferences) {
  const std::string preference_file = preferences == nullptr ? "" : preferences->file;
  check_standard_input({{"GRAPH", options.path},
                        {"--users", options.users_file},
                        {"--public", options.public_file},
                        {"--prefs", preference_file}});
  const InputLimits limits = input_limits(options);
  const auto open = [&](const std::string& path) {
    return path.empty() ? std::nullopt : std::optional(io::open_user_file(path, limits));
  };
  return {open(options.users_file), open(options.public_file), open(preference_file)};
}

ReadGraph read_with_lists(const GraphOptions& options, const ListFiles& files) {
  ReadGraph read = read_graph(options.path, read_options(options));
  try {
    io::add_listed_users(read, files.lists());
  } catch (InputError& error) {
    error.in_file(options.path == "-" ? "standard input" : options.path);
    throw;
  }
  return read;
}

void reduce_to_largest_component(ReadGraph& read) {
  read.graph = largest_component(read.graph);
  read.summary.lists_everybody = false;  // who is left depends on edges
}

UserRoles roles_of(const GraphOptions& options, const ListFiles& files, const Graph& graph) {
  if (files.public_users)
    return UserRoles(graph.num_nodes(), io::public_users_of(*files.public_users, graph));
  if (options.public_top.empty()) {
    throw InputError("no public users are given", "give --public FILE (one id a line) or --public-top 5%");
  }
  return UserRoles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text(options.public_top)));
}

void check_not_empty(const GraphOptions& options, const UserRoles& roles) {
  if (options.allow_empty) return;
  const std::string place = options.public_file.empty()  ? "--public-top"
                            : options.public_file == "-" ? "standard input"
                                                         : options.public_file;
  if (roles.public_users().empty()) {
    throw InputError("no user is public", "the connections to public users are what is counted",
                     "--allow-empty goes on all the same, where a command has it.")
        .in_file(place);
  }
  if (roles.private_users().empty()) {
    throw InputError("every user is public", "only private users have a row",
                     "--allow-empty goes on all the same, where a command has it.")
        .in_file(place);
  }
}

LoadedNetwork load(const GraphOptions& options, const PreferenceOptions* preferences) {
  const ListFiles files = open_lists(options, preferences);
  ReadGraph read = read_with_lists(options, files);
  LoadedNetwork network;
  network.rows_follow_from_lists =
      io::rows_follow_from_lists(read.summary.lists_everybody, files.preferences.has_value(),
                                 preferences != nullptr && !preferences->default_epsilon.empty());
  if (options.largest_component) reduce_to_largest_component(read);
  network.graph = std::move(read.graph);
  network.read = std::move(read.summary);
  network.roles = roles_of(options, files, network.graph);
  check_not_empty(options, network.roles);
  if (preferences != nullptr) {
    network.preferences = make_preferences(*preferences, files.preferences, network.graph, network.roles);
  }
  return network;
}

}  // namespace

ReadGraph load_graph(const GraphOptions& options) {
  ReadGraph read = read_with_lists(options, open_lists(options, nullptr));
  if (options.largest_component) reduce_to_largest_component(read);
  return read;
}

LoadedNetwork load_network(const GraphOptions& options) {
  return load(options, nullptr);
}

LoadedNetwork load_network(const GraphOptions& options, const PreferenceOptions& preferences) {
  return load(options, &preferences);
}

void print_what_was_read(const std::string& path, const ReadSummary& read) {
  const std::string name = path == "-" ? "standard input" : harmless(path);
  fmt::print(stderr, "{}: {}\n", name, describe(read));
  if (!read.hint.empty()) fmt::print(stderr, "{}: {}\n", name, read.hint);
}

}  // namespace hopveil::cli
