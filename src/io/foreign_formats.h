// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "io/csv.h"

namespace hopveil::io {

/// Throws InputError, with the line that converts the file, when it is in a format that others write and
/// hopveil does not read: Pajek, GEXF, DOT, JSON, Parquet, Arrow, SQLite. `head` are the file's first bytes.
void refuse_foreign_format(std::string_view path, std::string_view head);

/// The line that makes an edge list of an adjacency list, a text with a line for each user and all its
/// neighbours; `has_colons`: the user is written with a colon behind it.
std::string adjacency_conversion(Separator separator, bool has_colons);

}  // namespace hopveil::io
