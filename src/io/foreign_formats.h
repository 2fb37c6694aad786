#pragma once

#include <string_view>

namespace hopveil {

/// Throws InputError, with the line that converts the file, when it is in a format that others write and
/// hopveil does not read: Pajek, GEXF, DOT, JSON, Parquet, Arrow, SQLite. `head` are the file's first bytes.
void refuse_foreign_format(std::string_view path, std::string_view head);

}  // namespace hopveil
