// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command_description.h"

namespace hopveil::cli {

/// Scripts that make a shell complete commands, options and their values. They know what the description
/// holds and ask the program nothing.
std::string bash_completion(const CommandDescription& program);
std::string zsh_completion(const CommandDescription& program);
std::string fish_completion(const CommandDescription& program);

}  // namespace hopveil::cli
