#pragma once

#include <string>
#include <string_view>

namespace hopveil {

/// Makes the folder, and those above it, unless it is there. Throws SystemError.
void make_folder(const std::string& folder);

/// Writes a file that appears whole or not at all.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace hopveil
