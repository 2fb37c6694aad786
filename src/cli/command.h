// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "cli/exit_codes.h"

namespace hopveil::cli {

/// Adds one subcommand: its options to `app`, its work as a callback that may set `exit_code`.
using AddCommand = void (*)(CLI::App& app, ExitCode& exit_code);

void add_info_command(CLI::App& app, ExitCode& exit_code);
void add_count_command(CLI::App& app, ExitCode& exit_code);
void add_generate_command(CLI::App& app, ExitCode& exit_code);
void add_convert_command(CLI::App& app, ExitCode& exit_code);
void add_release_command(CLI::App& app, ExitCode& exit_code);
void add_plan_command(CLI::App& app, ExitCode& exit_code);
void add_ledger_command(CLI::App& app, ExitCode& exit_code);
void add_verify_command(CLI::App& app, ExitCode& exit_code);
void add_mechanisms_command(CLI::App& app, ExitCode& exit_code);
void add_evaluate_command(CLI::App& app, ExitCode& exit_code);
void add_audit_command(CLI::App& app, ExitCode& exit_code);
void add_reproduce_command(CLI::App& app, ExitCode& exit_code);
void add_fetch_command(CLI::App& app, ExitCode& exit_code);
void add_demo_command(CLI::App& app, ExitCode& exit_code);
void add_help_command(CLI::App& app, ExitCode& exit_code);
void add_man_command(CLI::App& app, ExitCode& exit_code);
void add_completion_command(CLI::App& app, ExitCode& exit_code);

}  // namespace hopveil::cli
