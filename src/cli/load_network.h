// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the options of a command give: the network, and what is said about its users.

#include <string>

#include <hopveil/read_graph.h>
#include <hopveil/users.h>

#include "cli/graph_options.h"
#include "cli/preference_options.h"

namespace hopveil::cli {

/// A network with the roles of its users. Every file is read once, so that each may be a pipe.
struct LoadedNetwork {
  Graph graph;
  ReadSummary read;
  UserRoles roles;
  Preferences preferences;  ///< empty unless they were asked for
  /// See rows_follow_from_lists (src/io/listed_users.h).
  bool rows_follow_from_lists = false;
};

/// Reads the graph, adds the users of --users, and reduces it to its largest component if that is asked for.
/// All throw InputError, among others when two inputs are standard input.
ReadGraph load_graph(const GraphOptions& options);

/// Also splits the users as --public or --public-top say; one of them must be given, and unless --allow-empty
/// is, some user must be public and some private.
LoadedNetwork load_network(const GraphOptions& options);

/// Also gives every private user an epsilon.
LoadedNetwork load_network(const GraphOptions& options, const PreferenceOptions& preferences);

/// Says on standard error how the file was understood, and nothing that depends on edges.
void print_what_was_read(const std::string& path, const ReadSummary& read);

}  // namespace hopveil::cli
