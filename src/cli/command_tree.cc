// SPDX-License-Identifier: Apache-2.0
#include "cli/command_tree.h"

#include <array>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/count.h>

#include "base/version.h"
#include "cli/command.h"
#include "cli/help_text.h"
#include "cli/terminal.h"

namespace hopveil::cli {
namespace {

constexpr std::array kCommands = {
    &add_info_command,       &add_count_command,    &add_plan_command,       &add_release_command,
    &add_verify_command,     &add_ledger_command,   &add_mechanisms_command, &add_generate_command,
    &add_convert_command,    &add_evaluate_command, &add_reproduce_command,  &add_fetch_command,
    &add_audit_command,      &add_demo_command,     &add_help_command,       &add_man_command,
    &add_completion_command,
};

std::string version_text() {
  return fmt::format("hopveil {}\ncompiler {} ({})\nSIMD     {}", kVersion, kCompiler, kBuildType,
                     simd_target_name());
}

}  // namespace

void build_command_tree(CLI::App& app, ExitCode& exit_code) {
  app.name("hopveil");
  app.description(
      "hopveil: how many public users are 1, 2, .. c hops from every private user, under personalized "
      "differential privacy");
  app.set_help_flag("-h,--help", "show this help");
  app.set_version_flag("-V,--version", version_text(), "show version, compiler and SIMD instructions");
  app.require_subcommand(1);
  app.formatter_fn([](const CLI::App* command, const std::string&, CLI::AppFormatMode) {
    return help_text(describe_command(*command), terminal_width(STDOUT_FILENO));
  });
  for (const AddCommand add : kCommands) add(app, exit_code);
}

}  // namespace hopveil::cli
