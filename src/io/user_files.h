// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files about users: who exists, who is public, and how much privacy the others want.
//
// All are text, plain or compressed, "-" for standard input; lines that begin with # are comments. An id
// that begins with # or a quote, or holds the file's separator, stands in double quotes.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/graph.h>
#include <hopveil/read_graph.h>
#include <hopveil/users.h>

#include "graph/user_index.h"
#include "io/user_lines.h"

namespace hopveil::io {

/// A file about users, read whole and once, so that it may be a pipe and still be looked at twice.
struct UserFile {
  std::string name;  ///< for messages
  std::string text;
  std::size_t longest_id = InputLimits{}.id_length;
};

/// Throws SystemError when it cannot be read, InputError when its compressed data are damaged or unpack to
/// too much.
UserFile open_user_file(const std::string& path, const InputLimits& limits = {});

/// Calls handle(id, offset) for every line of a list of ids, one a line. The first line is a header, and
/// skipped, when it reads user, id, name or the like without quotes, and `known` has no user of that name.
/// Throws InputError with file, line and column.
void for_each_listed_user(const UserFile& file, const UserIndex& known, const ListedId& handle);
/// The same for the users of a table of preferences.
void for_each_user_with_preference(const UserFile& file, const ListedId& handle);

/// A list of public users, one id a line. Throws InputError when ids are not in the graph or are repeated: it
/// names the first few and says how many there are.
std::vector<NodeId> public_users_of(const UserFile& file, const Graph& graph);
std::vector<NodeId> read_public_users(const std::string& path, const Graph& graph);

/// A csv table `user,epsilon`, one row per private user; columns may also be separated by tabs, semicolons or
/// blanks. Its first line is a header when its second column is not a number and the first is named user, id,
/// name or node, or the second epsilon, eps, preference or budget. Users that are not listed have
/// `default_epsilon`. Throws InputError for values that are no preference, for users that are unknown, public
/// or listed twice, and, without a default, for users that are missing.
Preferences preferences_of(const UserFile& file, const Graph& graph, const UserRoles& roles,
                           std::optional<Epsilon> default_epsilon = std::nullopt);
Preferences read_preferences(const std::string& path, const Graph& graph, const UserRoles& roles,
                             std::optional<Epsilon> default_epsilon = std::nullopt);

struct ListedPreference {
  std::string user;
  Epsilon epsilon;
};

/// The lines of such a table as they stand, without a graph to compare them with: a ledger's budgets.
std::vector<ListedPreference> list_preferences(const std::string& path);

}  // namespace hopveil::io
