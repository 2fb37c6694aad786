// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace hopveil::cli {

/// The command line of this process as one would type it in a shell, for reports. Empty when the system does
/// not tell.
std::string command_line();

}  // namespace hopveil::cli
