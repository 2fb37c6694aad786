#pragma once

// Files about users: who is public, and how much privacy the others want.
//
// Both are text, plain or compressed, "-" for standard input; lines that begin with # are comments. An id
// that begins with # or a quote, or holds the file's separator, stands in double quotes.

#include <optional>
#include <string>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

/// One id a line. Throws InputError when ids are not in the graph or are repeated: it names the first few and
/// says how many there are.
std::vector<NodeId> read_public_users(const std::string& path, const Graph& graph);

/// A csv table `user,epsilon`, one row per private user; columns may also be separated by tabs, semicolons or
/// blanks. Its first line is a header when its second column is not a number and the first is named user, id,
/// name or node, or the second epsilon, eps, preference or budget. Users that are not listed have
/// `default_epsilon`. Throws InputError for values that are no preference, for users that are unknown, public
/// or listed twice, and, without a default, for users that are missing.
Preferences read_preferences(const std::string& path, const Graph& graph, const UserRoles& roles,
                             std::optional<Epsilon> default_epsilon = std::nullopt);

struct ListedPreference {
  std::string user;
  Epsilon epsilon;
};

/// The lines of such a table as they stand, without a graph to compare them with: a ledger's budgets.
std::vector<ListedPreference> list_preferences(const std::string& path);

/// The first two on a file's text, without its name in errors.
std::vector<NodeId> parse_public_users(std::string_view text, const Graph& graph);
Preferences parse_preferences(std::string_view text, const Graph& graph, const UserRoles& roles,
                              std::optional<Epsilon> default_epsilon = std::nullopt);

}  // namespace hopveil
