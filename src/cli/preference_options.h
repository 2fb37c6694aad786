#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

/// Where each private user's epsilon comes from.
struct PreferenceOptions {
  std::string file;
  std::string default_epsilon;
};

/// Adds --prefs and --default-epsilon.
void add_preference_options(CLI::App& command, PreferenceOptions& options);

/// Throws InputError when a private user has no epsilon, or the file has a mistake.
Preferences load_preferences(const PreferenceOptions& options, const Graph& graph, const UserRoles& roles);

}  // namespace hopveil
