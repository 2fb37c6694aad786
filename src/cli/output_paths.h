// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every command that writes checks first: nothing that is read, paid for or accounted is written over.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace hopveil::cli {

/// Adds --overwrite.
void add_overwrite_option(CLI::App& command, bool& overwrite);

/// Throws InputError when an output is an input file or another output, is a database (a ledger) or a file
/// that one would delete, or, without `overwrite`, holds a release that was paid for (a table with metadata
/// beside it). Empty names and "-" are skipped. Links are followed.
void check_outputs(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                   bool overwrite);

}  // namespace hopveil::cli
