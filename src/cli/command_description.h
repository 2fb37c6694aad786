// SPDX-License-Identifier: Apache-2.0
#pragma once

// The command line as data, read off the CLI11 tree: help texts, manual pages and shell completions are made
// from it, so none of them can name an option that does not exist or miss one that does.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command_examples.h"
#include "cli/option_facts.h"

namespace hopveil::cli {

/// An option, or an argument without a name of its own.
struct OptionDescription {
  std::vector<std::string> names;  ///< "-o", "--output"; of an argument: "GRAPH"
  std::string value;               ///< "FILE"; empty for a flag
  ValueKind kind = ValueKind::kText;
  std::vector<std::string> choices;
  std::string text;
  std::string default_value;
  bool required = false;
  bool repeats = false;

  /// "-o, --output FILE"
  std::string names_and_value() const;
};

struct OptionGroup {
  std::string name;
  std::vector<OptionDescription> options;
};

struct CommandDescription {
  std::string name;  ///< "init"
  std::string path;  ///< "hopveil ledger init"
  std::string summary;
  std::vector<OptionDescription> arguments;
  std::vector<OptionGroup> groups;  ///< none of them empty
  std::vector<Example> examples;
  std::vector<CommandDescription> commands;

  /// "hopveil count GRAPH --hops N -o FILE [options]"
  std::string usage() const;
};

/// Describes the command and everything below it. What is hidden (group "") is left out.
CommandDescription describe_command(const CLI::App& command);

/// "ledger init" of hopveil's subcommand: the path without the program's name.
std::string path_below_program(const CLI::App& command);

}  // namespace hopveil::cli
