#pragma once

#include <string>

namespace hopveil {

/// Makes the folder, and those above it, unless it is there. Throws SystemError.
void make_folder(const std::string& folder);

}  // namespace hopveil
