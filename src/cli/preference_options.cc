// SPDX-License-Identifier: Apache-2.0
#include "cli/preference_options.h"

#include <vector>

#include <hopveil/errors.h>

namespace hopveil::cli {

void add_preference_options(CLI::App& command, PreferenceOptions& options) {
  command.add_option("--prefs", options.file, "csv file with a line `user,epsilon` for each private user");
  command.add_option("--default-epsilon", options.default_epsilon,
                     "epsilon of the users that are not listed");
}

Preferences make_preferences(const PreferenceOptions& options, const std::optional<io::UserFile>& file,
                             const Graph& graph, const UserRoles& roles) {
  std::optional<Epsilon> default_epsilon;
  if (!options.default_epsilon.empty()) {
    try {
      default_epsilon = Epsilon::from_text(options.default_epsilon);
    } catch (InputError& error) {
      error.in_file("--default-epsilon");
      throw;
    }
  }
  if (file) return io::preferences_of(*file, graph, roles, default_epsilon);
  if (!default_epsilon) {
    throw InputError("no preferences are given",
                     "give --prefs FILE (lines `user,epsilon`), --default-epsilon E, or both");
  }
  return Preferences(std::vector<Epsilon>(roles.private_users().size(), *default_epsilon));
}

}  // namespace hopveil::cli
