// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the sources lie. Only one file is compiled with that path, so that clones share a compiler's cache.

#include <filesystem>

namespace hopveil::testing {

std::filesystem::path source_dir();

}  // namespace hopveil::testing
