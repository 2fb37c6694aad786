// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "cli/command_description.h"

namespace hopveil::cli {

/// What `--help` prints: usage, arguments, options by group, commands, examples, in lines of at most `width`
/// columns.
std::string help_text(const CommandDescription& command, std::size_t width);

}  // namespace hopveil::cli
