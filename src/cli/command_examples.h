// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hopveil::cli {

/// A command as one types it, and what it is for. tests/command_line_test.sh runs those that are quick.
struct Example {
  std::string command;
  std::string meaning;
};

/// The examples that the help of a command ends with; `command` is its path below the program, "" for the
/// program itself, "ledger init".
std::vector<Example> examples_of(std::string_view command);

}  // namespace hopveil::cli
