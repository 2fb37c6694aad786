#pragma once

// The options of commands that write a table of counts.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/graph_options.h"
#include "io/table.h"

namespace hopveil {

struct TableOptions {
  std::string output;
  std::string hops_text;
  std::vector<std::string> formats;
  bool cumulative = false;
  bool json = false;
};

/// Adds -o, --hops, --cumulative, --json, and a --format that takes the table's format (csv, json) or the
/// graph's.
void add_table_options(CLI::App& command, TableOptions& options);

/// Sorts the values of --format into the table's format and the graph's. Throws InputError for unknown ones.
void resolve_formats(TableOptions& table, GraphOptions& graph);

TableFormat table_format(const TableOptions& options);

/// A number of hops, 1 to kMaxHops, or an InputError.
unsigned parse_hops(const std::string& text);

}  // namespace hopveil
