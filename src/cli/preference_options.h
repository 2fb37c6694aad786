// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "io/user_files.h"

namespace hopveil::cli {

/// Where each private user's epsilon comes from.
struct PreferenceOptions {
  std::string file;
  std::string default_epsilon;
};

/// Adds --prefs and --default-epsilon.
void add_preference_options(CLI::App& command, PreferenceOptions& options);

/// Every private user's epsilon; `file` is what --prefs names, read already. Throws InputError when a private
/// user has none, or the file has a mistake.
Preferences make_preferences(const PreferenceOptions& options, const std::optional<io::UserFile>& file,
                             const Graph& graph, const UserRoles& roles);

}  // namespace hopveil::cli
