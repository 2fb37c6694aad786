// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who exists: a network's file and the lists that come with it, brought together.

#include <hopveil/read_graph.h>

#include "io/user_files.h"

namespace hopveil::io {

/// The lists that came with a network; null: not given.
struct UserLists {
  const UserFile* users = nullptr;         ///< everybody who exists, one id a line (`--users`)
  const UserFile* public_users = nullptr;  ///< `--public`
  const UserFile* preferences = nullptr;   ///< `--prefs`
};

/// Adds the users whom the lists name and the network's file lacks, without connections.
///
/// A file that lists everybody (GML, GraphML, Matrix Market) gets those of `users` only: an unknown id in the
/// other two is a mistake there, and whoever looks it up says so. An edge list names no user without a
/// connection, so it gets those of all three lists; when `users` is given, each end of an edge must be in one
/// of them.
///
/// With `users`, the summary says afterwards that everybody is listed. Throws InputError.
void add_listed_users(ReadGraph& read, const UserLists& lists);

/// Whether who has a row in a release follows from lists alone, whatever the edges are. It does when
/// everybody is listed, or when every private user must stand in a table of preferences (because there is no
/// default epsilon): an edge to anybody else is refused then. It does not when an edge list may name a user
/// whom nothing else names and who gets the default epsilon: without the user's only edge the row would be
/// missing.
///
/// Decided by what was given and never by what the edges turned out to be, because the answer is published.
bool rows_follow_from_lists(bool lists_everybody, bool has_preferences, bool has_default_epsilon);

}  // namespace hopveil::io
