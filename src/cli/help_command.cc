// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "cli/command.h"
#include "cli/help_text.h"
#include "cli/mistakes.h"
#include "cli/terminal.h"

namespace hopveil::cli {
namespace {

const CLI::App& find_command(const CLI::App& app, const std::vector<std::string>& names) {
  const CLI::App* command = &app;
  for (const std::string& name : names) {
    const auto has_name = [&](const CLI::App* sub) { return sub->get_name() == name; };
    const auto found = command->get_subcommands(has_name);
    if (found.empty()) {
      throw InputError(fmt::format("there is no command \"{}\"", fmt::join(names, " ")),
                       "`hopveil help` lists them", command_suggestion(*command, name));
    }
    command = found.front();
  }
  return *command;
}

}  // namespace

void add_help_command(CLI::App& app, ExitCode&) {
  const auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("help", "Explain a command, its options and examples");
  command->add_option("COMMAND", *names, "such as release, or ledger init; without it, all commands");
  command->callback([names, &app] {
    fmt::print("{}", help_text(describe_command(find_command(app, *names)), terminal_width(STDOUT_FILENO)));
  });
}

}  // namespace hopveil::cli
