// SPDX-License-Identifier: Apache-2.0
#pragma once

// The options of commands that write a table of counts.

#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/graph_options.h"
#include "io/table.h"

namespace hopveil::cli {

struct TableOptions {
  std::string output;
  std::string hops_text;
  std::string format;  ///< empty: as the output's name ends
  bool cumulative = false;
  bool json = false;
  bool allow_formulas = false;
};

/// Adds -o, --hops, --cumulative, --json and --format.
void add_table_options(CLI::App& command, TableOptions& options);

/// What --format or --json ask for; without them JSON when the output's name ends in .json, else csv.
io::TableFormat table_format(const TableOptions& options);

/// Throws InputError when a name of these users would run as a formula in the csv table, unless
/// --allow-formulas.
void check_names(const TableOptions& options, const UserIds& ids, std::span<const NodeId> users);

/// A number of hops, 1 to kMaxHops, or an InputError.
unsigned parse_hops(const std::string& text);

}  // namespace hopveil::cli
