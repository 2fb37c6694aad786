// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the lines of files about users say (user_files.h): ids, and ids with an epsilon. What they mean for a
// network is not decided here.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <hopveil/epsilon.h>

#include "graph/user_index.h"

namespace hopveil::io {

/// Takes an id and its offset in the text, at which it may throw MistakeAt.
using ListedId = std::function<void(const std::string& id, std::size_t offset)>;
/// The same with the id's epsilon.
using ListedPair = std::function<void(const std::string& id, std::size_t offset, Epsilon epsilon)>;

/// Calls handle for every line of a list of ids, one a line. The first line is a header, and skipped, when it
/// reads user, id, name or the like without quotes, and `known` has no user of that name. `longest`: bytes
/// of an id. Throws MistakeAt.
void for_each_id(std::string_view text, std::size_t longest, const UserIndex& known, const ListedId& handle);

/// Calls handle for every line of a table of ids and epsilons, but for its header. Throws MistakeAt.
void for_each_preference(std::string_view text, std::size_t longest, const ListedPair& handle);

}  // namespace hopveil::io
