// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "cli/exit_codes.h"

namespace hopveil::cli {

/// Adds every command and how help is shown. Commands set `exit_code`, which must outlive `app`.
void build_command_tree(CLI::App& app, ExitCode& exit_code);

}  // namespace hopveil::cli
