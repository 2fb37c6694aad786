// SPDX-License-Identifier: Apache-2.0
#pragma once

// The options that every command reading a graph has.

#include <cstddef>
#include <string>

#include <CLI/CLI.hpp>

#include <hopveil/read_graph.h>

namespace hopveil::cli {

struct GraphOptions {
  std::string path;
  std::string format;
  bool largest_component = false;
  std::string users_file;
  std::string public_file;
  std::string public_top;
  bool allow_empty = false;
  unsigned threads = 0;
  bool quiet = false;
  // How the file is read.
  std::string columns;
  bool header = false;
  bool no_header = false;
  std::string delimiter;
  std::string id_attribute;
  std::string max_unpacked;
  std::size_t max_id_length = InputLimits{}.id_length;
};

/// Adds GRAPH and what add_shared_graph_options adds; `--format` is the graph's format too, unless the
/// command writes a table (then see TableOptions).
void add_graph_options(CLI::App& command, GraphOptions& options);
/// Adds --graph-format, --users, --largest-component, the options on how a file is read, --threads and
/// --quiet; for commands that take several graphs.
void add_shared_graph_options(CLI::App& command, GraphOptions& options);
/// "edges, gml, .." for help texts and messages.
std::string graph_format_names();

/// Adds --public and --public-top.
void add_public_options(CLI::App& command, GraphOptions& options);
/// Adds --allow-empty, for commands whose table may be without rows or counts.
void add_allow_empty_option(CLI::App& command, GraphOptions& options);

/// What the options ask of the reader. Throws InputError when they are wrong.
ReadOptions read_options(const GraphOptions& options);
InputLimits input_limits(const GraphOptions& options);

bool public_users_given(const GraphOptions& options);
/// "the 5% of highest degree", "listed in celebrities.txt"
std::string describe_public_choice(const GraphOptions& options);

}  // namespace hopveil::cli
