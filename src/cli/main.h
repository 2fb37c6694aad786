// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hopveil::cli {

/// The whole program: reads the command line, runs the subcommand, prints errors, returns the exit code.
int run_command_line(int argc, char** argv);

}  // namespace hopveil::cli
