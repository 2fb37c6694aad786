// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace hopveil::cli {

/// The note beside everything exact, on standard error unless `quiet`: "note: `what`, NOT private: .."
void note_not_private(std::string_view what, bool quiet);

}  // namespace hopveil::cli
