// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace hopveil::cli {

/// What is wrong with the command line that `app` could not parse, in words that help: the option or command
/// that was probably meant, why there is no such option, where to read on.
std::string mistake_text(const CLI::App& app, const CLI::ParseError& error);

/// The nearest of the app's commands: "Did you mean release?", or nothing.
std::string command_suggestion(const CLI::App& app, const std::string& name);

}  // namespace hopveil::cli
