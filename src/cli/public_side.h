// SPDX-License-Identifier: Apache-2.0
#pragma once

// The public side of a network: who exists, who is public, the preferences, connections between public users.
// No file with a protected connection is opened.

#include <cstdint>
#include <optional>
#include <string>

#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "cli/preference_options.h"
#include "plan/public_profile.h"

namespace hopveil::cli {

struct PublicSideOptions {
  std::string users_file;
  std::string public_file;
  std::string public_edges_file;
  PreferenceOptions preferences;
};

struct PublicSide {
  Graph users;  ///< names without a connection
  UserRoles roles;
  Preferences preferences;
  std::optional<plan::PublicProfile> profile;  ///< nothing: no file of public edges was given
};

/// Everybody is who stands in one of the lists. Throws InputError when no user is public or none is private,
/// and when a connection of --public-edges has an end that is not a public user.
PublicSide load_public_side(const PublicSideOptions& options);

}  // namespace hopveil::cli
